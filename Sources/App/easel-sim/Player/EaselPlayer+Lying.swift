import BoardCodec
import BoardLog
import BoardModel
import BoardSync
import EaselBase
import GroupCore
import GroupTesting

// The acts of a lying member.
extension EaselPlayer {
  func lie(at seat: PlayerContext) {
    guard !present.isEmpty else { return }
    let victim = present[seat.world.chance.below(present.count)]
    guard victim != participant else { return }
    switch seat.world.chance.below(12) {
    case ..<3: fork(at: seat)
    case 3: forge(at: seat)
    case 4: flood(victim, at: seat)
    case 5: send(.healing(healingLie(at: seat)), to: .only([victim]), .reliable, at: seat)
    case 6: send(.election(electionLie(at: seat)), to: .only([victim]), .unreliable, at: seat)
    case 7: send(.responder(responderLie(victim, at: seat)), to: .all, .reliable, at: seat)
    case 8:
      let frame = wetLie(at: seat)
      send(.wet(frame), to: .all, .unreliable, at: seat)
    case 9:
      let noise = (0..<40).map { _ in UInt8(truncatingIfNeeded: seat.world.chance.next()) }
      seat.world.say(noise, to: .only([victim]), .reliable, by: seat.process)
      send(.entries(noise), to: .only([victim]), .reliable, at: seat)
    case 10: cancelAnothers(at: seat)
    default:
      let presence = Presence<[UInt8]>.Message(counter: .max, value: [0])
      send(.presence(presence), to: .only([victim]), .unreliable, at: seat)
    }
  }

  /// Makes two entries with the same number; some participants receive the second, perhaps first.
  private func fork(at seat: PlayerContext) {
    let (before, isFirst) = (log, seat.world.chance.percent(50))
    if isFirst { tellTwin(after: before, at: seat) }
    let color = InkColor(rgb: UInt32(seat.world.chance.below(1 << 24)))
    let targets = picture.things.prefix(2).map(\.id)
    record(.change(.items(Array(targets)), .recolour(color)), at: seat)
    if !isFirst { tellTwin(after: before, at: seat) }
  }

  private func tellTwin(after log: Log, at seat: PlayerContext) {
    var other = log
    let payload = BoardModel.Operation(.change(.items([]), .hide)).encoded()
    guard var twin = other.record(payload, as: birth, at: seat.clock, lasted: 0) else { return }
    twin.signature = StandInSigner.sign(twin.digest, with: birth.publicKey)
    let some = Set(present.filter { _ in seat.world.chance.percent(40) })
    for run in EntryRun.encoded([twin]) {
      send(.entries(run), to: .only(some), .reliable, at: seat)
    }
  }

  /// Signs an entry that undoes another author's stroke.
  private func cancelAnothers(at seat: PlayerContext) {
    let others = picture.things.filter { [birth] in $0.author != birth.author }.map(\.id)
    guard !others.isEmpty, seat.person.mayDraw else { return }
    record(.cancel(others[seat.world.chance.below(others.count)]), at: seat)
  }

  /// Forges an entry of another author with another payload, and a new entry in that author's name.
  private func forge(at seat: PlayerContext) {
    let all = shelf.entries
    guard !all.isEmpty else { return }
    let entry = all[seat.world.chance.below(all.count)]
    let payload = BoardModel.Operation(.change(.upTo(log.vector), .hide)).encoded()
    var forged = Entry(
      stamp: entry.stamp, previous: entry.previous, birth: entry.birth, payload: payload)
    forged.signature = seat.world.chance.percent(50) ? entry.signature : [1, 2, 3]
    let next = Entry(
      stamp: Stamp(
        id: EntryID(entry.id.replica, entry.id.sequence.next ?? entry.id.sequence),
        author: entry.stamp.author, lamport: entry.stamp.lamport.next ?? entry.stamp.lamport,
        at: 0, lasted: 0),
      previous: entry.digest, birth: nil, payload: payload, signature: [9])
    for run in EntryRun.encoded([forged]) + EntryRun.encoded([next]) {
      send(.entries(run), to: .all, .reliable, at: seat)
    }
  }

  private func flood(_ victim: ParticipantID, at seat: PlayerContext) {
    for _ in 0..<40 {
      send(.healing(healingLie(at: seat)), to: .only([victim]), .reliable, at: seat)
      send(
        .responder(.ask(VersionVector())), to: .only([victim]), .reliable, at: seat)
    }
  }

  private func number(at seat: PlayerContext) -> SequenceNumber {
    SequenceNumber(seat.world.chance.percent(30) ? .max : 1 + seat.world.chance.next() % 40)
  }

  private func healingLie(at seat: PlayerContext) -> AntiEntropyMessage {
    let heads = log.sortedHeads
    let known = heads.isEmpty ? replica : heads[seat.world.chance.below(heads.count)].replica
    let replica =
      seat.world.chance.percent(70)
      ? known : ReplicaID(Bytes16(high: seat.world.chance.next(), low: 1))
    let head = ReplicaHead(
      replica, number(at: seat), digest: Bytes16(high: seat.world.chance.next(), low: 0),
      isFrozen: seat.world.chance.percent(20))
    let summary = KnowledgeSummary(
      salt: 1, vector: Bytes16(high: 1, low: seat.world.chance.next()),
      count: seat.world.chance.next() % 1_000, state: Bytes16(high: 7, low: 7))
    switch seat.world.chance.below(5) {
    case 0: return .digest(summary)
    case 1: return .compare(VectorPart(summary: summary, after: nil, through: nil, heads: [head]))
    case 2: return .answer(VectorAnswer(heads: [head], hasMore: true, isLast: true))
    case 3:
      let last = number(at: seat)
      return .wanted([EntryRange(replica: replica, first: SequenceNumber(1), last: last)])
    default: return .supplied([])
    }
  }

  private func electionLie(at seat: PlayerContext) -> ElectionMessage {
    let term = Term(seat.world.chance.percent(20) ? .max : seat.world.chance.next() % 9)
    switch seat.world.chance.below(6) {
    case 0: return .canvass(term, knowledge: nil)
    case 1: return .support(term)
    case 2: return .stand(term, knowledge: log.vector)
    case 3: return .vote(term)
    case 4: return .heartbeat(term)
    default: return .refuse(term)
    }
  }

  private func responderLie(_ victim: ParticipantID, at seat: PlayerContext) -> ResponderMessage {
    let far = VersionVector([replica: SequenceNumber(1 << 50)])
    switch seat.world.chance.below(4) {
    case 0: return .request(VersionVector())
    case 1: return .assign(victim, VersionVector())
    case 2: return .ask(VersionVector())
    default: return .answering(far)
    }
  }

  private func wetLie(at seat: PlayerContext) -> WetFrame<WetPoint, [UInt8]> {
    let points = Array(repeating: WetPoint(x: .max, y: .min), count: seat.world.chance.below(5_000))
    let isWhole = seat.world.chance.percent(50)
    let stroke = seat.world.chance.next() % 40
    guard isWhole else {
      let froms = [.max, -1, seat.world.chance.below(WetInk.pointsMax)]
      return .more(
        stroke: UInt8(clamping: stroke), from: froms[seat.world.chance.below(3)], ways: points)
    }
    let opening = WetFrame<WetPoint, [UInt8]>.Opening(
      stroke: stroke, number: seat.world.chance.next() % 100,
      replica: seat.world.chance.percent(50) ? replica : nil, sequence: number(at: seat),
      style: seat.world.chance.percent(50) ? [] : nil)
    return .whole(opening, points: points)
  }
}
