import BoardLog
import BoardModel
import EaselBase
import GroupCore

// Compares all participants when the world is quiet.
extension World {
  /// Checks that all people know and see the same, and that the oracle agrees.
  func compare() {
    let open = players
    guard let first = open.first, open.count == people.count(where: { !$0.lies }) else { return }
    for other in open.dropFirst() { compare(other, with: first) }
    compareWithOracle(first, .P5)
    checkCounting(open)
    for player in open { checkAlone(player, among: open) }
    for missing in judge.missing(among: Set(first.present)) {
      judge.breach(.T1, "events never came: \(missing)", at: now)
    }
  }

  /// In a world without faults where people come one by one, one answer is enough.
  func checkAnswers() {
    if plan.isHealthy, let newcomer = judge.answeredTwice.first {
      judge.breach(.R1, "\(newcomer) was answered twice", at: now)
    }
  }

  private func compare(_ one: EaselPlayer, with other: EaselPlayer) {
    if one.log.hash != other.log.hash {
      if story != nil { tellDifference(one, other) }
      judge.breach(
        .P10, "\(known(by: one)) entries are known here, \(known(by: other)) there", at: now)
    } else if one.picture.canonicalBytes() != other.picture.canonicalBytes() {
      judge.breach(.P1, "the same entries make different pictures", at: now)
    }
    if one.present != other.present { judge.breach(.S1, "participants differ", at: now) }
  }

  private func known(by player: EaselPlayer) -> UInt64 {
    player.log.vector.known.values.reduce(0) { $0 &+ $1.raw }
  }

  func compareWithOracle(_ player: EaselPlayer, _ invariant: Invariant) {
    var deeds: [Oracle.Deed] = judge.finished.filter {
      $0.board == player.board && player.log.vector.covers($0.stamp.id)
    }.map { ($0.stamp, $0.operation) }
    let named = Set(deeds.map(\.stamp.id))
    // Entries that liars signed count, too, unless they contradict themselves.
    for entry in player.shelf.entries where !named.contains(entry.id) {
      if let operation = EaselPlayer.operation(of: entry) { deeds.append((entry.stamp, operation)) }
    }
    let oracle = Oracle(deeds)
    if oracle.things != player.picture.seen || oracle.paper != player.picture.paper {
      judge.breach(invariant, "the picture is not what the operations say", at: now)
    }
  }

  private func checkAlone(_ player: EaselPlayer, among all: [EaselPlayer]) {
    let awaited = processes[player.participant.member]?.call.awaited ?? []
    // A liar never agrees with the others, so that its peers keep trying.
    if awaited.contains(where: { processes[$0].map { !$0.person.lies } ?? false }) {
      judge.breach(.T1, "something is sent again and again", at: now)
    }
    if player.log.snapshot.hash != player.log.hash {
      judge.breach(.P7, "a snapshot is not the log it was made of", at: now)
    }
    for stroke in player.wetStrokes where !isLiar(stroke.participant) {
      judge.breach(.W5, "wet ink \(stroke.stroke) is left behind", at: now)
    }
    for other in all where other !== player && other.shown > 0 && !isLiar(other.participant) {
      if player.presence(of: other.participant) != other.appearance(other.shown).encoded() {
        judge.breach(.presence, "the latest of somebody is not shown", at: now)
      }
    }
  }

  /// Counts finished operations of the last board that some boards lack.
  func count() {
    let open = players
    guard let board = open.first?.board else {
      counts.lost += judge.finished.count
      return
    }
    for done in judge.finished where done.board == board {
      if open.allSatisfy({ $0.log.vector.covers(done.stamp.id) })
        || isEnded(done.stamp.id, by: done.person, on: board, among: open)
      {
        continue
      }
      counts.lost += 1
    }
    for (board, id, person) in judge.revocations {
      let isKnown =
        board == open[0].board && open.allSatisfy { $0.log.vector.covers(id) }
        || isEnded(id, by: person, on: board, among: open.filter { $0.board == board })
      if !isKnown { counts.lost += 1 }
    }
    // Operations on other boards must be in their authors' files.
    for done in judge.finished where done.board != board {
      let file = people[done.person].files[done.board]?.records ?? []
      if !file.contains(where: { $0.id == done.stamp.id }) { counts.lost += 1 }
    }
  }
}

extension World {
  /// A hash of the final pictures of all honest participants who are still running.
  var pictures: Trace {
    var pictures = Trace()
    for player in players { pictures.add(player.picture.stableHash) }
    return pictures
  }
}

extension Judge {
  /// Checks the bounds from time to time.
  func check(at player: EaselPlayer, _ seat: PlayerContext) {
    for queue in seat.process.call.queues + player.boardQueues where queue.count > queue.limit {
      breach(
        .P9, "\(queue.name): \(queue.count) are more than \(queue.limit)", at: seat.world.now)
    }
  }
}
