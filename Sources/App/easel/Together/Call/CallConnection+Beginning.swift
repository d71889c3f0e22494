import BoardModel
import EaselBase
import EaselPlatform
import GroupCore
import GroupSecurity
import OpenGroupActivities
import SecureTransports
import SocketTransports

// With whom a run is connected, and by which ways.
extension CallConnection {
  /// With all that this user runs on this machine.
  ///
  /// Whoever said where to be dialled by TCP is dialled, so that who came by a ticket stays when the run
  /// that gave it ends; it listens there itself only once tickets are made of it.
  ///
  /// - Parameter hasDoor: whether other users may knock.
  static func local(_ artist: Artist, hasDoor: Bool = true) -> CallConnection {
    let again = UnixTransport()
    return CallConnection(
      Membership(artist.memberKeys(), called: artist.name.string), [Way(again)], isLocal: true,
      hasDoor: hasDoor, again: again, makesTickets: true, .free)
  }

  /// With whoever has a ticket, and what this user runs on this machine.
  ///
  /// - Parameters:
  ///   - ticketFile: where the tickets are to be written, for as long as they are good.
  ///   - kept: a call to go on with, and where this one is kept.
  ///   - isPerson: whether somebody sits there, who can be asked when others knock.
  ///   - hasDoor: whether other users may, then.
  ///   - moderators: who may decide about others as well, beside other runs of this artist.
  static func hosting(
    at wanted: [String], _ artist: Artist, ticketFile: String? = nil,
    keptIn kept: CallStateFile? = nil, isPerson: Bool = true, hasDoor: Bool = true,
    moderators: Set<AuthorID> = []
  ) throws(UserError) -> CallConnection {
    var chance = SystemRandomNumberGenerator()
    let listening = try Listening(at: wanted)
    do throws(SecurityError) {
      let new = CallRootKeys(chance: Artist.bytes(CallRootKeys.chanceLength, &chance))
      guard let founding = kept?.founding ?? new else { throw .cryptographyFailed }
      let membership = try Membership(
        artist.memberKeys(), founding: founding, called: artist.name.string)
      if let kept { membership.beforeRenewing { try kept.keep($0) } }
      return CallConnection(
        membership, [Way(listening.unix), Way(listening.tcp)], isLocal: isPerson,
        hasDoor: isPerson && hasDoor,
        again: isPerson ? listening.unix : nil, addresses: listening.addresses,
        ticketFile: ticketFile, keptIn: kept, isPerson: isPerson, moderators: moderators, .hosting)
    } catch {
      throw UserError(error.description)
    }
  }

  /// With those to whom a ticket leads.
  static func joining(_ ticket: Ticket, _ artist: Artist) -> CallConnection {
    let listening = Listening(besideThoseAt: ticket)
    let known = (listening.addresses + ticket.addresses).prefix(Ticket.addressesMax)
    return CallConnection(
      Membership(artist.memberKeys(), ticket: ticket, called: artist.name.string),
      [Way(listening.tcp), Way(listening.unix)], addresses: Array(known), .joining)
  }

  /// With those in the call of a login elsewhere.
  ///
  /// - Parameter role: what is asked for there.
  static func joining(
    _ side: SSHRemote, to role: Role, complaints: SSHDiagnostics, _ artist: Artist
  ) -> CallConnection {
    CallConnection(
      Membership(artist.memberKeys()), [Way(side.transport(complaints), to: role)], .joining)
  }

  /// Leads whoever is at the other end of standard input and output into this user's call.
  ///
  /// - Parameters:
  ///   - role: what they may do at most; they may ask for less.
  ///   - name: what they have to call themselves; nil is as they like.
  ///   - ended: called once they are gone.
  static func relaying(
    to role: Role, as name: SafeText?, _ artist: Artist, ended: @escaping @Sendable () -> Void
  ) throws(TransportFault) -> GroupSystem {
    let membership = Membership(artist.memberKeys())
    let pipe = PipeTransport(hasPreambles: true)
    try pipe.openStandardStreams(ended: ended)
    // Whose login it is the other end has proved.
    let entry = SecureTransport.Entry.given(ask: { _, _, give in
      membership.whenInCall { give(.success(role)) }
    })
    return GroupSystem(
      name: nil, isPerson: false, member: membership.member,
      over: [
        SecureTransport(local(membership), for: membership),
        SecureTransport(pipe, for: membership, by: entry, calling: name),
      ], sealedBy: membership)
  }

  /// With another user of this machine, once that one has answered. From then on the door is not needed:
  /// who may draw is found by the others, and can let more of them come.
  ///
  /// - Parameter role: what is asked for.
  static func joining(_ place: UserRendezvous, to role: Role, _ artist: Artist) -> CallConnection {
    let again = UnixTransport()
    let connection = CallConnection(
      Membership(artist.memberKeys()), [Way(UnixTransport(at: place), to: role), Way(again)],
      again: again, makesTickets: role == .draw, .joining)
    // Whoever was let in to watch may draw later.
    connection.observe { [weak connection] _ in
      if connection?.role == .draw { connection?.stayFindable() }
    }
    return connection
  }

  /// - Parameters:
  ///   - door: what the first of this user's runs opens.
  ///   - failed: is told why it cannot. One is met by one's own runs all the same.
  static func local(
    _ membership: Membership, opening door: UnixTransport? = nil,
    failed: @escaping @Sendable (TransportFault) -> Void = { _ in }
  ) -> LocalTransport {
    let place = LocalMeetingPlace(runtimeFolder: Environment["XDG_RUNTIME_DIR"])
    return LocalTransport(at: place, for: membership) {
      do throws(TransportFault) {
        try door?.open(UserRendezvous(of: geteuid(), temporaryFolder: Self.doors))
      } catch { failed(error) }
    }
  }

  /// Where doors are: the same for all users of a machine. Tests have another.
  static var doors: String { Environment["EASEL_DOORS"] ?? "/tmp" }
}
