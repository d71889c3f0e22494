import BoardCodec
import BoardLog
import BoardModel
import EaselBase

/// The cost of each action at its limits, for each byte of its entries: the goal is 1 s for 1 MiB.
enum WorkFigures {
  private static let things = Limits.targets
  private static let unknown = ReplicaID(Bytes16(high: 3, low: 3))

  static func all() -> [Figure] {
    let move = Loads.move(ids(of: Loads.drawer))
    let unknownMove = Loads.move(ids(of: unknown))
    let hundred = (1...100).map { Loads.id($0, of: Loads.changer) }
    func times(_ count: Int, _ action: Operation.Action) -> [Operation.Action] {
      Array(repeating: action, count: count)
    }
    return [
      figure("100 moves of \(things) strokes", times(100, move)),
      figure(
        "100 recolours of \(things) strokes", times(100, Loads.recolour(ids(of: Loads.drawer)))),
      figure("50 moves of strokes that never come", times(50, unknownMove)),
      figure("20 clears of \(things) made-up replicas", (0..<20).map(Loads.clearOfUnknown)),
      figure(
        "100 moves of \(things) strokes, 5,000 toggles",
        times(100, move) + (0..<5_000).map { Loads.toggle(hundred[$0 % 100], $0 / 100) }),
      figure(
        "one move and 5,000 toggles", [move] + (0..<5_000).map { Loads.toggle(hundred[0], $0) }),
      figure(
        "100 moves, 5,000 takings back of one of them",
        times(100, move)
          + (0..<5_000).map { .takeBack(from: SequenceNumber(1), upTo: hundred[$0 % 100]) }),
      memory("moves of strokes that never come", times(50, unknownMove)),
      memory("clears of made-up replicas", (0..<20).map(Loads.clearOfUnknown)),
      memory("strokes of one point", Loads.dots(10_000)),
    ]
  }

  private static func ids(of replica: ReplicaID) -> [EntryID] {
    (1...things).map { Loads.id($0, of: replica) }
  }

  /// Measures one batch of the actions, in seconds of the processor for 1 MiB of weight.
  private static func figure(_ what: String, _ actions: [Operation.Action]) -> Figure {
    var board = Picture()
    _ = board.apply(Loads.operations(Loads.dots(things), by: Loads.drawer))
    let load = Loads.operations(actions, by: Loads.changer, after: things)
    let seconds = Measure.seconds(passes: 3) {
      board
    } run: { picture in
      use(picture.apply(load).each.count)
    }
    return Figure(
      row: "", what: "one batch: \(what)", value: seconds * Double(1 << 20) / Double(weight(load)),
      unit: "s/MiB", peers: "goal 1")
  }

  /// Compares the bytes by which the process grows with the weight. A constant for each entry is
  /// taken off first.
  private static func memory(_ what: String, _ actions: [Operation.Action]) -> Figure {
    let load = Loads.operations(actions, by: Loads.changer)
    let (picture, bytes) = Measure.memory {
      var picture = Picture()
      _ = picture.apply(load)
      return picture
    }
    use(picture)
    let rest = max(bytes - load.count * bytesOfEntry, 0)
    return Figure(
      row: "", what: "memory: \(what)", value: Double(rest) / Double(weight(load)),
      unit: "B for each byte", peers: "at most 8")
  }

  /// The constant for each entry, as the tests of the law have it.
  private static let bytesOfEntry = 768

  private static func weight(_ load: StampedOperations) -> Int {
    load.reduce(0) { $0 + $1.operation.encoded().count + Log.entryOverhead }
  }
}
