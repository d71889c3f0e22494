import BoardContract
import BoardLog
import BoardModel
import EaselBase
import GroupCore
import GroupTesting

/// Compares the participants of a world with each other and with the oracle.
struct WorldComparison {
  let world: World

  /// Checks that all people know the same entries and see the same picture, and that the oracle
  /// agrees.
  func compare() {
    let open = world.players
    guard let first = open.first, open.count == world.people.count(where: { !$0.lies }) else {
      return
    }
    for other in open.dropFirst() { compare(other, with: first) }
    compareWithOracle(first, .P5)
    if let other = open.first(where: { isOlder($0) != isOlder(first) }) {
      compareWithOracle(other, .P5)
    }
    checkCounting(open)
    for player in open { checkAlone(player, among: open) }
    for missing in world.judge.missing(among: Set(first.present)) {
      world.judge.breach(.T1, "events never came: \(missing)", at: world.now)
    }
  }

  /// Checks that each newcomer received one answer, which is enough if there are no faults and
  /// people come one by one.
  func checkAnswers() {
    if world.plan.isHealthy, let newcomer = world.judge.answeredTwice.first {
      world.judge.breach(.R1, "\(newcomer) was answered twice", at: world.now)
    }
  }

  private func compare(_ one: Player, with other: Player) {
    if one.log.hash != other.log.hash {
      if world.story != nil { traceDifference(one, other) }
      world.judge.breach(
        .P10, "\(known(by: one)) entries are known here, \(known(by: other)) there", at: world.now)
    } else if isOlder(one) == isOlder(other),
      one.picture.canonicalBytes() != other.picture.canonicalBytes()
    {
      world.judge.breach(.P1, "the same entries make different pictures", at: world.now)
    }
    if one.present != other.present {
      world.judge.breach(.S1, "participants differ", at: world.now)
    }
  }

  private func isOlder(_ player: Player) -> Bool {
    world.processes[player.participant.member]?.person.isOlder ?? false
  }

  private func known(by player: Player) -> UInt64 {
    player.log.vector.known.values.reduce(0) { $0 &+ $1.raw }
  }

  func compareWithOracle(_ player: Player, _ invariant: Invariant) {
    var history: [Oracle.StampedOperation] = world.judge.finished.filter {
      $0.board == player.board && player.log.vector.covers($0.stamp.id)
    }.map { ($0.stamp, $0.operation) }
    let named = Set(history.map(\.stamp.id))
    // Entries that liars signed also count, unless a liar contradicted itself.
    for entry in player.shelf.entries where !named.contains(entry.id) {
      if let operation = Player.operation(of: entry) {
        history.append((entry.stamp, operation))
      }
    }
    if isOlder(player) { history.removeAll { !OlderProgram.knows($0.operation) } }
    let oracle = Oracle(history)
    if oracle.things != player.picture.seen || oracle.paper != player.picture.paper {
      if world.story != nil { traceDifference(player, from: oracle) }
      world.judge.breach(invariant, "the picture is not what the operations say", at: world.now)
    }
  }

  private func traceDifference(_ player: Player, from oracle: Oracle) {
    let (right, shown) = (oracle.things, player.picture.seen)
    for thing in right where !shown.contains(thing) { world.trace("lacks \(thing)") }
    for thing in shown where !right.contains(thing) { world.trace("shows \(thing)") }
  }

  private func checkAlone(_ player: Player, among all: [Player]) {
    checkRights(of: player)
    let awaited = world.processes[player.participant.member]?.call.lacking(.max) ?? []
    // A liar never agrees with the others, so that its peers keep trying.
    if awaited.contains(where: { world.processes[$0].map { !$0.person.lies } ?? false }) {
      world.judge.breach(.T1, "something is sent again and again", at: world.now)
    }
    let room = 8 * player.log.weight + 768 * player.log.count
    if player.picture.storedBytes > room {
      world.judge.breach(
        .P9, "the picture stores \(player.picture.storedBytes) bytes, at most \(room)",
        at: world.now)
    }
    if player.log.snapshot.hash != player.log.hash {
      world.judge.breach(.P7, "a snapshot is not the log it was made of", at: world.now)
    }
    for stroke in player.wetStrokes where !world.isLiar(stroke.participant) {
      world.judge.breach(.W5, "wet ink \(stroke.stroke) is left behind", at: world.now)
    }
    for other in all
    where other !== player && other.user.shown > 0 && !world.isLiar(other.participant) {
      if player.presence(of: other.participant) != other.appearance(other.user.shown).encoded() {
        world.judge.breach(.presence, "the latest of somebody is not shown", at: world.now)
      }
    }
  }

  /// Checks that no member that only watches decides anything for the members that may draw.
  private func checkRights(of player: Player) {
    let drawers = player.present.filter { world.participant($0).mayDraw }
    if drawers.count > 1, !drawers.contains(where: { world.isLiar($0) }),
      player.driver.client.session?.shared.isKnownToAll == false
    {
      world.judge.breach(.known, "a member waits for the word of a watcher", at: world.now)
    }
    let wishes = player.present.compactMap { id in
      player.shownAppearance(of: id).map {
        IdentityAssignment.Wish(
          id: id, since: $0.since, number: Int($0.color.rgb), mayDraw: drawers.contains(id))
      }
    }
    let looks = IdentityAssignment.assign(wishes, among: 12)
    let alone = IdentityAssignment.assign(wishes.filter(\.mayDraw), among: 12)
    if drawers.contains(where: { looks[$0] != alone[$0] }) {
      world.judge.breach(.looks, "a watcher took the colour of one who may draw", at: world.now)
    }
  }

  /// Counts the finished operations that are lost: missing on one of the open boards, or, for other
  /// boards, missing in their author's file.
  func countLost() {
    let open = world.players
    guard let board = open.first?.board else {
      world.counts.lost += world.judge.finished.count
      return
    }
    for finished in world.judge.finished where finished.board == board {
      if open.allSatisfy({ $0.log.vector.covers(finished.stamp.id) })
        || isEnded(finished.stamp.id, by: finished.person, on: board, among: open)
      {
        continue
      }
      world.counts.lost += 1
    }
    for (board, id, person) in world.judge.revocations {
      let isKnown =
        board == open[0].board && open.allSatisfy { $0.log.vector.covers(id) }
        || isEnded(id, by: person, on: board, among: open.filter { $0.board == board })
      if !isKnown { world.counts.lost += 1 }
    }
    // Operations on other boards must be in their authors' files.
    for finished in world.judge.finished where finished.board != board {
      let file = world.people[finished.person].files[finished.board]?.records ?? []
      if !file.contains(where: { $0.id == finished.stamp.id }) { world.counts.lost += 1 }
    }
  }

  /// A hash of the final pictures of all honest participants who are still running.
  var pictures: Trace {
    var pictures = Trace()
    for player in world.players { pictures.add(player.picture.stableHash) }
    return pictures
  }

  // MARK: Crowded worlds

  /// Checks that each log follows from its known entries, in whatever order they came.
  func checkCounting(_ open: [Player]) {
    guard let crowded = world.plan.crowded, let first = open.first else { return }
    for player in open {
      if player.driver.client.willRebuild {
        world.judge.breach(.P10, "a log is counted anew again and again", at: world.now)
      }
      let known = player.shelf.known + player.log.waitingEntries
      let reading = Log.reading(
        player.log.genesis, allowances: crowded.allowances, known, verify: world.verify)
      if !isSame(reading.log, player.log) {
        world.judge.breach(.P1, "a log counted anew is not the log that grew", at: world.now)
      }
      if player.log.hash == first.log.hash, !isSame(player.log, first.log) {
        world.judge.breach(.P1, "the same entries give different clocks or weights", at: world.now)
      }
      checkBounds(of: player, crowded)
    }
    let oracle = CountingOracle(
      first.shelf.known + first.log.waitingEntries, on: first.log.genesis, crowded.allowances,
      maySign: world.maySign)
    if let difference = oracle.difference(from: first.log) {
      world.judge.breach(
        .P1, "what counts is not what the definition says: \(difference)", at: world.now)
    }
  }

  /// Traces the replicas for which two logs differ, and the entries that each player knows of them.
  func traceDifference(_ one: Player, _ other: Player) {
    let replicas = Set((one.log.sortedHeads + other.log.sortedHeads).map(\.replica))
    for replica in replicas.sorted() where one.log.head(of: replica) != other.log.head(of: replica)
    {
      for player in [one, other] {
        let head = player.log.head(of: replica)
        let entries = (player.shelf.known + player.log.waitingEntries)
          .filter { $0.id.replica == replica }
        let known = entries.map {
          "\($0.id.sequence.raw)@\($0.stamp.lamport.raw) \($0.digest.half.low % 9_973)"
            + ($0.signature.isEmpty ? "" : " signed")
        }
        let person = world.processes[player.participant.member]?.person.index ?? -1
        world.trace(
          "at person \(person), \(replica.raw.high % 9_973) counts to \(head?.sequence.raw ?? 0), frozen "
            + "\(head?.isFrozen ?? false), known \(known), can go on "
            + "\(player.log.canGoOn(replica)), \(player.log.count) entries, charge "
            + "\(entries.first.map { "\(player.log.charge(of: $0.stamp.author))" } ?? "none")")
      }
    }
  }

  private func isSame(_ one: Log, _ other: Log) -> Bool {
    one.hash == other.hash && one.lamport == other.lamport && one.count == other.count
      && one.weight == other.weight
  }

  /// Checks that no data grows without bound, whatever members send.
  private func checkBounds(of player: Player, _ crowded: Crowded) {
    let waiting = player.log.waitingEntries
    if waiting.count > 16_384 || waiting.reduce(0, { $0 + $1.payload.count }) > 1 << 20 {
      world.judge.breach(.P9, "\(waiting.count) entries wait", at: world.now)
    }
    if waiting.contains(where: { world.judge.mustNotWait.contains($0.digest) }) {
      world.judge.breach(.P9, "entries wait that a watcher made up", at: world.now)
    }
    var charges: [AuthorID: (drawing: Int, tidying: Int)] = [:]
    for entry in player.shelf.entries {
      let weight = entry.payload.count + Log.entryOverhead
      if world.judge.mustNotCount.contains(entry.digest) {
        world.judge.breach(
          .P11, "an entry counts that was made up or is another board's", at: world.now)
      }
      var charge = charges[entry.stamp.author] ?? (0, 0)
      if entry.purpose == .draw { charge.drawing += weight } else { charge.tidying += weight }
      charges[entry.stamp.author] = charge
    }
    for (author, charge) in charges {
      let allowance = player.log.allowance(of: author)
      if charge.drawing > allowance.drawing || charge.tidying > allowance.tidying {
        world.judge.breach(.P9, "an author has more than its allowance", at: world.now)
      }
    }
  }

  /// Returns whether the rules of a crowded board end a finished operation: no open log counts it,
  /// although its author's file still holds it. `checkCounting` has compared these logs with the
  /// definition.
  func isEnded(_ id: EntryID, by person: Int, on board: BoardNumber, among open: [Player])
    -> Bool
  {
    guard world.plan.crowded != nil, !open.contains(where: { $0.log.vector.covers(id) }) else {
      return false
    }
    return world.people[person].files[board]?.records.contains { $0.id == id } ?? false
  }
}
