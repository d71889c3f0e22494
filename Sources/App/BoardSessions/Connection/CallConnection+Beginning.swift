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
  /// This run dials each member that has given a TCP address. A guest that joined with a ticket
  /// therefore stays connected when the run that gave the ticket ends. This run listens for TCP
  /// itself only once the user makes tickets.
  ///
  /// - Parameter hasDoor: whether other users of this machine may ask to join.
  package static func local(_ localAuthor: LocalAuthor, hasDoor: Bool = true) -> CallConnection {
    let direct = UnixTransport()
    return CallConnection(
      Membership(localAuthor.memberKeys(), called: localAuthor.name.string),
      [GuardedTransport(direct)],
      isLocal: true,
      hasDoor: hasDoor, direct: direct, makesTickets: true, .free)
  }

  /// Creates or resumes a call as its host. Connects guests with a ticket, and, if `isPerson` is
  /// true, this user's runs on this machine.
  ///
  /// - Parameters:
  ///   - ticketFile: the file into which the valid tickets are written.
  ///   - kept: the file that stores this call; if it already holds a call, the host goes on with
  ///     that call.
  ///   - isPerson: whether a person uses this run and can answer guests that ask to join.
  ///   - hasDoor: whether other users of this machine may ask to join; counts only if `isPerson` is
  ///     true.
  ///   - moderators: the authors whose requests the host follows, besides those of its own user's
  ///     other runs.
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

  /// Connects, over a transport such as an ssh login, with the call of the user at the other end.
  ///
  /// - Parameter role: the role to ask for at the other end.
  package static func joining(
    over transport: any Transport, to role: Role, _ localAuthor: LocalAuthor
  ) -> CallConnection {
    CallConnection(
      Membership(localAuthor.memberKeys()), [GuardedTransport(transport, to: role)], .joining)
  }

  /// Connects the program at the other end of standard input and output with this user's call.
  ///
  /// - Parameters:
  ///   - role: the highest role that the other end can get; it may ask for a lower role.
  ///   - name: the name that the other end must use; nil lets it choose.
  ///   - ended: called after the other end has gone.
  package static func relaying(
    to role: Role, as name: SafeText?, _ localAuthor: LocalAuthor,
    ended: @escaping @Sendable () -> Void
  ) throws(TransportFault) -> GroupSystem {
    let membership = Membership(localAuthor.memberKeys())
    let pipe = PipeTransport(hasPreambles: true)
    try pipe.openStandardStreams(ended: ended)
    // The login has already proved to which user the other end belongs.
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

  /// Joins the call of another user of this machine, after that user has admitted this run. From
  /// then on this run does not need the other user's door. If this run may draw, other members can
  /// reach it directly, and it can admit guests itself.
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
    // A host may later let a watcher draw.
    connection.observe { [weak connection] _ in
      if connection?.role == .draw { connection?.stayFindable() }
    }
    return connection
  }

  /// - Parameters:
  ///   - door: the transport at which other users of this machine ask to join; the first of this
  ///     user's runs opens it.
  ///   - failed: receives the reason why the door does not open. This user's runs can still meet
  ///     each other.
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

  /// The folder in which all users of a machine open their doors. Tests set another folder.
  package static var doors: String { Environment["EASEL_DOORS"] ?? "/tmp" }
}
