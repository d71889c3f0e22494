import BoardModel
import EaselBase
import GroupTesting
import Testing

struct PictureLawTests {
  static let seeds = Seeds.count(100)

  @Test("L1 · any order of arrival gives the picture that the oracle works out")
  func anyOrder() {
    for seed in 0..<Self.seeds {
      let log = CrowdLog(seed: seed, count: 36)
      let oracle = Oracle(log.entries)
      let (things, paper) = (oracle.things, oracle.paper)
      var chance = SplitMix64(seed: seed &+ 1_000_000)
      for _ in 0..<3 {
        var picture = Picture()
        for entry in log.shuffled(using: &chance) {
          _ = picture.apply(entry.operation, entry.stamp)
        }
        guard picture.seen == things, picture.paper == paper else {
          Issue.record("seed \(seed)")
          return
        }
      }
    }
  }

  @Test("L1 · at every moment the picture is that of the arrived entries, byte for byte")
  func everyMoment() {
    for seed in 0..<Self.seeds / 10 {
      let log = CrowdLog(seed: seed &+ 50_000, count: 30)
      var chance = SplitMix64(seed: seed)
      let arrivals = log.shuffled(using: &chance)
      var picture = Picture()
      for (index, entry) in arrivals.enumerated() {
        _ = picture.apply(entry.operation, entry.stamp)
        let oracle = Oracle(arrivals[...index])
        guard picture.seen == oracle.things, picture.paper == oracle.paper,
          picture.seenCount == oracle.things.count
        else {
          Issue.record("seed \(seed), after \(index + 1) arrivals")
          return
        }
      }
    }
  }

  @Test("L2 · applying everything again changes nothing")
  func twice() {
    for seed in 0..<Self.seeds / 3 {
      let log = CrowdLog(seed: seed &+ 90_000, count: 30)
      var picture = Picture()
      for entry in log.entries { _ = picture.apply(entry.operation, entry.stamp) }
      let before = (picture.seen, picture.operationCount)
      for entry in log.entries {
        #expect(picture.apply(entry.operation, entry.stamp) == .none, "seed \(seed)")
      }
      #expect(picture.seen == before.0 && picture.operationCount == before.1, "seed \(seed)")
    }
  }

  @Test(
    "L5 · a change that the arrival of a thing takes back was never about that thing",
    arguments: [
      Operation.Effect.recolour(InkColor(rgba: 0x1234_5678)),
      .move(BoardOffset(dx: 10, dy: 20)), .hide,
    ])
  func takenBackOnArrival(effect: Operation.Effect) {
    let replica = Named.replica(1)
    func id(_ number: UInt64) -> EntryID { EntryID(replica, SequenceNumber(number)) }
    let make = Operation.Action.make(.stroke(.through([BoardPoint(x: 0, y: 0)])))
    let operations = [
      Operation(.change(.upTo(VersionVector([replica: SequenceNumber(9)])), effect)),
      Operation(.cancel(id(3))),
      Operation(make, gesture: SequenceNumber(1)),
      Operation(.restore(id(1))),
    ]
    let entries = operations.enumerated().map { index, operation in
      let number = UInt64(index + 1)
      return Entry(
        operation: operation,
        stamp: Stamp(
          id: id(number), author: Named.author(1), lamport: Lamport(number), at: 0, lasted: 0))
    }
    var picture = Picture()
    for (index, entry) in entries.enumerated() {
      _ = picture.apply(entry.operation, entry.stamp)
      #expect(picture.seen == Oracle(entries[...index]).things)
    }
  }

  @Test("Damage covers all that changed, and an addition is on top and all there is")
  func damage() {
    for seed in 0..<Self.seeds {
      let log = CrowdLog(seed: seed &+ 200_000, count: 30)
      var chance = SplitMix64(seed: seed)
      var picture = Picture()
      for entry in log.shuffled(using: &chance) {
        let before = (Array(picture.things), picture.paper)
        let damage = picture.apply(entry.operation, entry.stamp)
        guard damage.covers(from: before.0, to: Array(picture.things)),
          before.1 == picture.paper || damage == .all
        else {
          Issue.record("seed \(seed): \(damage) of \(entry)")
          return
        }
      }
    }
  }
}

extension Damage {
  fileprivate func covers(from before: [BoardItem], to after: [BoardItem]) -> Bool {
    switch self {
    case .none: return before == after
    case .all: return true
    case .added(let id): return after.last?.id == id && Array(after.dropLast()) == before
    case .area(let area):
      let changed = Set(before.flatMap(\.parts)).symmetricDifference(after.flatMap(\.parts))
      return changed.allSatisfy { area.union($0.bounds) == area }
        && before.ids(reachingBeyond: area) == after.ids(reachingBeyond: area)
    }
  }
}

extension [BoardItem] {
  /// The things that do not lie within an area, bottom to top. Their order has not changed if only
  /// the area is painted anew.
  func ids(reachingBeyond area: BoardRect?) -> [EntryID] {
    filter { thing in area.map { $0.union(thing.bounds) != $0 } ?? true }.map(\.id)
  }
}

/// The visible part of one stroke or label.
struct Part: Hashable {
  let id: EntryID
  let item: Item
  let offset: BoardOffset
  let color: InkColor?

  var bounds: BoardRect { item.bounds.moved(by: offset) }
}

extension BoardItem {
  var parts: [Part] {
    ([item] + pieces.map(Item.stroke)).map {
      Part(id: id, item: $0, offset: offset, color: color)
    }
  }
}
