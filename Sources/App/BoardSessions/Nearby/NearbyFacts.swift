import BoardContract
import BoardFiles
import EaselBase
import GroupSecurity
import LocalDiscovery
import SecureTransports
import SocketTransports
import SystemFiles

/// The facts about people nearby that the screen and the command line share.
package enum NearbyFacts {
  /// Returns random bytes that name a run in its network.
  package static func instance() -> [UInt8] {
    var chance = SystemRandomNumberGenerator()
    return chance.bytes(NearbyAnnouncement.instanceLength)
  }

  /// - Parameter own: the name of this run.
  package static func browser(besides own: [UInt8]) -> NearbyBrowser {
    NearbyBrowser(UInt16.random(in: .min ... .max), own: own)
  }

  /// Returns the runs with the known people whose keys their marks show.
  /// The other runs of this user are left out.
  ///
  /// - Parameter own: this user.
  package static func people(
    _ runs: [NearbyRun], besides own: AuthorID, known: [AuthorID]
  ) -> [NearbyPerson] {
    let now = SystemClock.now().wall
    return runs.filter {
      !NearbyMark.matches($0.announcement.mark, own.raw.bytes, at: now)
    }.map { run in
      NearbyPerson(
        address: SafeText(run.address),
        author: known.first {
          NearbyMark.matches(run.announcement.mark, $0.raw.bytes, at: now)
        },
        mayDraw: run.announcement.mayDraw)
    }
  }

  /// Whether a source is in a subnet of this machine.
  package static func isNear(_ source: String?) -> Bool {
    guard let source else { return false }
    return LocalDiscovery.interfaces.contains { $0.interface.contains(source) }
  }

  /// Whether this user's own meeting as a guest gives way to a guest that comes. It does so only for
  /// the person whom this user chose: if two people choose each other at once, the one with the
  /// smaller key becomes the host.
  ///
  /// - Parameters:
  ///   - chosen: the address that this user chose.
  ///   - host: the key at that address; nil before it is proved.
  static func yields(
    _ own: [UInt8], to guest: [UInt8], from source: String?, chosen: String, host: [UInt8]?
  ) -> Bool {
    let isChosen = host.map { $0 == guest } ?? (source == self.host(of: chosen))
    return isChosen && own.lexicographicallyPrecedes(guest)
  }

  private static func host(of address: String) -> String {
    String(address.dropFirst("tcp://".count).prefix { $0 != ":" })
  }

  /// Returns the ticket of a meeting, first with the addresses of the machine at which the meeting
  /// was. The ticket leads to no socket and no address of this machine, unless the meeting was on it.
  ///
  /// - Parameters:
  ///   - address: the address of the meeting.
  ///   - own: the hosts of this machine's interfaces, such as `192.0.2.1`.
  package static func sorted(
    _ ticket: Ticket, first address: String, own: [String] = NearbyFacts.ownHosts
  ) throws(UserError) -> Ticket {
    let met = host(of: address)
    let isHere = TCPTransport.isOfThisMachine(address) || own.contains(met)
    let addresses = ticket.addresses.filter {
      isHere
        || $0.hasPrefix("tcp://") && !TCPTransport.isOfThisMachine($0)
          && !own.contains(host(of: $0))
    }
    do {
      return try ticket.at(
        addresses.filter { host(of: $0) == met } + addresses.filter { host(of: $0) != met })
    } catch { throw UserError("the ticket leads to no other machine.") }
  }

  package static var ownHosts: [String] {
    LocalDiscovery.interfaces.map { device in
      device.interface.address.map { "\($0)" }.joined(separator: ".")
    }
  }
}
