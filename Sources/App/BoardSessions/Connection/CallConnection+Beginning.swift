import BoardContract
import BoardFiles
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

// The connections that the program can begin with, and their transports.
extension CallConnection {
  /// Connects this run with the other runs of the same user on this machine.
  ///
  /// This run also dials the TCP addresses that members announce. A guest joins with a ticket at
  /// the run that made the ticket. When that run ends, the others dial the guest, and the
  /// guest stays connected. This run listens at a TCP address only after the user has made
  /// tickets.
  ///
  package static func local(
    _ localAuthor: LocalAuthor, _ settings: CallSettings
  ) -> CallConnection {
    let direct = UnixTransport()
    return CallConnection(
      Membership(localAuthor.memberKeys(), called: localAuthor.name.string),
      [GuardedTransport(direct)], settings, isLocal: true, hasDoor: true, admitsRung: true,
      direct: direct, makesTickets: true,
      signature: OwnFileSignature(localAuthor.identity), .free)
  }

  /// Creates or resumes a call as its host. Guests connect with a ticket.
  ///
  /// - Parameters:
  ///   - ticketFile: the file for the valid tickets; nil writes no file.
  ///   - kept: the file that stores this call, so that a later run can resume it. If the file
  ///     already holds a call, this run resumes that call. Nil stores no call.
  ///   - isPerson: whether a person uses this run. The person can admit guests that ask to join,
  ///     and the user's other runs on this machine can connect without a ticket.
  ///   - settings: the user's settings. Other users of this machine reach only a person.
  ///   - moderators: the authors who may ask the host to remove or to silence a member. The host's
  ///     own user always may.
  ///   - ticketLife: how long the tickets last at first.
  package static func hosting(
    at wanted: [String], _ localAuthor: LocalAuthor, _ settings: CallSettings,
    ticketFile: NamedOutput? = nil, keptIn kept: CallStateFile? = nil, isPerson: Bool = true,
    moderators: Set<AuthorID> = [],
    ticketLife: TicketLife = .untilRenewed, logger: Logger = .silent
  ) throws(UserError) -> CallConnection {
    var chance = SystemRandomNumberGenerator()
    let listening = try CallSockets(
      at: wanted, preferring: kept?.port, usesDatagrams: settings.usesDatagrams)
    do throws(SecurityError) {
      let new = CallRootKeys(chance: LocalAuthor.bytes(CallRootKeys.chanceLength, &chance))
      guard let rootKeys = kept?.rootKeys ?? new else { throw .cryptographyFailed }
      let membership = try Membership(
        localAuthor.memberKeys(), rootKeys: rootKeys, called: localAuthor.name.string)
      if let kept { membership.beforeRenewing { try kept.save($0) } }
      return CallConnection(
        membership, listening.transports.map { GuardedTransport($0) }, settings,
        isLocal: isPerson, hasDoor: isPerson, admitsRung: isPerson,
        direct: isPerson ? listening.unix : nil, addresses: listening.addresses,
        port: listening.port, ticketFile: ticketFile, keptIn: kept,
        kind: isPerson ? .person : .relay,
        moderators: moderators, ticketLife: ticketLife, logger: logger,
        signature: OwnFileSignature(localAuthor.identity), .hosting)
    } catch {
      throw UserError(error.description)
    }
  }

  /// Saves the call of a hosted board, and then writes the tickets into their file, if the user asked
  /// for one. The order matters: if the run is killed, the next host still accepts every ticket
  /// that was written.
  ///
  /// - Parameters:
  ///   - opened: the board that is open from now on.
  ///   - waits: whether to wait until another program reads the tickets from a pipe that has a name.
  /// - Returns: why the call cannot be saved; nil if it is saved, or if no file was wanted for it.
  package func handOutTickets(
    to opened: OpenBoardFile, waits: Bool
  ) throws(UserError) -> String? {
    var complaint: String?
    let isHosted = kept?.isBoard(at: opened.board.path) == true
    do throws(UserError) {
      if isHosted { try save(created: opened.header.created, session: nil) }
    } catch { complaint = error.sentence }
    try writeTickets(waits: waits)
    return complaint
  }

  /// Connects with the members at the addresses of a ticket. A person with a ticket to draw can ring
  /// other users of this machine.
  ///
  /// - Parameters:
  ///   - kind: a display needs a ticket to watch.
  ///   - settings: the user's settings. Others can ask to join if this run may let them in.
  package static func joining(
    _ ticket: Ticket, as kind: MemberProfile.Kind = .person, _ localAuthor: LocalAuthor,
    _ settings: CallSettings
  ) -> CallConnection {
    let listening = CallSockets(besideThoseAt: ticket, usesDatagrams: settings.usesDatagrams)
    let known = (listening.addresses + ticket.addresses).prefix(Ticket.addressesMax)
    let mayAdmit = kind == .person && ticket.role == .draw
    return CallConnection(
      Membership(localAuthor.memberKeys(), ticket: ticket, called: localAuthor.name.string),
      listening.transports.map { GuardedTransport($0) }, settings, hasDoor: mayAdmit,
      admitsRung: mayAdmit, direct: listening.unix, addresses: Array(known), kind: kind,
      signature: OwnFileSignature(localAuthor.identity), .joining)
  }

  /// Joins the call of the user at the other end of a transport, for example of an ssh login.
  ///
  /// - Parameters:
  ///   - login: the address of the login, with which another run can join in the same way.
  ///   - role: the role to ask for at the other end.
  package static func joining(
    over transport: any Transport, at login: String, to role: Role, _ localAuthor: LocalAuthor
  ) -> CallConnection {
    CallConnection(
      Membership(localAuthor.memberKeys()), [GuardedTransport(transport, to: role)],
      CallSettings(), login: login,
      signature: OwnFileSignature(localAuthor.identity), .joining)
  }

  /// Connects the program at the other end of standard input and output with this user's call. The
  /// program gets no ticket: it comes in over this connection only.
  ///
  /// - Parameters:
  ///   - role: the highest role that the other program can get. The program may ask for a lower
  ///     role.
  ///   - name: the name that the other program must use; nil lets the program choose its name.
  ///   - ended: called after the other program has closed the pipes.
  package static func relaying(
    to role: Role, as name: SafeText?, _ localAuthor: LocalAuthor,
    ended: @escaping @Sendable () -> Void
  ) throws(TransportFault) -> GroupSystem {
    let membership = Membership(localAuthor.memberKeys())
    let pipe = PipeTransport(hasPreambles: true)
    try pipe.openStandardStreams(ended: ended)
    // The login has already proved to which user the other end belongs.
    let admissionMode = SecureTransport.AdmissionMode.grantsPass(ask: { _, _, give in
      membership.whenInCall { give(.success(role)) }
    })
    return GroupSystem(
      name: nil, kind: .relay, member: membership.member,
      over: [
        SecureTransport(local(membership), for: membership),
        SecureTransport(pipe, for: membership, by: admissionMode, calling: name),
      ], sealedBy: membership)
  }

  /// Joins the call of another user of this machine. This run connects to the other user's door,
  /// a Unix socket for requests to join, and the other user decides whether to admit it. A member that
  /// may draw then listens at a socket of its own (`stayFindable`). Other members can reach it
  /// directly, and it can make tickets and admit guests itself.
  ///
  /// - Parameters:
  ///   - role: the role to ask for.
  ///   - settings: the user's settings. Others can ask to join if this run may let them in.
  package static func joining(
    _ rendezvous: UserRendezvous, to role: Role, _ localAuthor: LocalAuthor,
    _ settings: CallSettings
  ) -> CallConnection {
    let direct = UnixTransport()
    let connection = CallConnection(
      Membership(localAuthor.memberKeys()),
      [GuardedTransport(UnixTransport(at: rendezvous), to: role), GuardedTransport(direct)],
      settings, hasDoor: role == .draw, admitsRung: role == .draw, direct: direct,
      makesTickets: role == .draw,
      signature: OwnFileSignature(localAuthor.identity),
      .joining)
    // A host may later give a watcher the right to draw.
    connection.observe { [weak connection] _ in
      if connection?.role == .draw { connection?.stayFindable() }
    }
    return connection
  }

  /// Returns the transport over which this user's runs on this machine meet.
  ///
  /// - Parameter first: called when the others dial this run.
  package static func local(
    _ membership: Membership, first: @escaping @Sendable () -> Void = {}
  ) -> LocalTransport {
    let meetingPlace = LocalMeetingPlace(runtimeFolder: Environment["XDG_RUNTIME_DIR"])
    return LocalTransport(at: meetingPlace, for: membership, first: first)
  }

  /// The folder that holds the doors of all users of this machine. Tests use another folder.
  package static var doors: String { Environment["EASEL_DOORS"] ?? "/tmp" }
}
