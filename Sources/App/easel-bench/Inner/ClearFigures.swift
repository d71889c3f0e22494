import BoardCodec
import BoardModel
import EaselBase

/// The cost of many small clears: the goal is 1 s for 1 MB of operations.
enum ClearFigures {
  private static let things = 200_000
  private static let clears = 100_000
  private static let pairs = 16_000

  static func all() -> [Figure] {
    let made = board()
    var picture = Picture()
    _ = picture.apply(made)
    return [
      figure("\(clears) clears of a board of \(things) things", manyClears(), on: picture),
      figure("\(pairs) cancels and restores of one clear of it", manyVerdicts(), on: picture),
    ]
  }

  private typealias Operations = [(stamp: Stamp, operation: Operation)]

  /// Measures applying the operations in one step, as a member applies a neighbour's entries.
  private static func figure(_ what: String, _ operations: Operations, on board: Picture) -> Figure
  {
    let bytes = operations.reduce(0) { $0 + $1.operation.encoded().count }
    let seconds = Measure.seconds(passes: 5) {
      board
    } run: { picture in
      use(picture.apply(operations).cleared)
    }
    return Figure(
      row: "", what: what, value: seconds * 1e6 / Double(bytes), unit: "s/MB", peers: "goal 1")
  }

  /// Returns a board whose things all come from one replica, so that a clear of them takes few
  /// bytes.
  private static func board() -> Operations {
    let point = PackedPoints([BoardPoint(x: 500, y: 500)], stepExponent: 0)
    guard let point else { return [] }
    let ink = Ink(color: PaletteColor.red.color, width: 1)
    let dot = Operation(.make(.stroke(Stroke(kind: .pen, ink: ink, points: point))))
    return (1...things).map { (stamp(.drawer, $0, at: $0), dot) }
  }

  /// Returns clears, each of which reaches up to a different sequence number.
  private static func manyClears() -> Operations {
    (1...clears).map { number in
      let reach = SequenceNumber(UInt64(number * 7_919 % things + 1))
      let action = Operation.Action.change(.upTo(VersionVector([.drawer: reach])), .hide)
      return (stamp(.clearer, number, at: things + number), Operation(action))
    }
  }

  private static func manyVerdicts() -> Operations {
    let clear = EntryID(.clearer, SequenceNumber(1))
    let all = VersionVector([.drawer: SequenceNumber(UInt64(things))])
    let first = Operation(.change(.upTo(all), .hide))
    return [(stamp(.clearer, 1, at: things + 1), first)]
      + (2...2 * pairs + 1).map { number in
        let action = number % 2 == 0 ? Operation.Action.cancel(clear) : .restore(clear)
        return (stamp(.clearer, number, at: things + number), Operation(action))
      }
  }

  private static func stamp(_ replica: ReplicaID, _ number: Int, at time: Int) -> Stamp {
    Stamp(
      id: EntryID(replica, SequenceNumber(UInt64(number))), author: AuthorID(replica.raw),
      lamport: Lamport(UInt64(time)), at: 0, lasted: 0)
  }
}

extension ReplicaID {
  fileprivate static let drawer = ReplicaID(Bytes16(high: 3, low: 1))
  fileprivate static let clearer = ReplicaID(Bytes16(high: 3, low: 2))
}
