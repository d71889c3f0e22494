import BoardCodec
import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import BoardSync
import EaselBase
import GroupBase
import GroupCore
import GroupTesting
import SessionCore

/// A participant in a session: the client that the program runs, a disk, and a robot in place of a
/// person.
final class Player {
  let participant: ParticipantID
  let board: BoardNumber
  let driver: SessionDriver
  var shelf = Shelf()
  var present: [ParticipantID] = []
  var user = SimulatedUser.State()
  /// The last appearance of each other participant.
  private(set) var appearances: [ParticipantID: ParticipantPresence] = [:]
  /// The number of the last appearance of each other participant.
  var seenShown: [ParticipantID: UInt64] = [:]
  /// The latest time of the counting entries, up to the time of the log.
  private(set) var latest = Lamport(0)
  /// The last counting entry of each replica at the last merge.
  var counted = VersionVector()
  /// The reading of the player's file that is in progress; nil if there is none.
  private var rereading: Rereading?
  /// The moment at which the player's log was last rebuilt; nil if it never was.
  private(set) var rebuiltAt: Uptime?
  /// Messages that wait for room on the way to a reader.
  var awaitingRoom: [(SharedBoardMessage, ParticipantID)] = []
  var attacks = HostileMember.Attacks()
  /// Whether the player's last message was not sent for lack of room.
  var wasRefused = false

  /// A reading of the player's file: all entries of the file at its beginning, and the moment at
  /// which it ends.
  private struct Rereading {
    let number: Int
    let log: Log.Reading
    let end: Uptime
  }

  init(_ participant: ParticipantID, board: BoardNumber, isFounder: Bool, in context: PlayerContext)
  {
    self.participant = participant
    self.board = board
    shelf.add([], aside: context.person.files[board]?.records ?? [])
    let reading = Self.reading(shelf, of: board, in: context)
    let content = Self.content(of: reading.applied, in: context)
    var opened = LoadedBoard(
      path: "board", name: SafeText("board"), log: reading.log,
      replicaGenesis: ReplicaGenesis(
        publicKey: context.person.publicKey, nonce: context.person.nonce()),
      picture: content.picture)
    opened.hasUnreadable = content.hasUnreadable
    driver = SessionDriver(
      SessionClient(
        board: BoardReplica(
          opened, author: opened.replicaGenesis.author, coding: Self.coding(in: context),
          quota: BoardQuota(things: .max), sliceLimit: .init(weight: 1_024, toggles: 2))))
    driver.client.enter(
      SessionUUID(Bytes16(high: 0, low: 0)), as: participant, isFounder: isFounder, lacking: nil,
      rights: Self.rights(in: context), at: context.now)
    count(reading.applied, in: context)
  }

  /// Verifies signatures by the rules of the world, which runs on one thread.
  private static func coding(in context: PlayerContext) -> EntryCoding {
    nonisolated(unsafe) let world = context.world
    let isOlder = context.person.isOlder
    return EntryCoding(
      encode: { $0.encoded() },
      decode: { isOlder ? OlderProgram.reading($0) : OperationReading($0) },
      verify: { world.verify($0, $1, $2) })
  }

  private static func rights(in context: PlayerContext) -> SessionRights {
    nonisolated(unsafe) let world = context.world
    return SessionRights(
      authors: { sender in
        guard world.plan.crowded != nil, world.watching.contains(sender) else { return nil }
        return Set(world.people.filter(\.mayDraw).map(\.author))
      },
      proves: { _, _ in true })
  }

  // MARK: What it sees

  var log: Log { driver.client.board.log }
  var picture: Picture { driver.client.board.picture }
  var replicaGenesis: ReplicaGenesis { driver.client.board.replicaGenesis }
  var replica: ReplicaID { driver.client.board.replica }

  var wetStrokes: [WetStrokeID] { driver.client.session?.shared.wetStrokes ?? [] }
  var boardQueues: [QueueLoad] { driver.client.session?.shared.queues ?? [] }

  func wetStroke(_ id: WetStrokeID) -> WetStroke<WetPoint, [UInt8]>? {
    driver.client.session?.shared.wetStroke(id)
  }

  func presence(of participant: ParticipantID) -> [UInt8]? {
    driver.client.session?.shared.presence(of: participant)
  }

  var deadline: Uptime? {
    guard let rereading else { return driver.client.deadline }
    return driver.client.deadline.map { min($0, rereading.end) } ?? rereading.end
  }

  // MARK: What happens

  /// Passes one event to the client. The grown strokes of others are checked and shown at once.
  func step(
    in context: PlayerContext,
    _ event: (inout SessionClient, inout SplitMix64) -> [SessionClient.Output]
  ) {
    let port = PlayerPort(player: self, context: context)
    driver.step(through: port) { event(&$0, &context.world.chance) }
    for stroke in driver.client.session?.grownStrokes ?? [] {
      context.world.judge.shows(stroke, to: self, context)
    }
    driver.step(through: port) { $0.showNews(at: context.now, using: &context.world.chance) }
  }

  func participants(_ present: [ParticipantID], in context: PlayerContext) {
    self.present = present
    let members = present.map {
      SessionClient.Member(context.world.participant($0), named: Self.name(of: $0))
    }
    step(in: context) { $0.participantsChanged(to: members, at: context.now, using: &$1) }
  }

  func received(
    _ bytes: [UInt8], from sender: ParticipantID, _ mode: DeliveryMode, in context: PlayerContext
  ) {
    if ProgramCoding.boardMessage(bytes) == nil, !context.world.isLiar(sender) {
      context.world.judge.breach(
        .encoding, "an honest message cannot be read", at: context.world.now)
    }
    context.world.trace(
      "person \(context.person.index) is told \(ProgramCoding.boardMessage(bytes).map { "\($0)" } ?? "noise")"
    )
    step(in: context) { $0.received(bytes, from: sender, at: context.now, using: &$1) }
  }

  func woke(in context: PlayerContext) {
    if let rereading, rereading.end <= context.now { end(rereading, in: context) }
    step(in: context) { $0.woke(at: context.now, using: &$1) }
  }

  func linkCameUp(in context: PlayerContext) {
    driver.client.linkCameUp(at: context.now, using: &context.world.chance)
  }

  func act(in context: PlayerContext) { SimulatedUser(player: self, context: context).act() }

  func rest(in context: PlayerContext) { SimulatedUser(player: self, context: context).finish() }

  func closed(in context: PlayerContext) {
    rest(in: context)
    context.person.files[board]?.sync()
  }

  /// Syncs the file from time to time.
  func check(in context: PlayerContext) {
    context.person.files[board]?.sync()
    context.world.judge.check(at: self, context)
    guard !context.person.lies else { return }
    // A log that will be recounted shows too much, so it is not compared. With many operations the
    // oracle is slow, so it compares only sometimes.
    if driver.client.willRebuild
      || context.world.plan.crowded != nil && !context.world.chance.percent(10)
    {
      return
    }
    WorldComparison(world: context.world).compareWithOracle(self, .P4)
  }

  // MARK: What the client asks for

  func send(
    _ message: SharedBoardMessage, to recipients: Recipients, _ mode: DeliveryMode,
    in context: PlayerContext
  ) {
    if HostileWatcher(player: self, context: context).keepsBack(message) { return }
    context.world.judge.sent(message, self, to: recipients, in: context)
    if driver.client.board.hasUnreadable, message.saysState {
      context.world.judge.breach(
        .P1, "a picture that lacks entries is compared", at: context.world.now)
    }
    let bytes = ProgramCoding.bytes(message)
    if context.world.send(bytes, to: recipients, mode, by: context.process) != nil {
      wasRefused = true
    }
  }

  func hasRoom(in context: PlayerContext) {
    let waiting = awaitingRoom
    awaitingRoom = []
    let port = PlayerPort(player: self, context: context)
    for (message, reader) in waiting { port.sendPaced(message, to: reader) }
  }

  func heard(_ event: SessionEvent, in context: PlayerContext) {
    switch event {
    case .appeared(let appearance, let name):
      appearances[Self.participant(of: name)] = appearance
      context.world.judge.shows(
        UInt64(bitPattern: appearance.since), of: Self.participant(of: name), to: self, in: context)
    case .happened(.lookHere(let area), let name):
      context.world.judge.heard(
        UInt64(UInt32(bitPattern: area.minX)), by: participant, from: Self.participant(of: name),
        in: context)
    case .alarm:
      context.world.judge.breach(
        .P1, "the same entries made different pictures", at: context.world.now)
    default: break
    }
  }

  private static func name(of participant: ParticipantID) -> ParticipantUUID {
    ParticipantUUID(Bytes16(high: participant.member.raw, low: UInt64(participant.join)))
  }

  private static func participant(of name: ParticipantUUID) -> ParticipantID {
    ParticipantID(MemberID(name.raw.high), join: UInt32(truncatingIfNeeded: name.raw.low))
  }

  // MARK: Log and picture

  func merged(_ received: Received, in context: PlayerContext) {
    let world = context.world
    world.judge.applied(received.applied, after: counted, by: self, in: context)
    // One step may merge several times, and the log is already the one after the last of them.
    for entry in received.applied { counted.include(entry.id) }
    shelf.add(
      received.applied, aside: Array(received.entries.dropFirst(received.applied.count)))
    see(received.applied)
    for fork in received.forks { world.judge.forked(fork, in: context) }
    context.person.files[board, default: .init()].write(received.entries)
    if !driver.client.willRebuild { world.judge.merged(by: self, in: context) }
  }

  private static func reading(_ shelf: Shelf, of board: BoardNumber, in context: PlayerContext)
    -> Log.Reading
  {
    let allowances = context.world.plan.crowded?.allowances ?? Log.Allowances()
    return Log.reading(
      board.genesis, allowances: allowances, shelf.known, verify: context.world.verify)
  }

  /// Returns the picture that the player's program reads from entries, and whether it lacks some.
  private static func content(
    of entries: [Entry], in context: PlayerContext
  ) -> (picture: Picture, hasUnreadable: Bool) {
    var (picture, hasUnreadable) = (Picture(), false)
    _ = picture.apply(
      entries.compactMap { entry in
        guard let operation = operation(of: entry) else { return nil }
        if context.person.isOlder, !OlderProgram.knows(operation) {
          hasUnreadable = true
          return nil
        }
        return (stamp: entry.stamp, operation: operation)
      })
    return (picture, hasUnreadable)
  }

  /// Begins to read the player's file, so that log and picture are rebuilt from it.
  func beginReading(_ number: Int, in context: PlayerContext) {
    rereading = Rereading(
      number: number, log: Self.reading(shelf, of: board, in: context),
      end: context.now.advanced(by: Self.readingTime))
  }

  /// Handles the end of a reading: the client continues with the log and picture that were read.
  private func end(_ rereading: Rereading, in context: PlayerContext) {
    (self.rereading, rebuiltAt) = (nil, context.now)
    let content = Self.content(of: rereading.log.applied, in: context)
    let outputs = driver.client.rebuilt(
      RebuiltBoard(
        rereading.log.log, content.picture, hasUnreadable: content.hasUnreadable), besides: [],
      reading: rereading.number, at: context.now, using: &context.world.chance)
    // The log that was read may lack what came in the meantime: a revocation waits for the next
    // reading. Entries that waited for this reading are counted when the outputs are carried out.
    let later = Set(outputs.flatMap { $0.merged.map(\.id) })
    var held: [EntryID: Entry] = [:]
    for entry in shelf.known where log.head(of: entry.id.replica)?.holds(entry) == true {
      if !later.contains(entry.id) { held[entry.id] = entry }
    }
    count(held.values.sorted { $0.id < $1.id }, in: context)
    driver.step(through: PlayerPort(player: self, context: context)) { _ in outputs }
  }

  /// Records that exactly these entries count.
  private func count(_ applied: [Entry], in context: PlayerContext) {
    context.world.judge.applied(applied, after: VersionVector(), by: self, in: context)
    shelf.count(applied)
    counted = VersionVector(
      Dictionary(applied.map { ($0.id.replica, $0.id.sequence) }) { max($0, $1) })
    // Only entries that count move the player's clock.
    latest = Lamport(0)
    see(applied)
  }

  /// The time in which the disk reads the file, in milliseconds.
  private static let readingTime: Int64 = 400

  func see(_ entries: [Entry]) {
    for entry in entries where entry.stamp.lamport <= log.lamport {
      latest = max(latest, entry.stamp.lamport)
    }
  }

  /// Returns nil if the operation cannot be read: the entry then counts and draws nothing.
  static func operation(of entry: Entry) -> BoardModel.Operation? {
    guard entry.purpose != .revoke else { return nil }
    do {
      let operation = try BoardModel.Operation(decoding: entry.payload)
      return operation.isAllowed(for: entry.purpose) ? operation : nil
    } catch {
      return nil
    }
  }
}

extension SharedBoardMessage {
  /// Whether the message has a hash of its sender's picture.
  fileprivate var saysState: Bool {
    switch self {
    case .antiEntropy(.digest(let summary)): summary.state != KnowledgeSummary.unsaid
    case .antiEntropy(.compare(let part)): part.summary.state != KnowledgeSummary.unsaid
    default: false
    }
  }
}

extension SessionClient.Output {
  /// The entries that count from now on.
  fileprivate var merged: [Entry] {
    if case .merged(let received) = self { received.applied } else { [] }
  }
}
