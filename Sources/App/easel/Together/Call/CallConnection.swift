import BoardLog
import BoardModel
import EaselBase
import EaselPlatform
import GroupCore
import GroupSecurity
import OpenGroupActivities
import SecureTransports
import SocketTransports
import Synchronization
import WhiteboardUI
import SystemFiles

/// Connects a run with other members: its identity in the call, the transports by which they come,
/// and the tickets and requests that let more of them in.
final class CallConnection: Sendable {
  let membership: Membership
  private let ways: [Way]
  private let isLocal: Bool
  private let hasDoor: Bool
  /// The transport by which this run finds callers that came by a door, and they find it; nil if no
  /// caller comes by a door.
  private let again: UnixTransport?
  /// The addresses at which `again` listens.
  private let near = Mutex<[String]>([])
  private let boardTicket = BoardTicketFile()
  /// The addresses at which others can come, as far as they are known in advance.
  private let addresses: Mutex<[String]>
  /// Whether ``listen()`` opens the call to guests that could not come before.
  let makesTickets: Bool
  /// The TCP transport by which these guests will come; nil before this run enters the call.
  private let unheard = Mutex<TCPTransport?>(nil)
  private let ticketPath: Mutex<String?>
  /// The file that keeps the call for the next run that goes on with it; nil if nothing is kept.
  let kept: CallStateFile?
  let arrival: Whiteboard.Setup.Arrival
  /// Whether a person uses this run.
  private let isPerson: Bool
  private let moderators: Moderators
  /// The callers that knock, if this run opens this user's door.
  let knocks = AdmissionRequests()
  private let system = Mutex<GroupSystem?>(nil)

  /// A transport between this run and others, and how a caller on it gets in.
  struct Way: Sendable {
    let transport: any Transport
    var entry = SecureTransport.Entry.ticket

    init(_ transport: any Transport) { self.transport = transport }

    /// - Parameter role: the role to ask for at the other end, if this run has no ticket.
    init(_ transport: any Transport, to role: Role) {
      (self.transport, entry) = (transport, .taken(role))
    }
  }

  /// - Parameters:
  ///   - isLocal: whether this user's other runs on this machine meet here.
  ///   - hasDoor: whether other users may knock, if `isLocal` is true.
  ///   - again: must also be among `ways`.
  init(
    _ membership: Membership, _ ways: [Way], isLocal: Bool = false, hasDoor: Bool = false,
    again: UnixTransport? = nil, addresses: [String] = [], makesTickets: Bool = false,
    ticketFile: String? = nil, keptIn kept: CallStateFile? = nil, isPerson: Bool = true,
    moderators: Set<AuthorID> = [], _ arrival: Whiteboard.Setup.Arrival
  ) {
    (self.ways, self.isLocal, self.hasDoor, self.again) = (ways, isLocal, hasDoor, again)
    ticketPath = Mutex(ticketFile)
    self.kept = kept
    self.isPerson = isPerson
    self.moderators = Moderators(named: moderators)
    (self.membership, self.makesTickets) = (membership, makesTickets)
    self.arrival = arrival
    self.addresses = Mutex(addresses)
  }

  /// Makes the transports when the call is entered: slow work comes after the first frame.
  private func makeTransports() -> [any Transport] {
    var ways = ways
    if makesTickets {
      let tcp = TCPTransport()
      unheard.withLock { $0 = tcp }
      ways.append(Way(tcp))
    }
    let guarded = ways.enumerated().map { number, way in
      let entry =
        if case .ticket = way.entry, isPerson {
          Self.asking(knocks, way: number)
        } else { way.entry }
      return SecureTransport(way.transport, for: membership, by: entry)
    }
    guard isLocal else { return guarded }
    let door = hasDoor ? UnixTransport.door() : nil
    let meeting = Self.local(membership, opening: door) { [knocks] in knocks.doorFailed($0) }
    let local = SecureTransport(meeting, for: membership)
    return guarded + [local]
      + (door.map { [SecureTransport($0, for: membership, by: asking($0))] } ?? [])
  }

  /// Lets callers that came by a door find this run directly from now on.
  func stayFindable() {
    guard let again, near.withLock(\.isEmpty) else { return }
    do throws(TransportFault) {
      let place = UserRendezvous(of: geteuid(), temporaryFolder: Self.doors)
      let addresses = try again.listen(beside: place)
      near.withLock { $0 = addresses }
    } catch {
      // Others still reach this run as long as the members that it is linked with stay.
    }
  }

  /// Lets in a caller with a ticket; asks the user first, if the user wants that.
  ///
  /// - Parameter way: the number of the transport, since each transport names its links on its own.
  private static func asking(_ knocks: AdmissionRequests, way: Int) -> SecureTransport.Entry {
    .nod(
      isWanted: { knocks.asksTickets },
      ask: { link, caller, answer in knocks.came(.ticket(link, way: way), as: caller, answer) },
      gone: { knocks.gone(.ticket($0, way: way)) })
  }

  /// Asks the user about each caller that knocks.
  private func asking(_ door: UnixTransport) -> SecureTransport.Entry {
    .given(
      ask: { [weak self, weak door, knocks] link, wish, give in
        knocks.knocked(.door(link), door?.user(of: link), wishing: wish) {
          [weak self] said in
          if case .success = said { self?.stayFindable() }
          give(said)
        }
      },
      gone: { [knocks] in knocks.gone(.door($0)) })
  }

  /// Sets an observer that hears, on any thread, of key changes and of the entry into a call.
  func observe(_ observer: @escaping @Sendable (MembershipEvent) -> Void) {
    membership.observe(observer)
    membership.whenInCall { observer(.renewed(gone: [])) }
  }

  /// Whether this run can change keys, or a host does so on request.
  var canModerate: Bool {
    membership.isHost || moderators.isHeeded.load(ordering: .relaxed)
  }

  /// Stores whether a host follows the requests of this run.
  func heeded(_ isHeeded: Bool) { moderators.isHeeded.store(isHeeded, ordering: .relaxed) }

  // MARK: The call

  /// The name under which this run was let in, if the run may not choose its name.
  var givenName: SafeText? { membership.givenName }

  /// The role of this run in the call, as far as it is known.
  var role: Role? { membership.role }

  /// The members in this run's session, including those that fell silent. If no sheet names the
  /// members that stay, these stay.
  var sessionMembers: [MemberID] {
    guard let system = system.withLock({ $0 }) else { return [] }
    return system.sessionMembers + system.silentNames.keys
  }

  var rights: Rights { Rights(membership, moderators) }

  /// The unique id of the call; nil outside of any call.
  var call: Bytes16? { membership.call?.raw }

  /// Enters the call. A connection has only one seat in the call, so that later calls return the
  /// same system.
  func enter(as name: SafeText) -> GroupSystem {
    system.withLock { system in
      if let system { return system }
      let new = GroupSystem(
        name: name.string, isPerson: isPerson, member: membership.member, over: makeTransports(),
        sealedBy: membership)
      system = new
      membership.whenNamed { [weak new] in new?.rename($0.string) }
      return new
    }
  }

  /// Enters another host's call by the first of these addresses that leads to a member. Waits for
  /// the network, and does the main actor's work meanwhile.
  ///
  /// - Throws: the reason why no address leads into the call.
  func enter(as name: SafeText, by addresses: [String]) throws(TransportFault) {
    let system = enter(as: name)
    // The notice appears once, though each attempt may ask a person there.
    let isQuiet = Atomic(false)
    membership.observe { event in
      guard case .asked = event, !isQuiet.exchange(true, ordering: .relaxed) else { return }
      Report.notice("somebody there is asked whether you may come in; Ctrl-C gives up.")
    }
    defer { isQuiet.store(true, ordering: .relaxed) }
    let faults = Mutex<[TransportFault]>([])
    let isDone = WakePipe()
    Task.detached {
      for attempt in 1...Self.attemptsMax {
        let tried = await Self.connect(system, to: addresses)
        faults.withLock { $0 = tried }
        guard attempt < Self.attemptsMax, tried.contains(where: \.isBusy) else { break }
        do { try await Task.sleep(for: .seconds(1)) } catch { break }
      }
      isDone.ring()
    }
    MainActor.assumeIsolated { MainLoop.run(until: isDone) }
    // A refusal by a member tells more than the absence of others.
    let all = faults.withLock { $0 }
    if let fault = all.first(where: \.isRefusal) ?? all.first { throw fault }
  }

  /// The most attempts: members that let others in may be busy for a moment.
  private static let attemptsMax = 10

  /// - Returns: the reasons why no address leads into the call; empty if an address does.
  private static func connect(
    _ system: GroupSystem, to addresses: [String]
  ) async -> [TransportFault] {
    var faults: [TransportFault] = []
    for address in addresses {
      do throws(TransportFault) {
        try await system.connect(to: address)
        return []
      } catch {
        faults.append(error)
        // The person who declined may have more addresses: dialling these would ask the same person
        // again.
        if error.isDeclined { break }
      }
    }
    return faults
  }

  /// Listens for guests with a ticket, if no guest could come from another machine until now.
  func listen() throws(UserError) {
    guard membership.call != nil else {
      throw UserError("there is no call yet: tickets are made once there is one")
    }
    guard role != .watch else { throw UserError("whoever watches lets nobody in") }
    guard let unheard = unheard.withLock({ $0 }), addresses.withLock(\.isEmpty) else { return }
    do throws(TransportFault) {
      let found = try Listening.listenAnywhere(unheard).prefix(Ticket.addressesMax)
      addresses.withLock { $0 = Array(found) }
    } catch { throw UserError(error.description) }
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
  func keep(created: Int64?, session: CallStateFile.Session?) throws(UserError) {
    guard let kept, let rootKeys = membership.rootKeys else { return }
    do throws(FileError) {
      try kept.keep(rootKeys, created: created, session: session, at: addresses.withLock { $0 })
    } catch { throw .cannot("write", kept.path, error) }
  }

  /// Lets this user's other runs join this call through the open board. They find this user's own
  /// call without it.
  ///
  /// - Parameter board: the path of the open board; nil if there is none.
  func lead(from board: String?) throws(UserError) {
    guard arrival == .joining else { return }
    let addresses = (near.withLock { $0 } + addresses.withLock { $0 }).prefix(Ticket.addressesMax)
    do {
      let ticket =
        try addresses.isEmpty
        ? nil
        : role.flatMap { role in
          try membership.ticket(to: role, at: Array(addresses))
        }
      try boardTicket.keep(ticket, beside: board)
    } catch { throw UserError(wording: error) }
  }

  /// The file of the tickets that are valid now, for other programs to read; nil if there is none.
  var ticketFile: String? { ticketPath.withLock { $0 } }

  /// Writes the tickets into a file, and keeps the file up to date from then on.
  ///
  /// - Parameter path: the file to write, unless the tickets have a file already.
  /// - Returns: the path of the file.
  func writeTickets(unlessElsewhere path: String) throws(UserError) -> String {
    let place = ticketFile ?? path
    do throws(FileError) {
      try FileSystem.makeFolder(FileSystem.folder(of: place))
    } catch { throw .cannot("make the folder for", place, error) }
    try writeTickets(to: place)
    ticketPath.withLock { $0 = place }
    return place
  }

  /// Updates the file of tickets, if there is one.
  func writeTickets() throws(UserError) {
    if let ticketFile { try writeTickets(to: ticketFile) }
  }

  private func writeTickets(to path: String) throws(UserError) {
    let lines = Array(try ticketLines().utf8)
    do throws(FileError) {
      try PrivateFile.replace(path, with: lines)
    } catch { throw .cannot("write", path, error) }
  }

  /// Returns the tickets to draw and to watch, one per line.
  func ticketLines() throws(UserError) -> String {
    let tickets = try tickets()
    return [tickets?.drawing, tickets?.watching].compactMap { $0 }.map { $0.text + "\n" }.joined()
  }
}

extension TransportFault {
  fileprivate var isRefusal: Bool { if case .notAdmitted = cause { true } else { false } }
  fileprivate var isBusy: Bool { cause == .notAdmitted(SecurityError.busy.description) }
  fileprivate var isDeclined: Bool {
    cause == .notAdmitted(SecurityError.declined.description)
  }
}
