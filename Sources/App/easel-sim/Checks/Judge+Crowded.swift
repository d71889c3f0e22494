import BoardLog
import BoardModel
import EaselBase
import GroupCore
import GroupTesting

// Checks that only crowded worlds need.
extension World {
  /// Checks that each log follows from its known entries, in whatever order they came.
  func checkCounting(_ open: [EaselPlayer]) {
    guard let crowded = plan.crowded, let first = open.first else { return }
    for player in open {
      if player.client.willRebuild {
        judge.breach(.P10, "a log is counted anew again and again", at: now)
      }
      let known = player.shelf.known + player.log.waitingEntries
      let reading = Log.reading(
        player.log.genesis, allowances: crowded.allowances, known, verify: verify)
      if !isSame(reading.log, player.log) {
        judge.breach(.P1, "a log counted anew is not the log that grew", at: now)
      }
      if player.log.hash == first.log.hash, !isSame(player.log, first.log) {
        judge.breach(.P1, "the same entries give different clocks or weights", at: now)
      }
      checkBounds(of: player, crowded)
    }
    let oracle = CountingOracle(
      first.shelf.known + first.log.waitingEntries, on: first.log.genesis, crowded.allowances,
      maySign: maySign)
    if let difference = oracle.difference(from: first.log) {
      judge.breach(.P1, "what counts is not what the definition says: \(difference)", at: now)
    }
  }

  /// Tells where two logs differ, and what each knows there.
  func tellDifference(_ one: EaselPlayer, _ other: EaselPlayer) {
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
        trace(
          "\(replica.raw.high % 9_973) counts to \(head?.sequence.raw ?? 0), frozen "
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
  private func checkBounds(of player: EaselPlayer, _ crowded: Crowded) {
    let waiting = player.log.waitingEntries
    if waiting.count > 16_384 || waiting.reduce(0, { $0 + $1.payload.count }) > 1 << 20 {
      judge.breach(.P9, "\(waiting.count) entries wait", at: now)
    }
    if waiting.contains(where: { judge.mustNotWait.contains($0.digest) }) {
      judge.breach(.P9, "entries wait that a watcher made up", at: now)
    }
    var charges: [AuthorID: (drawing: Int, tidying: Int)] = [:]
    for entry in player.shelf.entries {
      let weight = entry.payload.count + Log.entryOverhead
      if judge.mustNotCount.contains(entry.digest) {
        judge.breach(.P11, "an entry counts that was made up or is another board's", at: now)
      }
      var charge = charges[entry.stamp.author] ?? (0, 0)
      if entry.purpose == .draw { charge.drawing += weight } else { charge.tidying += weight }
      charges[entry.stamp.author] = charge
    }
    for (author, charge) in charges {
      let allowance = player.log.allowance(of: author)
      if charge.drawing > allowance.drawing || charge.tidying > allowance.tidying {
        judge.breach(.P9, "an author has more than its allowance", at: now)
      }
    }
  }

  func verify(_ digest: Digest, _ signature: [UInt8], _ publicKey: [UInt8]) -> Bool {
    maySign(publicKey) && StandInSigner.verifies(digest, signature, publicKey)
  }

  /// Returns whether a finished operation is kept by its author although the rules of the board end
  /// it: its author's log says so, and `checkCounting` compared that log with the definition.
  func isEnded(_ id: EntryID, by person: Int, on board: BoardName, among open: [EaselPlayer])
    -> Bool
  {
    guard plan.crowded != nil, !open.contains(where: { $0.log.vector.covers(id) }) else {
      return false
    }
    return people[person].files[board]?.records.contains { $0.id == id } ?? false
  }
}

// The owner revokes authors.
extension EaselPlayer {
  /// Lets the board's owner end an author's writing from time to time.
  func revoke(at seat: PlayerContext) {
    guard let crowded = seat.world.plan.crowded, crowded.revocations > 0,
      birth.author == log.genesis.author,
      seat.world.chance.next() % 1_000 < crowded.revocations
    else { return }
    let people = seat.world.people
    let heads = log.sortedHeads
    let known = Set(people.map(\.author))
    let isSweep = seat.world.chance.percent(25)
    let hostile = people.filter(\.lies).map(\.author)
    let honest = people.filter { !$0.lies && $0.author != birth.author }.map(\.author)
    let isMistake = seat.world.chance.percent(10)
    let candidates = isMistake ? honest : hostile
    let one = candidates.isEmpty ? nil : candidates[seat.world.chance.below(candidates.count)]
    let authors =
      isSweep ? Set(heads.map(\.author)).subtracting(known).sorted() : one.map { [$0] } ?? []
    guard !authors.isEmpty, authors.count <= Revocation.authorsMax else { return }
    var vector: [ReplicaID: SequenceNumber] = [:]
    for head in heads where authors.contains(head.author) && head.sequence.raw > 0 {
      // The owner names some replicas only in part, and some not at all.
      let cut = seat.world.chance.percent(70) ? 0 : seat.world.chance.next() % 4
      if head.sequence.raw > cut {
        vector[head.replica] = SequenceNumber(head.sequence.raw - cut)
      }
    }
    guard vector.count <= Revocation.replicasMax else { return }
    let allowsNewReplicas = !isMistake && seat.world.chance.percent(30)
    record(
      Revocation(
        authors: authors, vector: VersionVector(vector), allowsNewReplicas: allowsNewReplicas),
      at: seat)
  }
}
