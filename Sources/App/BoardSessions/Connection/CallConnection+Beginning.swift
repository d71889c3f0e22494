import BoardEvents
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
  /// - Parameters:
  ///   - hasDoor: whether other users of this machine may ask to join.
  ///   - takesRings: whether other users of this machine may ring this user.
  ///   - usesDatagrams: whether UDP may carry what may be lost.
  package static func local(
    _ localAuthor: LocalAuthor, hasDoor: Bool = true, takesRings: Bool = true,
    usesDatagrams: Bool = true
  ) -> CallConnection {
    let direct = UnixTransport()
    return CallConnection(
      Membership(localAuthor.memberKeys(), called: localAuthor.name.string),
      [GuardedTransport(direct)],
      isLocal: true,
      hasDoor: hasDoor, takesRings: takesRings, admitsRung: true, direct: direct,
      makesTickets: true, usesDatagrams: usesDatagrams,
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
  ///   - hasDoor: whether other users of this machine may ask to join; ignored if `isPerson` is
  ///     false.
  ///   - takesRings: whether other users of this machine may ring this user.
  ///   - usesDatagrams: whether UDP may carry what may be lost.
  ///   - moderators: the authors who may ask the host to remove or to silence a member. The host's
  ///     own user always may.
  ///   - ticketLife: how long the tickets last at first.
  package static func hosting(
    at wanted: [String], _ localAuthor: LocalAuthor, ticketFile: NamedOutput? = nil,
    keptIn kept: CallStateFile? = nil, isPerson: Bool = true, hasDoor: Bool = true,
    takesRings: Bool = true, usesDatagrams: Bool = true, moderators: Set<AuthorID> = [],
    ticketLife: TicketLife = .untilRenewed, logger: Logger = .silent
  ) throws(UserError) -> CallConnection {
    var chance = SystemRandomNumberGenerator()
    let listening = try CallSockets(
      at: wanted, preferring: kept?.port, usesDatagrams: usesDatagrams)
    do throws(SecurityError) {
      let new = CallRootKeys(chance: LocalAuthor.bytes(CallRootKeys.chanceLength, &chance))
      guard let rootKeys = kept?.rootKeys ?? new else { throw .cryptographyFailed }
      let membership = try Membership(
        localAuthor.memberKeys(), rootKeys: rootKeys, called: localAuthor.name.string)
      if let kept { membership.beforeRenewing { try kept.save($0) } }
      return CallConnection(
        membership, listening.transports.map { GuardedTransport($0) }, isLocal: isPerson,
        hasDoor: isPerson && hasDoor, takesRings: takesRings, admitsRung: isPerson,
        direct: isPerson ? listening.unix : nil, addresses: listening.addresses,
        port: listening.port, usesDatagrams: usesDatagrams,
        ticketFile: ticketFile, keptIn: kept, kind: isPerson ? .person : .relay,
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

  /// Connects with the members at the addresses of a ticket.
  ///
  /// - Parameters:
  ///   - kind: a display needs a ticket to watch.
  ///   - usesDatagrams: whether UDP may carry what may be lost.
  package static func joining(
    _ ticket: Ticket, as kind: MemberProfile.Kind = .person, _ localAuthor: LocalAuthor,
    usesDatagrams: Bool = true
  ) -> CallConnection {
    let listening = CallSockets(besideThoseAt: ticket, usesDatagrams: usesDatagrams)
    let known = (listening.addresses + ticket.addresses).prefix(Ticket.addressesMax)
    return CallConnection(
      Membership(localAuthor.memberKeys(), ticket: ticket, called: localAuthor.name.string),
      listening.transports.map { GuardedTransport($0) }, addresses: Array(known),
      usesDatagrams: usesDatagrams, kind: kind, signature: OwnFileSignature(localAuthor.identity),
      .joining)
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
      Membership(localAuthor.memberKeys()), [GuardedTransport(transport, to: role)], login: login,
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
  ///   - usesDatagrams: whether UDP may carry what may be lost.
  package static func joining(
    _ rendezvous: UserRendezvous, to role: Role, _ localAuthor: LocalAuthor,
    usesDatagrams: Bool = true
  ) -> CallConnection {
    let direct = UnixTransport()
    let connection = CallConnection(
      Membership(localAuthor.memberKeys()),
      [GuardedTransport(UnixTransport(at: rendezvous), to: role), GuardedTransport(direct)],
      admitsRung: role == .draw, direct: direct, makesTickets: role == .draw,
      usesDatagrams: usesDatagrams,
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
  /// - Parameters:
  ///   - door: the transport at which other users of this machine ask to join; nil opens no door. If
  ///     several runs meet, only the run that the others dial opens its door.
  ///   - takesRings: whether other users see that this user takes rings.
  ///   - failed: receives the reason why the door cannot be opened. This user's runs can meet
  ///     without a door.
  package static func local(
    _ membership: Membership, opening door: UnixTransport? = nil, takesRings: Bool = true,
    failed: @escaping @Sendable (TransportFault) -> Void = { _ in }
  ) -> LocalTransport {
    let meetingPlace = LocalMeetingPlace(runtimeFolder: Environment["XDG_RUNTIME_DIR"])
    return LocalTransport(at: meetingPlace, for: membership) {
      do throws(TransportFault) {
        try door?.open(
          UserRendezvous(of: geteuid(), temporaryFolder: Self.doors), takesRings: takesRings)
      } catch { failed(error) }
    }
  }

  /// The folder that holds the doors of all users of this machine. Tests use another folder.
  package static var doors: String { Environment["EASEL_DOORS"] ?? "/tmp" }
}
