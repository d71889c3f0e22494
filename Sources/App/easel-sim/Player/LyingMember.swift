import BoardCodec
import BoardLog
import BoardModel
import BoardSync
import EaselBase
import GroupBase
import GroupCore
import GroupTesting

/// A member that lies to the others, through its player.
struct LyingMember {
  let player: Player
  let context: PlayerContext

  func lie() {
    guard !player.present.isEmpty else { return }
    let victim = player.present[context.world.chance.below(player.present.count)]
    guard victim != player.participant else { return }
    switch context.world.chance.below(12) {
    case ..<3: fork()
    case 3: forge()
    case 4: flood(victim)
    case 5: player.send(.antiEntropy(antiEntropyLie()), to: .only([victim]), .reliable, in: context)
    case 6: player.send(.election(electionLie()), to: .only([victim]), .unreliable, in: context)
    case 7: player.send(.responder(responderLie(victim)), to: .all, .reliable, in: context)
    case 8:
      let frame = wetLie()
      player.send(.wet(frame), to: .all, .unreliable, in: context)
    case 9:
      let noise = (0..<40).map { _ in UInt8(truncatingIfNeeded: context.world.chance.next()) }
      context.world.send(noise, to: .only([victim]), .reliable, by: context.process)
      player.send(.entries(noise), to: .only([victim]), .reliable, in: context)
    case 10: cancelAnothers()
    default:
      let presence = PresenceTracker<[UInt8]>.Message(counter: .max, value: [0])
      player.send(.presence(presence), to: .only([victim]), .unreliable, in: context)
    }
  }

  /// Makes two entries with the same number; some participants receive the second, perhaps first.
  private func fork() {
    let (before, isFirst) = (player.log, context.world.chance.percent(50))
    if isFirst { sendTwin(after: before) }
    let color = InkColor(rgb: UInt32(context.world.chance.below(1 << 24)))
    let targets = player.picture.things.prefix(2).map(\.id)
    player.record(.change(.items(Array(targets)), .recolour(color)), in: context)
    if !isFirst { sendTwin(after: before) }
  }

  private func sendTwin(after log: Log) {
    var other = log
    let payload = BoardModel.Operation(.change(.items([]), .hide)).encoded()
    guard var twin = other.record(payload, as: player.replicaGenesis, at: context.clock, lasted: 0)
    else {
      return
    }
    twin.signature = StandInSigner.sign(twin.digest, with: player.replicaGenesis.publicKey)
    let some = Set(player.present.filter { _ in context.world.chance.percent(40) })
    for run in EntryRun.encoded([twin]) {
      player.send(.entries(run), to: .only(some), .reliable, in: context)
    }
  }

  /// Signs an entry that undoes another author's stroke.
  private func cancelAnothers() {
    let others = player.picture.things.filter { $0.author != player.replicaGenesis.author }.map(
      \.id)
    guard !others.isEmpty, context.person.mayDraw else { return }
    player.record(.cancel(others[context.world.chance.below(others.count)]), in: context)
  }

  /// Forges an entry of another author with another payload, and a new entry in that author's name.
  private func forge() {
    let all = player.shelf.entries
    guard !all.isEmpty else { return }
    let entry = all[context.world.chance.below(all.count)]
    let payload = BoardModel.Operation(.change(.upTo(player.log.vector), .hide)).encoded()
    var forged = Entry(
      stamp: entry.stamp, previous: entry.previous, replicaGenesis: entry.replicaGenesis,
      payload: payload)
    forged.signature = context.world.chance.percent(50) ? entry.signature : [1, 2, 3]
    let next = Entry(
      stamp: Stamp(
        id: EntryID(entry.id.replica, entry.id.sequence.next ?? entry.id.sequence),
        author: entry.stamp.author, lamport: entry.stamp.lamport.next ?? entry.stamp.lamport,
        at: 0, lasted: 0),
      previous: entry.digest, replicaGenesis: nil, payload: payload, signature: [9])
    for run in EntryRun.encoded([forged]) + EntryRun.encoded([next]) {
      player.send(.entries(run), to: .all, .reliable, in: context)
    }
  }

  private func flood(_ victim: ParticipantID) {
    for _ in 0..<40 {
      player.send(.antiEntropy(antiEntropyLie()), to: .only([victim]), .reliable, in: context)
      player.send(
        .responder(.ask(VersionVector())), to: .only([victim]), .reliable, in: context)
    }
  }

  private func number() -> SequenceNumber {
    SequenceNumber(context.world.chance.percent(30) ? .max : 1 + context.world.chance.next() % 40)
  }

  private func antiEntropyLie() -> AntiEntropyMessage {
    let heads = player.log.sortedHeads
    let known =
      heads.isEmpty ? player.replica : heads[context.world.chance.below(heads.count)].replica
    let replica =
      context.world.chance.percent(70)
      ? known : ReplicaID(Bytes16(high: context.world.chance.next(), low: 1))
    let head = ReplicaHead(
      replica, number(), digest: Bytes16(high: context.world.chance.next(), low: 0),
      isFrozen: context.world.chance.percent(20))
    let summary = KnowledgeSummary(
      salt: 1, vector: Bytes16(high: 1, low: context.world.chance.next()),
      count: context.world.chance.next() % 1_000, state: Bytes16(high: 7, low: 7))
    switch context.world.chance.below(5) {
    case 0: return .digest(summary)
    case 1: return .compare(VectorPart(summary: summary, after: nil, through: nil, heads: [head]))
    case 2: return .answer(VectorPartAnswer(heads: [head], hasMore: true, isLast: true))
    case 3:
      let last = number()
      return .wanted([EntryRange(replica: replica, first: SequenceNumber(1), last: last)])
    default: return .supplied([])
    }
  }

  private func electionLie() -> ElectionMessage {
    let term = Term(context.world.chance.percent(20) ? .max : context.world.chance.next() % 9)
    switch context.world.chance.below(6) {
    case 0: return .canvass(term, knowledge: nil)
    case 1: return .support(term)
    case 2: return .requestVote(term, knowledge: player.log.vector)
    case 3: return .vote(term)
    case 4: return .heartbeat(term)
    default: return .refuse(term)
    }
  }

  private func responderLie(_ victim: ParticipantID) -> ResponderMessage {
    let far = VersionVector([player.replica: SequenceNumber(1 << 50)])
    switch context.world.chance.below(4) {
    case 0: return .request(VersionVector())
    case 1: return .assign(victim, VersionVector())
    case 2: return .ask(VersionVector())
    default: return .answering(far)
    }
  }

  private func wetLie() -> WetFrame<WetPoint, [UInt8]> {
    let points = Array(
      repeating: WetPoint(x: .max, y: .min), count: context.world.chance.below(5_000))
    let isWhole = context.world.chance.percent(50)
    let stroke = context.world.chance.next() % 40
    guard isWhole else {
      let froms = [.max, -1, context.world.chance.below(WetInk.pointsMax)]
      return .more(
        stroke: UInt8(clamping: stroke), from: froms[context.world.chance.below(3)], offsets: points
      )
    }
    let opening = WetFrame<WetPoint, [UInt8]>.Opening(
      stroke: stroke, number: context.world.chance.next() % 100,
      replica: context.world.chance.percent(50) ? player.replica : nil, sequence: number(),
      style: context.world.chance.percent(50) ? [] : nil)
    return .whole(opening, points: points)
  }
}
