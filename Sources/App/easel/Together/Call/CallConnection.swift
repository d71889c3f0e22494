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

/// How a run is connected with others: who it is to them, by which ways they come, and what lets more
/// of them in.
final class CallConnection: Sendable {
  let membership: Membership
  private let ways: [Way]
  private let isLocal: Bool
  private let hasDoor: Bool
  /// By which those who come by a door are found again, and find this run; nil where none do.
  private let again: UnixTransport?
  /// Where that listens.
  private let near = Mutex<[String]>([])
  private let boardTicket = BoardTicketFile()
  /// Where others can come, as far as that is known before anybody does.
  private let addresses: Mutex<[String]>
  /// Whether ``listen()`` lets others come who could not from the beginning.
  let makesTickets: Bool
  /// Where they can come then; nil before the call is entered.
  private let unheard = Mutex<TCPTransport?>(nil)
  private let ticketPath: Mutex<String?>
  /// What of the call is kept for whoever goes on with it; nil for nothing.
  let kept: CallStateFile?
  let arrival: Whiteboard.Setup.Arrival
  /// Whether somebody sits at this run's seat.
  private let isPerson: Bool
  private let moderators: Moderators
  /// Who knocks at this user's door, where it is this run that opens it.
  let knocks = AdmissionRequests()
  private let system = Mutex<GroupSystem?>(nil)

  /// By which others come, or this run to them, and what brings them in.
  struct Way: Sendable {
    let transport: any Transport
    var entry = SecureTransport.Entry.ticket

    init(_ transport: any Transport) { self.transport = transport }

    /// - Parameter role: what is asked for at the other end, where no ticket leads.
    init(_ transport: any Transport, to role: Role) {
      (self.transport, entry) = (transport, .taken(role))
    }
  }

  /// - Parameters:
  ///   - isLocal: whether this user's other runs on this machine meet here.
  ///   - hasDoor: whether other users knock, then.
  ///   - again: one of the ways.
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

  /// When the call is entered: what takes long to make comes after the first picture.
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

  /// From now on those who came by a door find this run by itself.
  func stayFindable() {
    guard let again, near.withLock(\.isEmpty) else { return }
    do throws(TransportFault) {
      let place = UserRendezvous(of: geteuid(), temporaryFolder: Self.doors)
      let addresses = try again.listen(beside: place)
      near.withLock { $0 = addresses }
    } catch {
      // It is met as long as the others stay.
    }
  }

  /// Whoever has a ticket is let in; or asked for, where that is wanted.
  ///
  /// - Parameter way: each transport names links as it likes.
  private static func asking(_ knocks: AdmissionRequests, way: Int) -> SecureTransport.Entry {
    .nod(
      isWanted: { knocks.asksTickets },
      ask: { link, caller, answer in knocks.came(.ticket(link, way: way), as: caller, answer) },
      gone: { knocks.gone(.ticket($0, way: way)) })
  }

  /// Whoever knocks is asked for.
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

  /// Hears of changes of keys, and of having come into a call, from any thread.
  func observe(_ observer: @escaping @Sendable (MembershipEvent) -> Void) {
    membership.observe(observer)
    membership.whenInCall { observer(.renewed(gone: [])) }
  }

  /// Whether this run can change keys, or a host does so for it.
  var canModerate: Bool {
    membership.isHost || moderators.isHeeded.load(ordering: .relaxed)
  }

  /// A host has said whether it heeds this run.
  func heeded(_ isHeeded: Bool) { moderators.isHeeded.store(isHeeded, ordering: .relaxed) }

  // MARK: The call

  /// The name under which this run was let in, where it is not its own to choose.
  var givenName: SafeText? { membership.givenName }

  /// What this run may do there, as far as it is known.
  var role: Role? { membership.role }

  /// The members in this run's session, and those that fell silent there: where no sheet names the members
  /// that stay, these stay.
  var sessionMembers: [MemberID] {
    guard let system = system.withLock({ $0 }) else { return [] }
    return system.sessionMembers + system.silentNames.keys
  }

  var rights: Rights { Rights(membership, moderators) }

  /// The call's name, which nobody else's has; nil outside of any.
  var call: Bytes16? { membership.call?.raw }

  /// Takes the one seat in the call that there is for each connection.
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

  /// Enters the call of others, by the first of these addresses that leads to one of them. Waits for
  /// the network, and does the main actor's work meanwhile.
  ///
  /// - Throws: why none does.
  func enter(as name: SafeText, by addresses: [String]) throws(TransportFault) {
    let system = enter(as: name)
    // Said once, though each attempt may have somebody asked.
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
    // Who is there and refuses says more than that others are not.
    let all = faults.withLock { $0 }
    if let fault = all.first(where: \.isRefusal) ?? all.first { throw fault }
  }

  /// Those who let others in may be busy for a moment.
  private static let attemptsMax = 10

  /// - Returns: why none of these addresses leads into the call; empty where one does.
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
        // The person who declined has more addresses: dialling these would ask the same person again.
        if error.isDeclined { break }
      }
    }
    return faults
  }

  /// Listens for whoever has a ticket, where nobody could come from elsewhere until now.
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

  /// A ticket to draw, where this run has one to give, and one to watch; nil of a call that only
  /// meets here.
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

  /// Keeps what it takes to go on with this call.
  ///
  /// - Parameter created: when the board was that is hosted; nil where another is open.
  func keep(created: Int64?, session: CallStateFile.Session?) throws(UserError) {
    guard let kept, let founding = membership.founding else { return }
    do throws(SystemError) {
      try kept.keep(founding, created: created, session: session, at: addresses.withLock { $0 })
    } catch { throw .cannot("write", kept.path, error) }
  }

  /// Lets this user's other runs come over a board of this call that is open here. Into one's own they
  /// find without.
  ///
  /// - Parameter board: nil where none is.
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

  /// Where the tickets lie that are good now, for others to read; nil for nowhere.
  var ticketFile: String? { ticketPath.withLock { $0 } }

  /// Writes the tickets into a file, and keeps it true from then on.
  ///
  /// - Parameter path: where to, unless there is such a file already.
  /// - Returns: where they are.
  func writeTickets(unlessElsewhere path: String) throws(UserError) -> String {
    let place = ticketFile ?? path
    do throws(SystemError) {
      try FileSystem.makeFolder(FileSystem.folder(of: place))
    } catch { throw .cannot("make the folder for", place, error) }
    try TicketFile.write(try ticketLines(), to: place)
    ticketPath.withLock { $0 = place }
    return place
  }

  /// Keeps the file of tickets true.
  func writeTickets() throws(UserError) {
    if let ticketFile { try TicketFile.write(try ticketLines(), to: ticketFile) }
  }

  /// To draw and to watch, a line each.
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
