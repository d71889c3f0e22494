import BoardContract
import BoardFiles
import BoardLog
import EaselBase
import GroupCore
import GroupSecurity
import OpenGroupActivities
import SecureTransports
import SocketTransports
import SystemFiles

/// The way in which another run of the same user comes into the call of this run, to take the user's
/// seat over.
package enum SeatCall: Codable, Hashable, Sendable {
  /// The call of the user's own runs on this machine.
  case own(OwnCall)
  /// The call of another host, by a ticket.
  case ticket(String)
  /// The call of a user of another machine, by a login there.
  case login(String, watches: Bool)
}

/// The facts about a run in the call of the user's own runs.
package struct OwnCall: Codable, Hashable, Sendable {
  /// Whether the run shares its board with each person who comes.
  package var isHosting: Bool
  /// The addresses at which guests with a ticket reach the run.
  package var addresses: [String]
  /// The port of the tickets; nil if the user named the addresses.
  package var port: UInt16?
  /// Whether guests of a door reach the run without the door.
  package var isFindable: Bool
  /// The file of the tickets; nil if there is none.
  package var ticketFile: String?
  /// The board for which the call is kept; nil if it is not kept.
  package var keptBoard: String?
  /// The authors whose requests the run follows as a host.
  package var moderators: [[UInt8]]
  /// The smallest number of the members; nil if this run is the only one. Members that lost their link
  /// gather around the member with the smallest number.
  package var least: UInt64?
}

extension CallConnection {
  /// The way in which another run of this user comes into the call; nil if there is none.
  package var seatCall: SeatCall? {
    let all = directAddresses.withLock { $0 } + addresses.withLock { $0 }
    guard purpose == .joining else {
      return .own(
        OwnCall(
          isHosting: purpose == .hosting, addresses: addresses.withLock { $0 }, port: port,
          isFindable: !directAddresses.withLock(\.isEmpty), ticketFile: ticketPath,
          keptBoard: kept?.keptBoard, moderators: moderators.named.map(\.raw.bytes), least: least))
    }
    if let role, let ticket = ticket(to: role, at: all) {
      return .ticket(ticket.text)
    }
    return login.map { .login($0, watches: role == .watch) }
  }

  private var least: UInt64? {
    system.withLock { $0 }.flatMap { ($0.seenMembers + $0.sessionMembers).min()?.raw }
  }

  private func ticket(to role: Role, at addresses: [String]) -> Ticket? {
    guard !addresses.isEmpty else { return nil }
    do {
      return try membership.ticket(to: role, at: Array(addresses.prefix(Ticket.addressesMax)))
    } catch {
      // No ticket can hold the addresses, so there is no way by ticket.
      return nil
    }
  }

  /// Enters the call of this user's own runs in place of one of them. Until that run has ended, this run
  /// listens at addresses of its own, so that the guests of that run find it.
  package static func succeeding(
    _ call: OwnCall, _ localAuthor: LocalAuthor, _ settings: CallSettings
  ) -> CallConnection {
    let sockets = CallSockets(
      beside: call.addresses, keeping: call.port, usesDatagrams: settings.usesDatagrams)
    let kept = call.keptBoard.map {
      CallStateFile(of: $0, madeBy: localAuthor.identity, isHeadless: false)
    }
    // The guests of the other run then come to this one, and wait for no other member.
    let keys = localAuthor.memberKeys(below: call.least)
    let membership = Membership(keys, called: localAuthor.name.string)
    if let kept { membership.beforeRenewing { try kept.save($0) } }
    // Without tickets, this run listens for guests from other machines only when the user makes some.
    let transports: [any Transport] = call.addresses.isEmpty ? [sockets.unix] : sockets.transports
    let connection = CallConnection(
      membership, transports.map { GuardedTransport($0) }, settings, isLocal: true,
      hasDoor: true, admitsRung: true, direct: sockets.unix, addresses: sockets.addresses,
      port: call.port, makesTickets: call.addresses.isEmpty,
      ticketFile: call.ticketFile.map { NamedOutput($0) },
      keptIn: kept, moderators: Set(call.moderators.compactMap { Bytes16($0).map(AuthorID.init) }),
      signature: OwnFileSignature(localAuthor.identity), call.isHosting ? .hosting : .free)
    if call.isFindable { connection.stayFindable() }
    return connection
  }

  /// Listens at further addresses, as far as that is possible. The tickets then name these.
  func listen(at wanted: [String]) {
    var found: [String] = []
    for address in wanted {
      do throws(TransportFault) {
        for guarded in transports where guarded.transport.reaches(address) {
          switch guarded.transport {
          case let tcp as TCPTransport: found += try tcp.listen(at: address)
          case let unix as UnixTransport: found += try unix.listen(at: address)
          default: break
          }
        }
      } catch {
        // Another program listens there now. The tickets for this address lead nowhere.
        continue
      }
    }
    if !found.isEmpty { addresses.withLock { $0 = Array(found.prefix(Ticket.addressesMax)) } }
  }
}
