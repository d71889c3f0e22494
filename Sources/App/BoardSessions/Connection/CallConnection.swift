import BoardContract
import BoardFiles
import BoardLog
import BoardModel
import EaselBase
import EaselPlatform
import GroupBase
import GroupCore
import GroupSecurity
import Logging
import OpenGroupActivities
import SecureTransports
import SocketTransports
import Synchronization
import SystemFiles

/// Connects one run of the program with the other members of a call. Holds the run's identity in
/// the call, the transports to other members, and the tickets and requests that admit more guests.
package final class CallConnection: Sendable {
  package let membership: Membership
  let transports: [GuardedTransport]
  private let isLocal: Bool
  let door: Door
  /// The transport that links this run directly with members that were admitted at a door; nil if
  /// this run uses no door.
  private let direct: UnixTransport?
  /// The addresses at which `direct` listens.
  let directAddresses = Mutex<[String]>([])
  private let boardTicket: BoardTicketFile
  /// The addresses at which guests can join the call, as far as they are known in advance.
  let addresses: Mutex<[String]>
  /// The port at which guests reach a host; nil if the user named the addresses.
  package let port: UInt16?
  /// Whether ``listen()`` makes this run reachable from other machines, from which no guest could
  /// join before.
  package let makesTickets: Bool
  /// The TCP transport for guests from other machines, before it listens. Nil before this run enters
  /// the call, and always nil if ``makesTickets`` is false.
  private let idleTCP = Mutex<TCPTransport?>(nil)
  private let ticketFile: Mutex<TicketFile?>
  /// The tickets that the file has; nil if nothing was written yet.
  private let writtenTickets = Mutex<String?>(nil)
  /// The file that stores the call, so that a later run can go on with it; nil if the call is not
  /// stored.
  let kept: CallStateFile?
  /// Whether a shared board can be shown on a display, as its activity says.
  package static var continuesOnDisplays: Bool { DrawTogether.metadata.supportsContinuationOnTV }
  /// How long the tickets last at first.
  let ticketLife: TicketLife
  /// The purpose of this run in the call.
  package let purpose: Purpose
  /// Whether a person uses this run.
  package let kind: MemberProfile.Kind
  let moderators: ModerationRights
  /// The address of the login by which this run joins; nil for any other way.
  package let login: String?
  let logger: Logger
  private let refusals: RefusalLog
  /// The requests of people who ask to come in.
  let admissions = AdmissionRequests()
  /// The rings of other users of this machine.
  var ringRequests: RingRequests { door.ringRequests }
  let system = Mutex<GroupSystem?>(nil)

  package let settings: CallSettings

  /// The door of this run, at which other users of this machine knock and ring.
  struct Door: ~Copyable, Sendable {
    /// Whether users of this machine may ask to join without a ring.
    let takesKnocks: Bool
    /// Whether users of this machine may come in that this run's user rang.
    let admitsRung: Bool
    let ringRequests: RingRequests
    /// Nil before this run enters the call, and for a run without a door.
    let transport = Mutex<UnixTransport?>(nil)
    /// Whether this run has the door of its user open.
    let isOpen = Atomic(false)
  }

  package enum Purpose: Hashable, Sendable {
    /// The run shares or joins a board only when the user asks for it.
    case free
    /// The run shares the open board with each person who comes.
    case hosting
    /// The run joins a session of the call as soon as one is shared.
    case joining
  }

  /// A transport between this run and other members, and the way in which a guest on it is
  /// admitted.
  struct GuardedTransport: Sendable {
    let transport: any Transport
    var admissionMode = SecureTransport.AdmissionMode.ticket

    init(_ transport: any Transport) { self.transport = transport }

    /// - Parameter role: the role to ask for at the other end, if this run has no ticket.
    init(_ transport: any Transport, to role: Role) {
      (self.transport, admissionMode) = (transport, .requestsTicket(role))
    }
  }

  /// - Parameters:
  ///   - isLocal: whether this run meets this user's other runs on this machine.
  ///   - hasDoor: whether this run can have a door, a Unix socket at which other users of this machine
  ///     ask to join. The settings decide too.
  ///   - admitsRung: whether this user may ring other users of this machine, who then come in.
  ///   - direct: the transport for direct links; must also be among `transports`.
  ///   - signature: marks the files of this user that hold secrets.
  init(
    _ membership: Membership, _ transports: [GuardedTransport], _ settings: CallSettings,
    isLocal: Bool = false, hasDoor: Bool = false, admitsRung: Bool = false,
    direct: UnixTransport? = nil, addresses: [String] = [], port: UInt16? = nil,
    makesTickets: Bool = false,
    ticketFile: NamedOutput? = nil, keptIn kept: CallStateFile? = nil,
    kind: MemberProfile.Kind = .person, moderators: Set<AuthorID> = [],
    ticketLife: TicketLife = .untilRenewed, logger: Logger = .silent, login: String? = nil,
    signature: OwnFileSignature, _ purpose: Purpose
  ) {
    (self.ticketLife, self.settings) = (ticketLife, settings)
    door = Door(
      takesKnocks: hasDoor && settings.takesKnocks, admitsRung: admitsRung,
      ringRequests: RingRequests(isQuiet: !settings.takesRings))
    (self.transports, self.isLocal, self.direct) = (transports, isLocal, direct)
    self.ticketFile = Mutex(ticketFile.map(TicketFile.named))
    self.kept = kept
    (self.kind, self.logger, self.login) = (kind, logger, login)
    refusals = RefusalLog { logger.record($0) }
    self.moderators = ModerationRights(named: moderators)
    (self.membership, self.makesTickets) = (membership, makesTickets)
    self.purpose = purpose
    self.addresses = Mutex(addresses)
    self.port = port
    boardTicket = BoardTicketFile(signature)
  }

  /// Makes the transports when the run enters the call, since this slow work must come after the
  /// first frame.
  private func makeTransports() -> [any Transport] {
    var transports = transports
    if makesTickets {
      let tcp = TCPTransport(usesDatagrams: settings.usesDatagrams)
      idleTCP.withLock { $0 = tcp }
      transports.append(GuardedTransport(tcp))
    }
    let guarded = transports.enumerated().map { number, guarded in
      let admissionMode =
        if case .ticket = guarded.admissionMode, kind == .person {
          Self.asking(admissions, transport: number)
        } else { guarded.admissionMode }
      return secured(guarded.transport, by: admissionMode)
    }
    let door = door.admitsRung || door.takesKnocks ? UnixTransport.door() : nil
    let entrance = door.map { [guardedDoor($0)] } ?? []
    self.door.transport.withLock { $0 = door }
    guard isLocal else { return guarded + entrance }
    // If several runs meet, only the run that the others dial opens the door.
    let meeting = Self.local(membership) { [weak self] in self?.openDoor() }
    return guarded + [secured(meeting)] + entrance
  }

  private func guardedDoor(_ door: UnixTransport) -> SecureTransport {
    let guarded = secured(door, by: asking(door))
    guarded.handleRings { [ringRequests, weak door] link, message, answer in
      ringRequests.rang(message, from: door?.user(of: link), over: link, answer)
    }
    return guarded
  }

  private func secured(
    _ transport: any Transport, by admissionMode: SecureTransport.AdmissionMode = .ticket
  ) -> SecureTransport {
    SecureTransport(
      transport, for: membership, by: admissionMode,
      observe: { [logger, refusals] in logger.record($0, refusals) })
  }

  /// Listens for direct links, so that members that were admitted at a door find this run without
  /// the door.
  func stayFindable() {
    guard let direct, directAddresses.withLock(\.isEmpty) else { return }
    do throws(TransportFault) {
      let rendezvous = UserRendezvous(of: geteuid(), temporaryFolder: Self.doors)
      let addresses = try direct.listen(beside: rendezvous)
      directAddresses.withLock { $0 = addresses }
    } catch {
      // Other members still reach this run through the members with which it is linked, as long as
      // these stay.
    }
  }

  /// Returns the mode that admits a guest with a ticket. The user is asked first, if the user wants
  /// that.
  ///
  /// - Parameter number: the number of the transport, since links of two transports may have the same
  ///   id.
  private static func asking(_ admissions: AdmissionRequests, transport number: Int)
    -> SecureTransport.AdmissionMode
  {
    .ticketAndApproval(
      isWanted: { admissions.asksTickets },
      ask: { link, caller, answer in
        admissions.came(.ticket(link, transport: number), as: caller, answer)
      },
      gone: { admissions.gone(.ticket($0, transport: number)) })
  }

  /// Returns the mode that asks the user about each guest at the door.
  private func asking(_ door: UnixTransport) -> SecureTransport.AdmissionMode {
    .grantsTicket(
      ask: { [weak self, weak door, admissions] link, wish, give in
        admissions.knocked(.door(link), door?.user(of: link), wishing: wish) {
          [weak self] said in
          if case .success = said { self?.stayFindable() }
          give(said)
        }
      },
      gone: { [admissions, ringRequests] in
        admissions.gone(.door($0))
        ringRequests.gone($0)
      })
  }

  /// Sets an observer, which may be called on any thread. It receives each event of the membership,
  /// and `.renewed` once this run is in a call.
  func observe(_ observer: @escaping @Sendable (MembershipEvent) -> Void) {
    membership.observe(observer)
    membership.whenInCall { observer(.renewed(gone: [])) }
  }

  /// Whether this run can change the keys of the call, or a host changes them at this run's
  /// request.
  var canModerate: Bool {
    membership.isHost || moderators.isHeeded.load(ordering: .relaxed)
  }

  /// Stores whether a host follows the requests of this run.
  func heeded(_ isHeeded: Bool) { moderators.isHeeded.store(isHeeded, ordering: .relaxed) }

  // MARK: The call

  /// The name under which this run was let in, if the run may not choose its name.
  package var givenName: SafeText? { membership.givenName }

  /// The role of this run in the call, as far as it is known.
  package var role: Role? { membership.role }

  /// The members in this run's session, and the members that fell silent. A program without a
  /// screen lets these members stay in the call when it renews the tickets.
  package var sessionMembers: [MemberID] {
    guard let system = system.withLock({ $0 }) else { return [] }
    return system.sessionMembers + system.silentNames.keys
  }

  package var rights: Rights { Rights(membership, moderators) }

  /// The unique id of the call; nil outside of any call.
  var call: Bytes16? { membership.call?.raw }

  /// Enters the call. The connection is one member of the call, so this method returns the same
  /// system each time.
  package func enter(as name: SafeText) -> GroupSystem {
    system.withLock { system in
      if let system { return system }
      let new = GroupSystem(
        name: name.string, kind: kind, member: membership.member, over: makeTransports(),
        sealedBy: membership)
      system = new
      membership.whenNamed { [weak new] in new?.rename($0.string) }
      return new
    }
  }

  /// Listens for guests with a ticket, if no guest could come from another machine until now.
  func listen() throws(UserError) {
    guard membership.call != nil else {
      throw UserError("there is no session yet, so there are no tickets")
    }
    guard role != .watch else { throw UserError("a watcher cannot admit others") }
    guard membership.mayAdmit else {
      throw UserError("the login by which you came in admits only you")
    }
    guard let tcp = idleTCP.withLock({ $0 }), addresses.withLock(\.isEmpty) else {
      return
    }
    do throws(TransportFault) {
      let found = try CallSockets.listenAnywhere(tcp).prefix(Ticket.addressesMax)
      addresses.withLock { $0 = Array(found) }
    } catch { throw UserError(error.description) }
    if addresses.withLock(\.isEmpty) { throw UserError(Self.noNetwork) }
  }

  /// The sentence about a machine without any address.
  package static let noNetwork = "this machine has no network: only people on it can join."

  /// Whether this run listens, or will listen, at all addresses of this machine.
  private var listensAnywhere: Bool { makesTickets || port != nil }

  /// Whether other machines can reach this run, as far as its addresses show it.
  package var hasNetwork: Bool {
    let addresses = addresses.withLock { $0 }
    return !addresses.isEmpty
      && !(listensAnywhere && addresses.allSatisfy(CallSockets.isLoopback))
  }

  /// Returns a ticket to draw, if this run may give such tickets, and a ticket to watch. Returns
  /// nil if others can reach the call only on this machine.
  func tickets() throws(UserError) -> (drawing: Ticket?, watching: Ticket)? {
    let addresses = addresses.withLock { $0 }
    guard !addresses.isEmpty else { return nil }
    do {
      guard let watching = try membership.ticket(to: .watch, at: addresses) else { return nil }
      return (try membership.ticket(to: .draw, at: addresses), watching)
    } catch {
      throw UserError(error.description)
    }
  }

  /// Saves what a later run needs to go on with this call.
  ///
  /// - Parameter created: when the hosted board was created; nil if another board is open.
  func save(created: Int64?, session: CallStateFile.Session?) throws(UserError) {
    guard let kept, let rootKeys = membership.rootKeys else { return }
    try kept.save(
      rootKeys, created: created, session: session, at: addresses.withLock { $0 }, port: port)
  }

  /// Writes the ticket file beside the open board, so that this user's other runs can join this
  /// call. Does nothing in this user's own call, which the other runs find without the file.
  ///
  /// - Parameter board: the path of the open board; nil if there is none.
  func updateBoardTicket(beside board: String?) throws(UserError) {
    guard purpose == .joining else { return }
    let addresses = (directAddresses.withLock { $0 } + addresses.withLock { $0 }).prefix(
      Ticket.addressesMax)
    do {
      let ticket =
        try addresses.isEmpty
        ? nil
        : role.flatMap { role in
          try membership.ticket(to: role, at: Array(addresses))
        }
      try boardTicket.write(ticket, beside: board)
    } catch { throw UserError(wording: error) }
  }

  /// The path of the file with the tickets that are valid now; nil if there is none.
  package var ticketPath: String? { ticketFile.withLock { $0?.path } }

  /// Writes the tickets into a file, and keeps the file up to date from then on.
  ///
  /// - Parameter path: Easel's own file for tickets; written unless the tickets have a file already.
  /// - Returns: the path of the file.
  package func writeTickets(unlessElsewhere path: String) throws(UserError) -> String {
    let file = ticketFile.withLock { $0 } ?? .own(path)
    try file.write(try ticketLines(), waits: false)
    ticketFile.withLock { $0 = file }
    return file.path
  }

  /// Updates the file of tickets, if there is one, and if the tickets have changed. A reader of a
  /// pipe gets each ticket only once.
  ///
  /// - Parameter waits: whether to wait until another program reads from a pipe that has a name.
  package func writeTickets(waits: Bool = false) throws(UserError) {
    guard let file = ticketFile.withLock({ $0 }) else { return }
    let lines = try ticketLines()
    guard writtenTickets.withLock({ $0 }) != lines else { return }
    try file.write(lines, waits: waits)
    writtenTickets.withLock { $0 = lines }
  }

  /// Returns the tickets to draw and to watch, one per line. Words behind each ticket say which one
  /// it is; a program reads the first word of a line.
  package func ticketLines() throws(UserError) -> String {
    let tickets = try tickets()
    let lines = [
      tickets?.drawing.map { "\($0.text)  # to draw\n" },
      tickets.map { "\($0.watching.text)  # to watch\n" },
    ]
    return lines.compactMap { $0 }.joined()
  }
}
