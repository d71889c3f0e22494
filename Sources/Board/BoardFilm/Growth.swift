import BoardModel
import EaselBase

/// The ink and the words of one gesture while it grows: lines evenly along their length, and texts letter by
/// letter.
///
/// The log does not tell when the pen was at which point.
struct Growth {
  private let items: [Item]

  init(_ operations: some Sequence<Operation>) {
    items = operations.compactMap { operation in
      guard case .make(let item) = operation.action else { return nil }
      return item
    }
  }

  /// Returns the items as they are after a part of the gesture's length; both times have one unit. The
  /// lowest comes first.
  func items(at elapsed: Int64, of length: Int64) -> [Item] {
    var rest = Double(items.reduce(0) { $0 + $1.growthCount }) * Double(elapsed) / Double(length)
    var grown: [Item] = []
    for item in items {
      guard rest > 0 else { break }
      if let part = item.grown(to: rest / Double(item.growthCount)) { grown.append(part) }
      rest -= Double(item.growthCount)
    }
    return grown
  }
}

extension BoardItem {
  /// The number of points or letters, at least 1.
  package var growthCount: Int {
    pieces.reduce(item.growthCount) { $0 + $1.points.count }
  }
}

extension Item {
  /// The number of points or letters, at least 1.
  fileprivate var growthCount: Int {
    switch self {
    case .stroke(let stroke): stroke.points.count
    case .label(let label): max(label.text.string.count, 1)
    case .image, .imagePiece: 1
    }
  }

  /// Returns a part of the item, from 0 to 1 of it; nil for a part that shows nothing.
  fileprivate func grown(to part: Double) -> Item? {
    guard part < 1 else { return self }
    switch self {
    case .stroke(let stroke): return stroke.grown(to: part).map(Item.stroke)
    // An image is there at once, when its gesture ends.
    case .image, .imagePiece: return nil
    case .label(let label):
      let text = label.text.string
      let count = Int(Double(text.count) * part)
      return count > 0
        ? .label(label.saying(SafeText(String(text.prefix(count)), limit: .label))) : nil
    }
  }
}

extension Stroke {
  /// Returns a part of the stroke, as it was while the pen moved; nil for a filled region, which
  /// appears at once.
  fileprivate func grown(to part: Double) -> Stroke? {
    let (all, exponent) = (Array(points), points.stepExponent)
    switch kind {
    case .region: return nil
    case .pen, .marker:
      return PackedPoints(Self.beginning(of: all, part), stepExponent: exponent).map(showing)
    case .line, .arrow, .rectangle, .ellipse, .diamond:
      guard let first = all.first, let last = all.last else { return nil }
      return PackedPoints([first, first.towards(last, part)], stepExponent: exponent).map(showing)
    }
  }

  /// Returns the first points of a line, up to a part of its length. A long straight side is cut.
  private static func beginning(of points: [BoardPoint], _ part: Double) -> [BoardPoint] {
    let lengths = zip(points, points.dropFirst()).map { Self.length($0, $1) }
    var rest = lengths.reduce(0, +) * part
    var grown = Array(points.prefix(1))
    for (length, side) in zip(lengths, zip(points, points.dropFirst())) {
      guard length <= rest else {
        if length > longSide { grown.append(side.0.towards(side.1, rest / length)) }
        break
      }
      rest -= length
      grown.append(side.1)
    }
    return grown
  }

  /// A side that is longer than this, in units, grows by itself: more than half a column of a page of 80.
  private static let longSide = 512.0

  private static func length(_ a: BoardPoint, _ b: BoardPoint) -> Double {
    let (dx, dy) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
    return (dx * dx + dy * dy).squareRoot()
  }

  private func showing(_ points: PackedPoints) -> Stroke {
    Stroke(kind: kind, ink: ink, filled: filled, points: points, continues: continues, look: look)
  }
}

extension BoardPoint {
  /// Returns the point after a part of the way to another point.
  fileprivate func towards(_ other: BoardPoint, _ part: Double) -> BoardPoint {
    BoardPoint(
      x: x + Int32(Double(other.x - x) * part), y: y + Int32(Double(other.y - y) * part))
  }
}

extension Label {
  fileprivate func saying(_ text: SafeText) -> Label {
    Label(
      origin: origin, columnWidth: columnWidth, rowHeight: rowHeight, color: color,
      letterSize: letterSize, text: text)
  }
}
