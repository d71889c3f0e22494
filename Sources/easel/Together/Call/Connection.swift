import Drawing
import Glibc
import Log
import OpenGroupActivities
import Sharing
import Synchronization
import Transports
import Trust
import Vocabulary
import Whiteboard

/// How a run is connected with others: who it is to them, by which ways they come, and what lets more
/// of them in.
final class Connection: Sendable {
  private let membership: Membership
  private let ways: [Way]
  private let hasDoor: Bool
  /// By which those who come by a door are found again, and find this run; nil where none do.
  private let again: UnixTransport?
  /// Where others can come, as far as that is known before anybody does.
  private let addresses: Mutex<[String]>
  /// Whether ``listen()`` lets others come who could not from the beginning.
  let makesTickets: Bool
  /// Where they can come then; nil before the call is entered.
  private let unheard = Mutex<TCPTransport?>(nil)
  private let ticketPath: Mutex<String?>
  /// What of the call is kept for whoever goes on with it; nil for nothing.
  let kept: KeptCall?
  let arrival: Whiteboard.Setup.Arrival
  /// Whether somebody sits at this run's seat.
  private let isPerson: Bool
  private let moderators: Moderators
  /// Who knocks at this user's door, where it is this run that opens it.
  let knocks = Knocks()
  private let system = Mutex<GroupSystem?>(nil)

  /// By which others come, or this run to them, and what brings them in.
  private struct Way: Sendable {
    let transport: any Transport
    var entry = GuardedTransport.Entry.ticket

    init(_ transport: any Transport) { self.transport = transport }

    /// - Parameter role: what is asked for at the other end, where no ticket leads.
    init(_ transport: any Transport, to role: Role) {
      (self.transport, entry) = (transport, .taken(role))
    }
  }

  /// - Parameters:
  ///   - hasDoor: whether others of this machine meet here, and knock.
  ///   - again: one of the ways.
  private init(
    _ membership: Membership, _ ways: [Way], hasDoor: Bool = false, again: UnixTransport? = nil,
    addresses: [String] = [], makesTickets: Bool = false, ticketFile: String? = nil,
    keptIn kept: KeptCall? = nil, isPerson: Bool = true, moderators: Set<AuthorID> = [],
    _ arrival: Whiteboard.Setup.Arrival
  ) {
    (self.ways, self.hasDoor, self.again) = (ways, hasDoor, again)
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
      return GuardedTransport(way.transport, for: membership, by: entry)
    }
    guard hasDoor else { return guarded }
    let door = UnixTransport()
    return guarded + [
      GuardedTransport(Self.local(membership, opening: door), for: membership),
      GuardedTransport(door, for: membership, by: asking(door)),
    ]
  }

  /// From now on those who came by a door find this run by itself.
  private func stayFindable() {
    do throws(TransportFault) {
      try again?.listen(beside: KnockingPlace(of: geteuid(), temporaryFolder: Self.doors))
    } catch {
      // It listens there already; or cannot, and is met as long as the others stay.
    }
  }

  /// Whoever has a ticket is let in; or asked for, where that is wanted.
  ///
  /// - Parameter way: each transport names links as it likes.
  private static func asking(_ knocks: Knocks, way: Int) -> GuardedTransport.Entry {
    .nod(
      isWanted: { knocks.asksTickets },
      ask: { link, caller, answer in knocks.came(.ticket(link, way: way), as: caller, answer) },
      gone: { knocks.gone(.ticket($0, way: way)) })
  }

  /// Whoever knocks is asked for.
  private func asking(_ door: UnixTransport) -> GuardedTransport.Entry {
    .given(
      ask: { [weak self, weak door, knocks] link, wish, give in
        knocks.knocked(.door(link), door?.user(of: link), wishing: wish) {
          [weak self] role in
          if role != nil { self?.stayFindable() }
          give(role)
        }
      },
      gone: { [knocks] in knocks.gone(.door($0)) })
  }

  /// With all that this user runs on this machine.
  ///
  /// Whoever said where to be dialled by TCP is dialled, so that who came by a ticket stays when the run
  /// that gave it ends; it listens there itself only once tickets are made of it.
  static func local(_ artist: Artist) -> Connection {
    let again = UnixTransport()
    return Connection(
      Membership(artist.memberKeys(), called: artist.name.string), [Way(again)], hasDoor: true,
      again: again, makesTickets: true, .free)
  }

  /// With whoever has a ticket, and what this user runs on this machine.
  ///
  /// - Parameters:
  ///   - ticketFile: where the tickets are to be written, for as long as they are good.
  ///   - kept: a call to go on with, and where this one is kept.
  ///   - isPerson: whether somebody sits there, who can be asked when others knock.
  ///   - moderators: who may decide about others as well, beside other runs of this artist.
  static func hosting(
    at wanted: [String], _ artist: Artist, ticketFile: String? = nil,
    keptIn kept: KeptCall? = nil, isPerson: Bool = true, moderators: Set<AuthorID> = []
  ) throws(Refusal) -> Connection {
    var chance = SystemRandomNumberGenerator()
    let listening = try Listening(at: wanted)
    do throws(Trust.Refusal) {
      let new = Founding(chance: Artist.bytes(Founding.chanceLength, &chance))
      guard let founding = kept?.founding ?? new else { throw .cryptographyFailed }
      let membership = try Membership(
        artist.memberKeys(), founding: founding, called: artist.name.string)
      membership.observe { [weak membership] event in
        guard case .renewed = event, let founding = membership?.founding else { return }
        // Before the tickets are told. What fails is tried again with the session, and said.
        try? kept?.keep(founding)
      }
      return Connection(
        membership, [Way(listening.tcp), Way(listening.unix)], hasDoor: isPerson,
        again: isPerson ? listening.unix : nil, addresses: listening.addresses,
        ticketFile: ticketFile, keptIn: kept, isPerson: isPerson, moderators: moderators, .hosting)
    } catch {
      throw Refusal(error.description)
    }
  }

  /// With those to whom a ticket leads.
  static func joining(_ ticket: Ticket, _ artist: Artist) -> Connection {
    let listening = Listening(besideThoseAt: ticket)
    let known = (listening.addresses + ticket.addresses).prefix(Ticket.addressesMax)
    return Connection(
      Membership(artist.memberKeys(), ticket: ticket, called: artist.name.string),
      [Way(listening.tcp), Way(listening.unix)], addresses: Array(known), .joining)
  }

  /// With those in the call of a login elsewhere.
  ///
  /// - Parameter role: what is asked for there.
  static func joining(
    _ side: FarSide, to role: Role, complaints: Complaints, _ artist: Artist
  ) -> Connection {
    Connection(
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
    let entry = GuardedTransport.Entry.given(ask: { _, _, give in
      membership.whenInCall { give(role) }
    })
    return GroupSystem(
      name: nil, isPerson: false, member: membership.member,
      over: [
        GuardedTransport(local(membership), for: membership),
        GuardedTransport(pipe, for: membership, by: entry, calling: name),
      ], sealedBy: membership)
  }

  /// With another user of this machine, once that one has answered. From then on the door is not needed:
  /// who may draw is found by the others, and can let more of them come.
  ///
  /// - Parameter role: what is asked for.
  static func joining(_ place: KnockingPlace, to role: Role, _ artist: Artist) -> Connection {
    let again = UnixTransport()
    let connection = Connection(
      Membership(artist.memberKeys()), [Way(UnixTransport(at: place), to: role), Way(again)],
      again: again, makesTickets: role == .draw, .joining)
    connection.membership.whenInCall { [weak connection] in
      if connection?.role == .draw { connection?.stayFindable() }
    }
    return connection
  }

  /// - Parameter door: what the first of this user's runs opens.
  private static func local(
    _ membership: Membership, opening door: UnixTransport? = nil
  ) -> LocalTransport {
    let place = LocalMeetingPlace(runtimeFolder: Environment["XDG_RUNTIME_DIR"])
    return LocalTransport(at: place, for: membership) {
      // Without a door one is met by one's own runs all the same.
      try? door?.open(KnockingPlace(of: geteuid(), temporaryFolder: Self.doors))
    }
  }

  /// Where doors are: the same for all users of a machine. Tests have another.
  static var doors: String { Environment["EASEL_DOORS"] ?? "/tmp" }

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

  /// Everybody else who is seen in the call.
  var seenMembers: [MemberID] { system.withLock { $0 }?.seenMembers ?? [] }

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
    let isOver = Atomic(false)
    membership.observe { event in
      guard case .asked = event, !isOver.load(ordering: .relaxed) else { return }
      Report.notice("somebody there is asked whether you may come in; Ctrl-C gives up.")
    }
    defer { isOver.store(true, ordering: .relaxed) }
    let faults = Mutex<[TransportFault]>([])
    let isDone = Bell()
    Task.detached {
      for address in addresses {
        do throws(TransportFault) {
          try await system.connect(to: address)
          faults.withLock { $0 = [] }
          break
        } catch {
          faults.withLock { $0.append(error) }
          // Whoever said no would be asked again at each of their addresses.
          if error.isDeclined { break }
        }
      }
      isDone.ring()
    }
    MainQueue.work(until: isDone)
    // Who is there and refuses says more than that others are not.
    let all = faults.withLock { $0 }
    if let fault = all.first(where: \.isRefusal) ?? all.first { throw fault }
  }

  /// Listens for whoever has a ticket, where nobody could come from elsewhere until now.
  func listen() throws(Refusal) {
    guard membership.call != nil else {
      throw Refusal("there is no call yet: tickets are made once there is one")
    }
    guard let unheard = unheard.withLock({ $0 }), addresses.withLock(\.isEmpty) else { return }
    do throws(TransportFault) {
      let found = try Listening.listenAnywhere(unheard).prefix(Ticket.addressesMax)
      addresses.withLock { $0 = Array(found) }
    } catch { throw Refusal(error.description) }
  }

  /// A ticket to draw, where this run has one to give, and one to watch; nil of a call that only
  /// meets here.
  func tickets() throws(Refusal) -> (drawing: Ticket?, watching: Ticket)? {
    let addresses = addresses.withLock { $0 }
    guard !addresses.isEmpty else { return nil }
    do {
      guard let watching = try membership.ticket(to: .watch, at: addresses) else { return nil }
      return (try membership.ticket(to: .draw, at: addresses), watching)
    } catch {
      throw Refusal(error.description)
    }
  }

  /// Keeps what it takes to go on with this call.
  ///
  /// - Parameter created: when the board was that is hosted; nil where another is open.
  func keep(created: Int64?, session: KeptCall.Session?) throws(Refusal) {
    guard let kept, let founding = membership.founding else { return }
    do throws(SystemError) {
      try kept.keep(founding, created: created, session: session, at: addresses.withLock { $0 })
    } catch { throw .cannot("write", kept.path, error) }
  }

  /// Where the tickets lie that are good now, for others to read; nil for nowhere.
  var ticketFile: String? { ticketPath.withLock { $0 } }

  /// Writes the tickets into a file, and keeps it true from then on.
  ///
  /// - Parameter path: where to, unless there is such a file already.
  /// - Returns: where they are.
  func writeTickets(unlessElsewhere path: String) throws(Refusal) -> String {
    let place = ticketFile ?? path
    do throws(SystemError) {
      try FileSystem.makeFolder(FileSystem.folder(of: place))
    } catch { throw .cannot("make the folder for", place, error) }
    try TicketFile.write(try ticketLines(), to: place)
    ticketPath.withLock { $0 = place }
    return place
  }

  /// Keeps the file of tickets true.
  func writeTickets() throws(Refusal) {
    if let ticketFile { try TicketFile.write(try ticketLines(), to: ticketFile) }
  }

  /// To draw and to watch, a line each.
  func ticketLines() throws(Refusal) -> String {
    let tickets = try tickets()
    return [tickets?.drawing, tickets?.watching].compactMap { $0 }.map { $0.text + "\n" }.joined()
  }
}

extension TransportFault {
  fileprivate var isRefusal: Bool { if case .notAdmitted = cause { true } else { false } }
  fileprivate var isDeclined: Bool { cause == .notAdmitted(Trust.Refusal.declined.description) }
}
