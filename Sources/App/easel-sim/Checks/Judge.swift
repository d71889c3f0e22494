import BoardLog
import BoardModel
import BoardSync
import DequeModule
import EaselBase
import GroupBase
import GroupCore

/// Watches a world and knows more than any member of it: everything that was finished, drawn and
/// sent.
final class Judge {
  private(set) var breaches: [Breach] = []
  /// All finished operations of honest people, in their order.
  private(set) var finished: [Finished] = []
  private var byName: [EntryID: Digest] = [:]
  /// The replicas of honest people.
  private var honest: Set<ReplicaID> = []
  /// The points of every stroke that an honest person drew. A stroke that was in progress several
  /// times has a list of points for each time.
  private var pens: [EntryID: [[WetPoint]]] = [:]
  private var mail: [Correspondence: Deque<SentEvent>] = [:]
  /// When each participant joined.
  private var joins: [ParticipantID: Uptime] = [:]
  /// Events sent to all shortly after their sender joined: participants who joined at the same
  /// moment may receive them, although the sender did not know these participants.
  private var early: [ParticipantID: Set<UInt64>] = [:]
  /// All events sent to all. A reader that its sender holds for gone may still receive one.
  private var toAll: [ParticipantID: Set<UInt64>] = [:]
  /// The last event that each reader received from each sender.
  private var lastHeard: [ParticipantID: [ParticipantID: UInt64]] = [:]
  private var excused: Set<Pair> = []
  private var votes: [Ballot: ParticipantID] = [:]
  private var answers: [ParticipantID: Int] = [:]
  private(set) var bytesReceived = 0
  /// Entries that must not count anywhere, and entries that must not even wait.
  var mustNotCount: Set<Digest> = []
  var mustNotWait: Set<Digest> = []
  /// The owner's revocations: the board and person of each, and its entry's name.
  private(set) var revocations: [(board: BoardNumber, id: EntryID, person: Int)] = []

  struct Finished {
    let board: BoardNumber
    let person: Int
    let stamp: Stamp
    let operation: BoardModel.Operation
  }

  private struct Correspondence: Hashable {
    let sender: ParticipantID
    let reader: MemberID
  }

  private struct SentEvent {
    let number: UInt64
    /// The join number of the receiving participant. A member that leaves and joins again may still
    /// receive earlier messages.
    let join: UInt32
  }

  private struct Pair: Hashable {
    let sender: MemberID
    let reader: MemberID
  }

  private struct Ballot: Hashable {
    let voter: ParticipantID
    let term: Term
  }

  /// Stores a breach. Only the first breaches are stored; they are enough for a diagnosis.
  func breach(_ invariant: Invariant, _ what: String, at now: Uptime) {
    guard breaches.count < 16 else { return }
    breaches.append(Breach(invariant: invariant, what: what, at: now))
  }

  // MARK: Links and calls

  func undelivered(from sender: MemberID, to reader: MemberID) {
    excused.insert(Pair(sender: sender, reader: reader))
  }

  func received(_ bytes: Int) { bytesReceived += bytes }

  // MARK: Messages

  func joined(_ participant: ParticipantID, at now: Uptime) { joins[participant] = now }

  func sent(
    _ number: UInt64, by sender: ParticipantID, to readers: [ParticipantID], all: Bool,
    at now: Uptime
  ) {
    if all { toAll[sender, default: []].insert(number) }
    if all, let joined = joins[sender], now.since(joined) <= EarlyMessages.window {
      early[sender, default: []].insert(number)
    }
    for reader in readers {
      mail[Correspondence(sender: sender, reader: reader.member), default: []]
        .append(SentEvent(number: number, join: reader.join))
    }
  }

  func heard(
    _ number: UInt64, by reader: ParticipantID, from sender: ParticipantID,
    in context: PlayerContext
  ) {
    guard !context.world.isLiar(sender) else { return }
    let pair = Correspondence(sender: sender, reader: reader.member)
    let last = lastHeard[sender]?[reader] ?? 0
    lastHeard[sender, default: [:]][reader] = max(last, number)
    guard let index = mail[pair]?.firstIndex(where: { $0.number == number }) else {
      let isReported = excused.contains(Pair(sender: sender.member, reader: reader.member))
      let late = isReported ? toAll : early
      if number > last, late[sender]?.contains(number) == true { return }
      breach(.T1, "an event came twice, late, or to somebody else", at: context.world.now)
      return
    }
    let missed = mail[pair]?.prefix(index).count { $0.join == reader.join } ?? 0
    if missed > 0, !excused.contains(Pair(sender: sender.member, reader: reader.member)) {
      breach(.T1, "\(missed) events before \(number) never came", at: context.world.now)
    }
    mail[pair]?.removeFirst(index + 1)
  }

  /// Returns the messages that neither arrived nor were reported as lost.
  func missing(among present: Set<ParticipantID>) -> [String] {
    mail.flatMap { pair, events -> [String] in
      guard present.contains(pair.sender),
        !excused.contains(Pair(sender: pair.sender.member, reader: pair.reader))
      else { return [] }
      return events.filter { present.contains(ParticipantID(pair.reader, join: $0.join)) }
        .map { "\($0.number) from \(pair.sender.member.raw % 997) to \(pair.reader.raw % 997)" }
    }.sorted()
  }

  func sent(
    _ message: SharedBoardMessage, _ player: Player, to recipients: Recipients,
    in context: PlayerContext
  ) {
    switch (message, recipients) {
    case (.election(.vote(let term)), .only(let candidates)):
      for candidate in candidates { votes(player.participant, for: candidate, in: term, context) }
    case (.election(.requestVote(let term, _)), _):
      votes(player.participant, for: player.participant, in: term, context)
    case (.responder(.answering), .only(let newcomers)):
      for newcomer in newcomers { answers[newcomer, default: 0] += 1 }
    default: break
    }
  }

  private func votes(
    _ voter: ParticipantID, for candidate: ParticipantID, in term: Term, _ context: PlayerContext
  ) {
    let ballot = Ballot(voter: voter, term: term)
    if let other = votes[ballot], other != candidate, !context.person.lies {
      breach(.E2, "a vote was given twice in term \(term.raw)", at: context.world.now)
    }
    votes[ballot] = candidate
  }

  /// Newcomers that received several answers.
  var answeredTwice: [ParticipantID] { answers.filter { $0.value > 1 }.keys.sorted() }

  // MARK: Wet ink

  func penBegan(_ entry: EntryID, at point: BoardPoint) {
    pens[entry, default: []].append([WetPoint(point)])
  }

  func penMoved(_ entry: EntryID, through points: [BoardPoint]) {
    guard var all = pens.removeValue(forKey: entry), !all.isEmpty else { return }
    all[all.count - 1] += points.map { WetPoint($0) }
    pens[entry] = all
  }

  func shows(_ id: WetStrokeID, to player: Player, _ context: PlayerContext) {
    guard let stroke = player.wetStroke(id), !context.world.isLiar(id.participant) else {
      return
    }
    if player.log.vector.covers(stroke.title.entry) {
      breach(.W5, "wet ink is shown beside what it became", at: context.world.now)
    }
    let drawn = pens[stroke.title.entry] ?? []
    let isTrue = drawn.contains { points in
      stroke.runs.runs.allSatisfy { run in
        run.end <= points.count && points[run.from..<run.end].elementsEqual(run.points)
      }
    }
    if !isTrue { breach(.W5, "wet ink is not what was drawn", at: context.world.now) }
  }

  /// Checks that no wet copy of a stroke remains after its entry counts.
  func merged(by player: Player, in context: PlayerContext) {
    for id in player.wetStrokes {
      guard let stroke = player.wetStroke(id) else { continue }
      if player.log.vector.covers(stroke.title.entry) {
        breach(.W5, "wet ink outlives its stroke", at: context.world.now)
      }
    }
  }

  func shows(
    _ number: UInt64, of participant: ParticipantID, to player: Player,
    in context: PlayerContext
  ) {
    guard !context.world.isLiar(participant) else { return }
    if number < player.seenShown[participant] ?? 0 {
      breach(.presence, "something older took the place of the latest", at: context.world.now)
    }
    player.seenShown[participant] = number
  }

  // MARK: Entries

  func finished(
    _ entry: Entry, _ operation: BoardModel.Operation, by player: Player,
    knowing latest: Lamport, in context: PlayerContext
  ) {
    if entry.stamp.lamport <= latest {
      breach(
        .P12,
        "person \(context.person.index) wrote at \(entry.stamp.lamport.raw), knowing \(latest.raw)",
        at: context.world.now)
    }
    byName[entry.id] = entry.digest
    guard !context.person.lies else { return }
    honest.insert(entry.id.replica)
    finished.append(
      Finished(
        board: player.board, person: context.person.index, stamp: entry.stamp, operation: operation)
    )
  }

  /// Notes an honest person's entry that is in all files before the start.
  func isInFiles(
    _ entry: Entry, _ operation: BoardModel.Operation, of person: SimulatedPerson,
    on board: BoardNumber
  ) {
    byName[entry.id] = entry.digest
    honest.insert(entry.id.replica)
    finished.append(
      Finished(board: board, person: person.index, stamp: entry.stamp, operation: operation))
  }

  func revoked(_ entry: Entry, by player: Player, in context: PlayerContext) {
    byName[entry.id] = entry.digest
    honest.insert(entry.id.replica)
    revocations.append((player.board, entry.id, context.person.index))
  }

  func applied(
    _ entries: [Entry], after before: VersionVector, by player: Player,
    in context: PlayerContext
  ) {
    var last: [ReplicaID: UInt64] = [:]
    for entry in entries {
      let expected = (last[entry.id.replica] ?? before[entry.id.replica].raw) + 1
      if entry.id.sequence.raw < expected {
        breach(.P3, "an entry counted twice", at: context.world.now)
      } else if entry.id.sequence.raw > expected {
        breach(.P2, "an entry counted before one that it follows", at: context.world.now)
      }
      last[entry.id.replica] = entry.id.sequence.raw
      if honest.contains(entry.id.replica), byName[entry.id] != entry.digest {
        breach(.P11, "an entry counted that nobody honest signed", at: context.world.now)
      }
      // A watcher that lies may count its own entries, since no other member does.
      let isOwn = entry.stamp.author == context.person.author
      if !isOwn && !context.world.mayCount(entry.stamp.author)
        || mustNotCount.contains(entry.digest)
      {
        breach(.P11, "an entry counted of one who may not draw", at: context.world.now)
      }
    }
  }

  func forked(_ fork: Fork, in context: PlayerContext) {
    if honest.contains(fork.replica) {
      breach(.P11, "an honest author was taken for one who lies", at: context.world.now)
    }
  }

  /// Checks the bounds from time to time.
  func check(at player: Player, _ context: PlayerContext) {
    for queue in context.process.call.queues + player.boardQueues where queue.count > queue.limit {
      breach(
        .P9, "\(queue.name): \(queue.count) are more than \(queue.limit)", at: context.world.now)
    }
  }
}
