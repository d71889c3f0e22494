import BoardCodec
import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import BoardSync
import EaselBase
import GroupBase
import GroupTesting
import Testing

@testable import SessionCore

/// Several clients in one session over a simulated network, under a clock that only a test moves.
///
/// A message arrives as soon as it is sent, unless a test gives the network other weather.
struct ClientWorld {
  /// An event of a client, and the outputs with which it answers.
  typealias Event = (inout SessionClient, Uptime, inout SplitMix64) -> [SessionClient.Output]

  var clients: [SessionClient]
  /// The entries that each participant has stored, its own and others'.
  private(set) var files: [[Entry]]
  /// The events that each participant's screen got.
  private(set) var events: [[SessionEvent]]
  /// The changes that each was told to show.
  private(set) var changes: [[BoardChange]]
  /// The messages that wait for room, with their readers, by sender.
  private(set) var paced: [[(SharedBoardMessage, ParticipantID)]]
  /// How many messages each has sent.
  private(set) var sentCounts: [Int]
  var network = NetworkModel(.init(delay: .zero...(.zero)))
  private var agenda = Agenda<(client: Int, event: Event)>()
  private var chance: SplitMix64
  /// Whether messages with room for one at a time get through at once.
  var hasRoom = true
  private var isInSession: [Bool]
  /// The beginning of each client's board, in the bytes that a member sends.
  var beginnings: [Int: [UInt8]] = [:]
  /// The beginnings that came to each.
  private(set) var came: [Int: BoardBeginning] = [:]

  var now: Uptime { agenda.now }

  static let session = SessionUUID(Bytes16(high: 9, low: 1))
  static let coding = EntryCoding(
    encode: { $0.encoded() }, decode: { OperationReading($0) },
    verify: { digest, signature, _ in signature == digest.bytes })

  static func participant(_ index: Int) -> ParticipantID {
    ParticipantID(MemberID(UInt64(index + 1)), join: 1)
  }

  static func name(_ index: Int) -> ParticipantUUID {
    ParticipantUUID(Bytes16(high: 7, low: UInt64(index)))
  }

  /// An empty board, opened by the author with this key in the replica with this nonce.
  static func board(of key: UInt8, in nonce: UInt8 = 1) -> LoadedBoard {
    LoadedBoard(
      path: nil, name: SafeText("plan"), log: Log(.unowned),
      replicaGenesis: ReplicaGenesis(
        publicKey: Array(repeating: key, count: 32), nonce: Array(repeating: nonce, count: 16)),
      picture: Picture())
  }

  static func replica(_ index: Int) -> BoardReplica {
    let board = board(of: UInt8(index + 1))
    return BoardReplica(board, author: board.replicaGenesis.author, coding: coding)
  }

  init(_ count: Int, seed: UInt64 = 1) {
    clients = (0..<count).map { SessionClient(board: Self.replica($0)) }
    files = Array(repeating: [], count: count)
    events = Array(repeating: [], count: count)
    changes = Array(repeating: [], count: count)
    paced = Array(repeating: [], count: count)
    sentCounts = Array(repeating: 0, count: count)
    isInSession = Array(repeating: false, count: count)
    chance = SplitMix64(seed: seed)
  }

  // MARK: What happens

  mutating func join(
    _ index: Int, lacking genesis: BoardGenesis? = nil, rights: SessionRights = .open
  ) {
    clients[index].enter(
      Self.session, as: Self.participant(index), isFounder: index == 0, lacking: genesis,
      rights: rights, at: now)
    isInSession[index] = true
    for other in clients.indices where isInSession[other] { sendRoster(to: other) }
  }

  mutating func leave(_ index: Int) {
    clients[index].leave()
    isInSession[index] = false
    for other in clients.indices where isInSession[other] { sendRoster(to: other) }
  }

  private mutating func sendRoster(to index: Int) {
    let members = clients.indices.filter { isInSession[$0] }.map {
      SessionClient.Member(
        SharedBoard.Participant(Self.participant($0), mayDraw: true), named: Self.name($0))
    }
    step(index) { $0.participantsChanged(to: members, at: $1, using: &$2) }
  }

  /// Lets a client handle an event, and all clients the messages that arrive at once.
  mutating func step(_ index: Int, _ event: Event) {
    update(index, event)
    deliver(until: now)
  }

  private mutating func update(_ index: Int, _ event: Event) {
    for output in event(&clients[index], now, &chance) { perform(output, of: index) }
  }

  /// Moves the clock to this moment, and hands over what arrives until then.
  private mutating func deliver(until end: Uptime) {
    while let (index, event) = agenda.next(until: end) { update(index, event) }
  }

  /// Records a label, which reaches the disk at once unless it says otherwise.
  @discardableResult
  mutating func draw(_ index: Int, _ text: String, reachesDisk: Bool = true) -> [Entry] {
    let label = Label(
      origin: BoardPoint(x: 0, y: 0), columnWidth: 500, rowHeight: 1_000,
      color: PaletteColor.red.color, text: SafeText(text))
    let entries = Self.signed(clients[index].board.record([.make(.label(label))], at: 1).entries)
    files[index] += entries
    clients[index].stored(entries)
    if reachesDisk { keep(index, entries) }
    return entries
  }

  mutating func keep(_ index: Int, _ entries: [Entry]) {
    for entry in entries {
      _ = clients[index].board.kept(entry.id)
      step(index) { $0.kept(through: entry.id, at: $1, using: &$2) }
    }
  }

  static func signed(_ entries: [Entry]) -> [Entry] {
    entries.map { entry in
      var entry = entry
      entry.signature = entry.digest.bytes
      return entry
    }
  }

  /// Lets time pass: every client's deadlines are kept, and each shows its frames.
  mutating func run(milliseconds: Int64) {
    let end = now.advanced(by: milliseconds)
    while now < end {
      deliver(until: now.advanced(by: 10))
      for index in clients.indices {
        if let due = clients[index].deadline, due <= now {
          step(index) { $0.woke(at: $1, using: &$2) }
        }
        step(index) { $0.showNews(at: $1, using: &$2) }
      }
    }
  }

  // MARK: What is asked for

  private mutating func perform(_ output: SessionClient.Output, of index: Int) {
    switch output {
    case .send(let message, let recipients, _): send(message, from: index, to: recipients)
    case .sendPaced(let message, let participant):
      paced[index].append((message, participant))
      if hasRoom { sendPaced(index) }
    case .readEntries(let ranges, let participant): read(ranges, for: participant, by: index)
    case .merged(let received):
      files[index] += received.entries
      changes[index].append(received.change)
    case .shown(let change): changes[index].append(change)
    case .event(let event): events[index].append(event)
    case .refused, .rebuild: break
    case .sendBase(let message, let participant):
      transmit(from: index, to: .only([participant])) { client, _, _ in
        client.received(message, from: Self.participant(index))
      }
      note(index) { client, _, _ in client.baseSendCompleted(to: participant, isSent: true) }
    case .readBase(let participant):
      if let bytes = beginnings[index] {
        note(index) { client, _, _ in client.baseRead(bytes, for: participant) }
      }
    case .beginningCame(let beginning):
      came[index] = beginning
    }
  }

  /// One message that waits gets through.
  mutating func sendPaced(_ index: Int) {
    guard !paced[index].isEmpty else { return }
    let (message, participant) = paced[index].removeFirst()
    send(message, from: index, to: .only([participant]))
    note(index) { $0.sendCompleted(to: participant, isSent: true, at: $1, using: &$2) }
  }

  private mutating func read(
    _ ranges: [EntryRange]?, for participant: ParticipantID, by index: Int
  ) {
    let ranges = ranges ?? []
    let entries = ranges.flatMap { range in
      files[index].filter {
        $0.id.replica == range.replica && (range.first...range.last).contains($0.id.sequence)
      }
    }
    // Each entry by itself, as if it were large.
    let runs = entries.flatMap { EntryRun.encoded([$0]) }
    note(index) {
      $0.entriesRead(
        runs, amountingTo: ranges, isLast: true, for: participant, at: $1, using: &$2)
    }
  }

  /// An event that the client learns of next.
  private mutating func note(_ index: Int, _ event: @escaping Event) {
    agenda.note((index, event), at: now)
  }

  private mutating func send(
    _ message: SharedBoardMessage, from index: Int, to recipients: Recipients
  ) {
    sentCounts[index] += 1
    let bytes = message.encoded()
    transmit(from: index, to: recipients) {
      $0.received(bytes, from: Self.participant(index), at: $1, using: &$2)
    }
  }

  private mutating func transmit(
    from index: Int, to recipients: Recipients, _ arrival: @escaping Event
  ) {
    for other in clients.indices where other != index && isInSession[other] {
      if case .only(let some) = recipients, !some.contains(Self.participant(other)) { continue }
      let link = LinkID(UInt64(index) << 32 | UInt64(other))
      let moments = network.arrivals(
        over: link, in: .init(from: index, to: other), at: now, using: &chance)
      for moment in moments { agenda.note((other, arrival), at: moment) }
    }
  }

  // MARK: What came of it

  var areAlike: Bool { Set(clients.map(\.board.log.hash)).count == 1 }

  func things(of index: Int) -> Int { clients[index].board.picture.things.count }
}
