import EaselBase
import GroupTesting
import Testing

@testable import BoardModel

struct BatchLawTests {
  @Test("L1 · a batch in one piece gives what the same operations give one by one")
  func onePiece() {
    for seed in 0..<Seeds.count(150) {
      let log = CrowdLog(seed: seed &+ 600_000, count: 60, hasManyClears: seed % 3 > 0)
      var chance = SplitMix64(seed: seed)
      let arrivals = log.shuffled(using: &chance)
      var (single, batched) = (Picture(), Picture())
      var rest = arrivals[...]
      while !rest.isEmpty {
        let batch = rest.prefix(Int.random(in: 1...20, using: &chance))
        rest = rest.dropFirst(batch.count)
        for entry in batch { _ = single.apply(entry.operation, entry.stamp) }
        let before = Array(batched.things)
        let damage = batched.apply(batch.map { ($0.stamp, $0.operation) })
        guard Facts(single) == Facts(batched) else {
          Issue.record("seed \(seed): the pictures differ")
          return
        }
        guard damage.each.count == batch.count, damage.covers(from: before, to: batched) else {
          Issue.record("seed \(seed): \(damage) is not all that changed")
          return
        }
      }
      let oracle = Oracle(arrivals)
      #expect(batched.seen == oracle.things && batched.paper == oracle.paper, "seed \(seed)")
    }
  }

  @Test(
    "L1 · a thing that changes between a clear and its cancel, in one batch, is seen as it is now")
  func betweenClearAndCancel() {
    var desk = Desk()
    let still = desk.draw()
    let moved = desk.draw()
    let clear = EntryID(Named.replica(2), SequenceNumber(1))
    func entry(
      _ action: Operation.Action, _ number: UInt64
    ) -> (stamp: Stamp, operation: Operation) {
      let stamp = Stamp(
        id: EntryID(Named.replica(2), SequenceNumber(number)), author: Named.author(2),
        lamport: Lamport(number + 10), at: 0, lasted: 0)
      return (stamp, Operation(action))
    }
    let offset = BoardOffset(dx: 500, dy: 0)
    let old = desk.picture.thing(moved)?.bounds ?? .nowhere
    let damage = desk.picture.apply([
      entry(.change(.upTo(desk.picture.vector), .hide), 1),
      entry(.change(.items([moved]), .move(offset)), 2), entry(.cancel(clear), 3),
    ])
    #expect(desk.visible == [still, moved] && desk.picture.seenCount == 2)
    let area = Damage.area(old.union(old.moved(by: offset)))
    #expect(damage == BatchDamage(each: [.none, area, .none], cleared: .none))
    let things = Array(
      desk.picture.things(in: desk.picture.things[desk.picture.things.startIndex].bounds))
    #expect(things.map(\.id).contains(still))
    #expect(desk.picture.thing(moved)?.offset == offset)
  }

  @Test(
    "L1 · a change that is taken back in the batch in which its thing arrives has no effect",
    arguments: Operation.Effect.kinds + [.reorder(.front), .reorder(.back)])
  func takenBackBeforeItsThing(effect: Operation.Effect) {
    let thing = Entry(.rectangle(at: 0), by: 1, 1, at: 1)
    let other = Entry(.rectangle(at: 3_000), by: 1, 2, at: 2)
    let change = Entry(.change(.items([thing.id]), effect), by: 2, 1, at: 3)
    let verdicts = [
      Entry(.cancel(change.id), by: 2, 2, at: 4), Entry(.cancel(change.id), by: 3, 1, at: 4),
      Entry(.takeBack(from: SequenceNumber(1), upTo: change.id), by: 3, 1, at: 4),
    ]
    for verdict in verdicts {
      let entries = [thing, other, change, verdict]
      let wanted = Oracle(entries).things
      #expect(entries.pictures.allSatisfy { $0.seen == wanted && $0.seenCount == 2 })
    }
  }

  @Test("L1 · counts and heap give what a list of all clears that stand gives")
  func standingClears() {
    for seed in 0..<Seeds.count(100) {
      var chance = SplitMix64(seed: seed)
      var clears = StandingClears()
      var (standing, cancelled): ([SequenceNumber], [SequenceNumber]) = ([], [])
      let bound = seed % 2 == 0 ? UInt64(6) : 1_000
      for _ in 0..<200 {
        switch Int.random(in: 0..<4, using: &chance) {
        case 0 where !standing.isEmpty:
          let reach = standing.remove(at: .random(in: standing.indices, using: &chance))
          cancelled.append(reach)
          clears.count(reach, by: -1)
        case 1 where !standing.isEmpty:
          // The largest one, which the heap is kept for.
          let reach = standing.max() ?? SequenceNumber(0)
          standing.remove(at: standing.firstIndex(of: reach) ?? 0)
          cancelled.append(reach)
          clears.count(reach, by: -1)
        case 2 where !cancelled.isEmpty:
          let reach = cancelled.remove(at: .random(in: cancelled.indices, using: &chance))
          standing.append(reach)
          clears.count(reach, by: 1)
        default:
          let reach = SequenceNumber(.random(in: 1...bound, using: &chance))
          standing.append(reach)
          clears.count(reach, by: 1)
        }
        let none = SequenceNumber(0)
        guard clears.highest == standing.max() ?? none,
          standing.indices.allSatisfy({ index in
            var others = standing
            let reach = others.remove(at: index)
            return clears.highest(without: reach) == others.max() ?? none
          })
        else {
          Issue.record("seed \(seed): \(standing.map(\.raw))")
          return
        }
      }
    }
  }

  @Test(
    "L5 · a move or recolouring up to a vector does nothing, whatever names it",
    arguments: [
      Operation.Effect.move(BoardOffset(dx: 9, dy: 9)), .recolour(InkColor(rgba: 7)),
      .resize(.identity), .setWidth(3), .setFilled(true), .reorder(.front),
    ])
  func refused(effect: Operation.Effect) {
    var desk = Desk()
    desk.draw()
    let before = Facts(desk.picture)
    let refused = desk.do(.change(.upTo(desk.picture.vector), effect), as: 2)
    #expect(Facts(desk.picture) == before && desk.picture.stamp(of: refused) == nil)
    desk.do(.cancel(refused), as: 2)
    desk.do(.restore(refused), as: 2)
    #expect(desk.picture.seen == Oracle(desk.entries).things)
  }

  @Test("L1 · the highest of many recolours of one thing count, in any order of arrival")
  func manyRecolours() {
    for seed in 0..<Seeds.count(10) {
      var chance = SplitMix64(seed: seed)
      var desk = Desk()
      let thing = desk.draw(as: 1)
      var recolours: [(id: EntryID, person: Int)] = []
      for number in 0..<UInt32(Limits.changesPerProperty) + 40 {
        let person = Int.random(in: 1...3, using: &chance)
        let action = Operation.Action.change(
          .items([thing]), .recolour(InkColor(rgb: number, alpha: 255)))
        recolours.append((desk.do(action, as: person), person))
      }
      // Cancelled recolours go on counting.
      let kept = Int.random(in: 30...50, using: &chance)
      for (id, person) in recolours.dropFirst(kept) { desk.do(.cancel(id), as: person) }
      let wanted = kept > 40 ? UInt32(kept - 1) : nil
      for _ in 0..<3 {
        var picture = Picture()
        for entry in desk.entries.shuffledByReplica(using: &chance) {
          let before = Array(picture.things)
          let damage = picture.apply(entry.operation, entry.stamp)
          guard before == Array(picture.things) || damage != .none else {
            Issue.record("seed \(seed): a change without damage")
            return
          }
        }
        #expect(picture.thing(thing)?.color?.rgb == wanted, "seed \(seed), \(kept) kept")
      }
    }
  }
}

/// All that a picture says.
private struct Facts: Equatable {
  let bytes: [UInt8]
  let count: Int
  let bounds: BoardRect?
  let hides: [EntryID]
  let undoable: [Operation.Action?]

  init(_ picture: Picture) {
    (bytes, count, bounds) = (picture.canonicalBytes(), picture.seenCount, picture.bounds)
    hides = picture.latestHides + (0..<3).flatMap { picture.hidesOfAll(by: Named.author($0)) }
    undoable = (0..<3).flatMap { person -> [Operation.Action?] in
      let author = Named.author(person)
      return [
        picture.undo(for: author), picture.undo(for: author, run: Named.replica(1)),
        picture.redo(for: author),
      ]
    }
  }
}

extension BatchDamage {
  /// Whether every part of a thing that changed lies where something is painted anew.
  fileprivate func covers(from before: [BoardItem], to picture: Picture) -> Bool {
    let after = Array(picture.things)
    let added = Set(
      each.compactMap { damage -> EntryID? in
        if case .added(let id) = damage { return id }
        return nil
      })
    let all = each + [cleared]
    guard !all.contains(.all) else { return true }
    let areas = all.compactMap { damage -> BoardRect? in
      if case .area(let area) = damage { return area }
      return nil
    }
    let whole = areas.reduce(BoardRect?.none) { $0?.union($1) ?? $1 }
    let changed = Set(before.flatMap(\.parts)).symmetricDifference(after.flatMap(\.parts))
    return changed.allSatisfy { part in
      added.contains(part.id) || whole.map { $0.intersects(part.bounds) } ?? false
    }
      && before.ids(reachingBeyond: whole)
        == after.ids(reachingBeyond: whole).filter { !added.contains($0) }
  }
}
