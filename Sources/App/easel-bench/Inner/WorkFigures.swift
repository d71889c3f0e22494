import BoardCodec
import BoardModel
import EaselBase

/// The cost of each action at its limits, for each byte of its entries: the goal is 1 s for 1 MiB.
enum WorkFigures {
  private static let things = Limits.targets
  private typealias Operations = [(stamp: Stamp, operation: Operation)]

  static func all() -> [Figure] {
    let ids = (1...things).map { EntryID(.drawer, SequenceNumber(UInt64($0))) }
    let move = Operation.Action.change(.items(ids), .move(BoardOffset(dx: 1, dy: 1)))
    let color = Operation.Action.change(.items(ids), .recolour(InkColor(rgb: 0x12_34_56)))
    let first = EntryID(.changer, SequenceNumber(1))
    let hundred = (1...100).map { EntryID(.changer, SequenceNumber(UInt64($0))) }
    return [
      figure("100 moves of \(things) strokes", hundred.map { _ in move }),
      figure("100 recolours of \(things) strokes", hundred.map { _ in color }),
      figure("50 moves of strokes that never come", hundred.prefix(50).map { _ in unknown(move) }),
      figure("20 clears of \(things) made-up replicas", (0..<20).map(clear)),
      figure(
        "100 moves of \(things) strokes and 5,000 toggles of all of them",
        hundred.map { _ in move } + (0..<5_000).map { toggle(hundred[$0 % 100], $0 / 100) }),
      figure("one move and 5,000 toggles", [move] + (0..<5_000).map { toggle(first, $0) }),
      figure(
        "100 moves and 5,000 takings back of one of them",
        hundred.map { _ in move }
          + (0..<5_000).map { .takeBack(from: SequenceNumber(1), upTo: hundred[$0 % 100]) }),
    ] + memory(move)
  }

  private static func toggle(_ id: EntryID, _ round: Int) -> Operation.Action {
    round % 2 == 0 ? .cancel(id) : .restore(id)
  }

  private static func unknown(_ change: Operation.Action) -> Operation.Action {
    guard case .change(.items(let ids), let effect) = change else { return change }
    return .change(.items(ids.map { EntryID(.nobody, $0.sequence) }), effect)
  }

  private static func clear(_ number: Int) -> Operation.Action {
    let known = (0..<things).map { place in
      (ReplicaID(Bytes16(high: UInt64(number * things + place), low: 9)), SequenceNumber(1))
    }
    return .change(.upTo(VersionVector(Dictionary(uniqueKeysWithValues: known))), .hide)
  }

  /// Measures one batch of the actions, in seconds of the processor for 1 MiB of weight.
  private static func figure(_ what: String, _ actions: [Operation.Action]) -> Figure {
    var board = Picture()
    _ = board.apply(drawn())
    let load = load(actions)
    let seconds = Measure.seconds(passes: 3) {
      board
    } run: { picture in
      use(picture.apply(load).each.count)
    }
    return Figure(
      row: "", what: "one batch: \(what)", value: seconds * Double(1 << 20) / Double(weight(load)),
      unit: "s/MiB", peers: "goal 1")
  }

  /// Compares the stored bytes with the weight.
  private static func memory(_ move: Operation.Action) -> [Figure] {
    let loads = [
      ("moves of strokes that never come", load((0..<50).map { _ in unknown(move) })),
      ("clears of made-up replicas", load((0..<20).map(clear))),
    ]
    return loads.map { what, load in
      var picture = Picture()
      _ = picture.apply(load)
      return Figure(
        row: "", what: "memory: \(what)",
        value: Double(picture.storedBytes) / Double(weight(load)), unit: "B for each byte",
        peers: "at most 8")
    }
  }

  private static func drawn() -> Operations {
    let point = PackedPoints([BoardPoint(x: 500, y: 500)], stepExponent: 0)
    guard let point else { return [] }
    let ink = Ink(color: PaletteColor.red.color, width: 1)
    let dot = Operation(.make(.stroke(Stroke(kind: .pen, ink: ink, points: point))))
    return (1...things).map { (stamp(.drawer, $0, at: $0), dot) }
  }

  private static func load(_ actions: [Operation.Action]) -> Operations {
    actions.enumerated().map {
      (stamp(.changer, $0 + 1, at: things + $0 + 1), Operation($1))
    }
  }

  private static func weight(_ load: Operations) -> Int {
    load.reduce(0) { $0 + $1.operation.encoded().count + 128 }
  }

  private static func stamp(_ replica: ReplicaID, _ number: Int, at time: Int) -> Stamp {
    Stamp(
      id: EntryID(replica, SequenceNumber(UInt64(number))), author: AuthorID(replica.raw),
      lamport: Lamport(UInt64(time)), at: 0, lasted: 0)
  }
}

extension ReplicaID {
  fileprivate static let drawer = ReplicaID(Bytes16(high: 4, low: 1))
  fileprivate static let changer = ReplicaID(Bytes16(high: 4, low: 2))
  fileprivate static let nobody = ReplicaID(Bytes16(high: 4, low: 3))
}
