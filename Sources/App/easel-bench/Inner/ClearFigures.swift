import BoardCodec
import BoardModel
import EaselBase

/// The cost of many small clears: the goal is 1 s for 1 MB of operations.
enum ClearFigures {
  private static let things = 200_000
  private static let clears = 100_000
  private static let pairs = 16_000

  static func all() -> [Figure] {
    var picture = Picture()
    _ = picture.apply(Loads.operations(Loads.dots(things), by: Loads.drawer))
    return [
      figure("\(clears) clears of a board of \(things) things", manyClears(), on: picture),
      figure("\(pairs) cancels and restores of one clear of it", manyVerdicts(), on: picture),
    ]
  }

  /// Measures applying the actions in one step, as a member applies a neighbour's entries.
  private static func figure(
    _ what: String, _ actions: [Operation.Action], on board: Picture
  ) -> Figure {
    let operations = Loads.operations(actions, by: Loads.changer, after: things)
    let bytes = operations.reduce(0) { $0 + $1.operation.encoded().count }
    let seconds = Measure.seconds(passes: 5) {
      board
    } run: { picture in
      use(picture.apply(operations).cleared)
    }
    return Figure(
      row: "", what: what, value: seconds * 1e6 / Double(bytes), unit: "s/MB", peers: "goal 1")
  }

  /// A clear of all that the drawer drew up to a number. Since all things come from one replica, a
  /// clear takes few bytes.
  private static func clear(upTo number: Int) -> Operation.Action {
    let vector = VersionVector([Loads.drawer: SequenceNumber(UInt64(number))])
    return .change(.upTo(vector), .hide)
  }

  /// Returns clears, each of which reaches up to a different sequence number.
  private static func manyClears() -> [Operation.Action] {
    (1...clears).map { clear(upTo: $0 * 7_919 % things + 1) }
  }

  private static func manyVerdicts() -> [Operation.Action] {
    let first = Loads.id(1, of: Loads.changer)
    return [clear(upTo: things)] + (0..<2 * pairs).map { Loads.toggle(first, $0) }
  }
}
