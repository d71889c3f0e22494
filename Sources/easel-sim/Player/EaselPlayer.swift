import Codec
import Drawing
import EaselTesting
import Log
import Sharing
import Vocabulary

/// A participant of Easel's: the shell's part, and a robot in the place of a person.
final class EaselPlayer: Player {
  let participant: ParticipantID
  let board: BoardName
  var shared: SharedBoard
  var log: Log
  var picture = Picture()
  var shelf = Shelf()
  private(set) var birth: Birth
  var replica: ReplicaID { birth.replica(on: log.board) }
  var pen: Pen?
  var present: [ParticipantID] = []
  /// What it shows of itself, the last of 1, 2, 3 …
  var shown: UInt64 = 0
  var eventsTold: UInt64 = 0
  /// What others showed last.
  var seenShown: [ParticipantID: UInt64] = [:]
  /// The latest time of any entry it has seen, as far as a guest may go on from it.
  private(set) var latest = Lamport(0)
  private var looked = 0
  /// By its process's clock: when all that is kept is counted anew, if that is needed.
  private(set) var rereadAt: Uptime?
  var attacks = Attacks()
  /// Whether there was no room for what it said last.
  var wasRefused = false

  /// A stroke under way.
  struct Pen {
    let entry: EntryID
    var points: [BoardPoint]
    let beganAt: Uptime
  }

  init(_ participant: ParticipantID, board: BoardName, isFounder: Bool, at seat: Seat) {
    self.participant = participant
    self.board = board
    log =
      seat.world.plan.crowded.map { Log(board.genesis, allowances: $0.allowances) }
      ?? Log(board.genesis)
    birth = Birth(publicKey: seat.person.publicKey, nonce: seat.person.nonce())
    shared = SharedBoard(participant, isFounder: isFounder, knowing: [], at: seat.now)
    let records = seat.person.files[board]?.records ?? []
    if seat.world.plan.crowded == nil {
      _ = take(records, from: .file, at: seat)
    } else {
      // As the program does it.
      shelf.add([], aside: records)
      reread(at: seat)
    }
    shared = SharedBoard(participant, isFounder: isFounder, knowing: heads, at: seat.now)
  }

  var deadline: Uptime? {
    guard let rereadAt else { return Self.deadline(of: &shared) }
    return Self.deadline(of: &shared).map { min($0, rereadAt) } ?? rereadAt
  }

  /// Asked in place, for a shared board is a large value to copy.
  private static func deadline(of board: inout SharedBoard) -> Uptime? { board.deadline }

  func participants(_ present: [ParticipantID], at seat: Seat) {
    self.present = present
    let now = present.map { seat.world.participant($0) }
    perform(
      shared.participantsChanged(to: now, at: seat.now, using: &seat.world.chance), at: seat)
  }

  func received(
    _ bytes: [UInt8], from sender: ParticipantID, _ mode: DeliveryMode, at seat: Seat
  ) {
    guard let message = Coding.boardMessage(bytes) else {
      if !seat.world.isLiar(sender) {
        seat.world.judge.breach(.encoding, "an honest message cannot be read", at: seat.world.now)
      }
      return
    }
    seat.world.tell("person \(seat.person.index) is told \(message)")
    perform(
      shared.received(message, from: sender, at: seat.now, using: &seat.world.chance), at: seat)
  }

  func woke(at seat: Seat) {
    if let rereadAt, rereadAt <= seat.now { rereadAll(at: seat) }
    perform(shared.woke(at: seat.now, using: &seat.world.chance), at: seat)
  }

  func linkCameUp(at seat: Seat) {
    shared.linkCameUp(at: seat.now, using: &seat.world.chance)
  }

  func closed(at seat: Seat) {
    finish(at: seat)
    seat.person.files[board]?.sync()
  }

  /// What was made of the entries, and the file, are brought up to date now and then.
  func look(at seat: Seat) {
    if rereadAt == nil, looked != picture.operationCount {
      looked = picture.operationCount
      shared.made(Bytes16(high: 1, low: picture.stableHash), at: seat.now)
      seat.person.files[board]?.sync()
    }
    seat.world.judge.look(at: self, seat)
    guard !seat.person.lies else { return }
    // Many operations make the oracle slow, and a log that is to be counted anew says too much.
    if seat.world.plan.crowded != nil {
      guard rereadAt == nil, seat.world.chance.percent(10) else { return }
    }
    seat.world.compareWithOracle(self, .P4)
  }

  // MARK: What the board wants done

  func perform(_ actions: [SharedBoard.Action], at seat: Seat) {
    for action in actions {
      seat.world.tell("person \(seat.person.index) board \(action)")
      switch action {
      case .send(let message, let recipients, let mode):
        send(message, to: recipients, mode, at: seat)
      case .merge(let run, let sender): merge(run, from: sender, at: seat)
      case .supply(let ranges, let reader): supply(ranges, to: reader, at: seat)
      case .showWet(let stroke): seat.world.judge.shows(stroke, to: self, seat)
      case .happened(let event, let sender):
        seat.world.judge.heard(event, by: participant, from: sender, at: seat)
      case .alarm:
        seat.world.judge.breach(.P1, "the same entries made different pictures", at: seat.world.now)
      case .rebuild: rebuild()
      case .show(let value, let other):
        seat.world.judge.shows(value, of: other, to: self, at: seat)
      case .hideWet, .hide: break
      }
    }
  }

  func send(
    _ message: SharedBoardMessage, to recipients: Recipients, _ mode: DeliveryMode, at seat: Seat
  ) {
    seat.world.judge.says(message, self, to: recipients, at: seat)
    if !seat.world.say(Coding.bytes(message), to: recipients, mode, by: seat.process) {
      wasRefused = true
    }
  }

  private func supply(_ ranges: [EntryRange], to reader: ParticipantID, at seat: Seat) {
    let (runs, sent) = shelf.runs(of: ranges)
    for run in runs { send(.entries(run), to: .only([reader]), .reliable, at: seat) }
    perform(shared.supplied(sent, to: reader), at: seat)
  }

  private func merge(_ run: [UInt8], from sender: ParticipantID, at seat: Seat) {
    guard let entries = try? EntryRun.decode(run) else {
      if !seat.world.isLiar(sender) {
        seat.world.judge.breach(.encoding, "an honest run cannot be read", at: seat.world.now)
      }
      return
    }
    let isWatcher = seat.world.plan.crowded != nil && seat.world.watching.contains(sender.member)
    let source = Log.Source.member(
      Bytes16(high: sender.member.raw, low: UInt64(sender.join)), mayOnlyPassOn: isWatcher)
    let known = entries.filter { !isWatcher || seat.world.mayDraw($0.stamp.author) }
    let taken = take(known, from: source, at: seat)
    let changed = taken.sorted().compactMap { log.head(of: $0).map(ReplicaHead.init) }
    perform(shared.knows(changed, at: seat.now, using: &seat.world.chance), at: seat)
    seat.world.judge.merged(by: self, at: seat)
  }

  // MARK: Log and picture

  var heads: [ReplicaHead] { log.sortedHeads.map(ReplicaHead.init) }

  /// Merges, keeps and draws.
  ///
  /// - Returns: the replicas of which more is known now.
  private func take(
    _ entries: [Entry], from source: Log.Source, at seat: Seat
  ) -> Set<ReplicaID> {
    let world = seat.world
    let before = log.vector
    let merged = log.merge(entries, from: source, verify: world.verify)
    world.judge.applied(merged.applied, after: before, by: self, at: seat)
    let aside = merged.forks.flatMap(\.proof) + merged.kept
    shelf.add(merged.applied, aside: aside)
    draw(merged.applied)
    for fork in merged.forks { world.judge.forked(fork, at: seat) }
    if source != .file || world.plan.crowded != nil {
      seat.person.files[board, default: .init()].write(merged.applied + aside)
    }
    if merged.mustReread {
      if world.plan.crowded != nil {
        rereadAt = rereadAt ?? seat.now.advanced(by: Self.rereadAfter)
        return Set(merged.applied.map(\.id.replica)).union(merged.forks.map(\.replica))
      }
      reread(at: seat)
      return Set(log.sortedHeads.map(\.replica))
    }
    return Set(merged.applied.map(\.id.replica)).union(merged.forks.map(\.replica))
  }

  /// Counts all that is kept anew.
  private func reread(at seat: Seat) {
    let world = seat.world
    let reading = Log.reading(
      board.genesis, allowances: log.allowances, shelf.known, verify: world.verify)
    log = reading.log
    if world.plan.crowded != nil {
      world.judge.applied(reading.applied, after: VersionVector(), by: self, at: seat)
    }
    shelf.count(reading.applied)
    // Only entries that count move the player's clock.
    latest = Lamport(0)
    rebuild()
    shared.recounted()
  }

  /// Reasons to count the log anew may come often: one count serves all of them.
  private static let rereadAfter: Int64 = 400

  /// Counts anew, and merges again what waited.
  private func rereadAll(at seat: Seat) {
    rereadAt = nil
    let waiting = log.waitingEntries
    reread(at: seat)
    perform(shared.knows(heads, at: seat.now, using: &seat.world.chance), at: seat)
    guard !waiting.isEmpty else { return }
    let taken = take(waiting, from: .file, at: seat)
    let changed = taken.sorted().compactMap { log.head(of: $0).map(ReplicaHead.init) }
    perform(shared.knows(changed, at: seat.now, using: &seat.world.chance), at: seat)
  }

  /// Goes on in another replica, where what is known of this one does not count.
  func keepReplicaUsable() {
    guard !log.canGoOn(replica) else { return }
    birth = birth.next
  }

  private func draw(_ entries: some Swift.Sequence<Entry>) {
    for entry in entries where entry.stamp.lamport <= log.lamport {
      latest = max(latest, entry.stamp.lamport)
    }
    _ = picture.apply(
      entries.compactMap { entry in
        Self.operation(of: entry).map { (stamp: entry.stamp, operation: $0) }
      })
  }

  /// Nil where it cannot be read: it counts as an entry and draws nothing.
  static func operation(of entry: Entry) -> Drawing.Operation? {
    guard entry.purpose != .revoke else { return nil }
    do {
      let operation = try Drawing.Operation(decoding: entry.payload)
      return operation.isAllowed(for: entry.purpose) ? operation : nil
    } catch {
      return nil
    }
  }

  private func rebuild() {
    picture = Picture()
    draw(shelf.entries)
    looked = 0
  }

  /// Records one's own operation.
  func record(_ operation: Drawing.Operation, lasted: UInt32 = 0, at seat: Seat) {
    if seat.world.plan.crowded != nil { keepReplicaUsable() }
    guard
      var entry = log.record(
        operation.encoded(), as: birth, for: operation.action.purpose, at: seat.clock,
        lasted: lasted)
    else {
      if seat.world.plan.crowded != nil, mayRecord(operation) {
        seat.world.judge.breach(
          .draws,
          "person \(seat.person.index) has room and gets no entry behind "
            + "\(log.vector[replica].raw), clock \(log.lamport.raw) after \(log.count) entries",
          at: seat.world.now)
      }
      return
    }
    sign(&entry)
    seat.world.judge.finished(entry, operation, by: self, knowing: latest, at: seat)
    seat.world.counts.operations += 1
    publish(entry, at: seat)
  }

  /// Records a revocation of the board's owner; the log is counted anew, as for anybody's.
  func record(_ revocation: Revocation, at seat: Seat) {
    guard
      var entry = log.record(
        revocation.encoded(), as: birth, for: .revoke, at: seat.clock, lasted: 0)
    else { return }
    sign(&entry)
    seat.world.judge.revoked(entry, by: self, at: seat)
    rereadAt = rereadAt ?? seat.now
    publish(entry, at: seat)
    seat.world.schedule(seat.process)
  }

  private func sign(_ entry: inout Entry) {
    entry.signature = StandInSigner.sign(entry.digest, with: birth.publicKey)
  }

  /// Durable first, then told.
  private func publish(_ entry: Entry, at seat: Seat) {
    seat.person.files[board, default: .init()].write([entry])
    seat.person.files[board]?.sync()
    shelf.add([entry])
    draw([entry])
    guard let head = log.head(of: replica) else { return }
    perform(
      shared.knows([ReplicaHead(head)], at: seat.now, using: &seat.world.chance), at: seat)
    for run in EntryRun.encoded([entry]) { perform(shared.wrote(run), at: seat) }
  }

  /// Whether the log makes an entry of this operation, worked out apart from `Log.record`.
  func mayRecord(_ operation: Drawing.Operation) -> Bool {
    let bytes = operation.encoded().count
    let charge = log.charge(of: birth.author)
    let allowance = log.allowance(of: birth.author)
    let isDrawing = operation.action.purpose == .draw
    let room =
      isDrawing ? allowance.drawing - charge.drawing : allowance.tidying - charge.tidying
    return bytes <= Log.payloadLimit && bytes + Log.entryOverhead <= room
      && !log.isRevoked(birth.author)
  }
}

extension ReplicaHead {
  init(_ head: Head) {
    self.init(
      head.replica, head.sequence, digest: head.digest?.half ?? Bytes16(high: 0, low: 0),
      isFrozen: head.isFrozen)
  }
}
