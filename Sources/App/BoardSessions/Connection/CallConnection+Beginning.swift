import BoardModel
import EaselBase
import EaselPlatform
import GroupCore
import GroupSecurity
import Logging
import OpenGroupActivities
import SecureTransports
import SocketTransports
import SystemFiles

// The connections that a run can begin with, and their transports.
extension CallConnection {
  /// Connects all runs of this user on this machine.
  ///
  /// This run dials each member that has given a TCP address. A guest that came by a ticket
  /// therefore stays when the run that gave the ticket ends. This run listens for TCP itself only
  /// once the user makes tickets.
  ///
  /// - Parameter hasDoor: whether other users may knock.
  package static func local(_ localAuthor: LocalAuthor, hasDoor: Bool = true) -> CallConnection {
    let direct = UnixTransport()
    return CallConnection(
      Membership(localAuthor.memberKeys(), called: localAuthor.name.string),
      [GuardedTransport(direct)],
      isLocal: true,
      hasDoor: hasDoor, direct: direct, makesTickets: true, .free)
  }

  /// Connects guests with a ticket, and this user's runs on this machine.
  ///
  /// - Parameters:
  ///   - ticketFile: the file to write the tickets into, for as long as they are valid.
  ///   - kept: a call to go on with, and the file to keep this call in.
  ///   - isPerson: whether a person uses this run and can answer when others knock.
  ///   - hasDoor: whether other users may knock, if `isPerson` is true.
  ///   - moderators: authors who may decide about others as well, beside other runs of this localAuthor.
  package static func hosting(
    at wanted: [String], _ localAuthor: LocalAuthor, ticketFile: String? = nil,
    keptIn kept: CallStateFile? = nil, isPerson: Bool = true, hasDoor: Bool = true,
    moderators: Set<AuthorID> = [], logger: Logger = .silent
  ) throws(UserError) -> CallConnection {
    var chance = SystemRandomNumberGenerator()
    let listening = try CallSockets(at: wanted)
    do throws(SecurityError) {
      let new = CallRootKeys(chance: LocalAuthor.bytes(CallRootKeys.chanceLength, &chance))
      guard let rootKeys = kept?.rootKeys ?? new else { throw .cryptographyFailed }
      let membership = try Membership(
        localAuthor.memberKeys(), rootKeys: rootKeys, called: localAuthor.name.string)
      if let kept { membership.beforeRenewing { try kept.save($0) } }
      return CallConnection(
        membership, [GuardedTransport(listening.unix), GuardedTransport(listening.tcp)],
        isLocal: isPerson,
        hasDoor: isPerson && hasDoor,
        direct: isPerson ? listening.unix : nil, addresses: listening.addresses,
        ticketFile: ticketFile, keptIn: kept, isPerson: isPerson, moderators: moderators,
        logger: logger, .hosting)
    } catch {
      throw UserError(error.description)
    }
  }

  /// Connects with the members to which a ticket leads.
  package static func joining(_ ticket: Ticket, _ localAuthor: LocalAuthor) -> CallConnection {
    let listening = CallSockets(besideThoseAt: ticket)
    let known = (listening.addresses + ticket.addresses).prefix(Ticket.addressesMax)
    return CallConnection(
      Membership(localAuthor.memberKeys(), ticket: ticket, called: localAuthor.name.string),
      [GuardedTransport(listening.tcp), GuardedTransport(listening.unix)], addresses: Array(known),
      .joining)
  }

  /// Connects with the members of the call at another login.
  ///
  /// - Parameter role: the role to ask for there.
  package static func joining(
    over transport: any Transport, to role: Role, _ localAuthor: LocalAuthor
  ) -> CallConnection {
    CallConnection(
      Membership(localAuthor.memberKeys()), [GuardedTransport(transport, to: role)], .joining)
  }

  /// Leads the program at the other end of standard input and output into this user's call.
  ///
  /// - Parameters:
  ///   - role: the most that the other end may do; it may ask for less.
  ///   - name: the name that the other end must use; nil lets it choose.
  ///   - ended: called after the other end has gone.
  package static func relaying(
    to role: Role, as name: SafeText?, _ localAuthor: LocalAuthor,
    ended: @escaping @Sendable () -> Void
  ) throws(TransportFault) -> GroupSystem {
    let membership = Membership(localAuthor.memberKeys())
    let pipe = PipeTransport(hasPreambles: true)
    try pipe.openStandardStreams(ended: ended)
    // The other end has proved whose login it is.
    let entry = SecureTransport.AdmissionMode.grantsTicket(ask: { _, _, give in
      membership.whenInCall { give(.success(role)) }
    })
    return GroupSystem(
      name: nil, isPerson: false, member: membership.member,
      over: [
        SecureTransport(local(membership), for: membership),
        SecureTransport(pipe, for: membership, by: entry, calling: name),
      ], sealedBy: membership)
  }

  /// Connects with another user of this machine, after that user has answered. This run does not
  /// need the door from then on: the other members find a run that may draw, and that run can let
  /// more users in.
  ///
  /// - Parameter role: the role to ask for.
  package static func joining(_ place: UserRendezvous, to role: Role, _ localAuthor: LocalAuthor)
    -> CallConnection
  {
    let direct = UnixTransport()
    let connection = CallConnection(
      Membership(localAuthor.memberKeys()),
      [GuardedTransport(UnixTransport(at: place), to: role), GuardedTransport(direct)],
      direct: direct, makesTickets: role == .draw, .joining)
    // A member that was let in to watch may draw later.
    connection.observe { [weak connection] _ in
      if connection?.role == .draw { connection?.stayFindable() }
    }
    return connection
  }

  /// - Parameters:
  ///   - door: the transport that the first of this user's runs opens.
  ///   - failed: receives the reason why the door does not open. This user's runs meet all the
  ///     same.
  package static func local(
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

  /// The folder of the doors: the same for all users of a machine. Tests set another one.
  package static var doors: String { Environment["EASEL_DOORS"] ?? "/tmp" }
}
