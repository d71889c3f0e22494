import BoardModel
import EaselBase

/// How a thing looks after the changes that decide, worked out in the plainest way.
struct Form {
  private(set) var color: InkColor?
  private(set) var scaling: BoardScaling?
  private var width: UInt8?
  private var isFilled: Bool?
  private var words: RawText?
  private var look: StrokeLook?
  private(set) var group: EntryID?
  private(set) var level: Operation.Level?
  /// The change that gave the level.
  private(set) var reordering: EntryID?

  /// A later call replaces an earlier one.
  mutating func note(_ effect: Operation.Effect, _ change: EntryID) {
    switch effect {
    case .hide, .move, .attach: break
    case .recolour(let new): color = new
    case .resize(let new): scaling = new
    case .setWidth(let new): width = new
    case .setFilled(let new): isFilled = new
    case .reorder(let new): (level, reordering) = (new, change)
    case .setText(let new): words = new.content
    case .setLook(let new): look = new
    case .setGroup(let new): group = new
    }
  }

  func apply(to item: Item) -> Item {
    switch item {
    case .stroke(let stroke): .stroke(apply(to: stroke))
    case .image, .imagePiece: item
    case .label(let label):
      .label(
        Label(
          origin: position(of: label.origin), columnWidth: label.columnWidth,
          rowHeight: label.rowHeight, color: label.color,
          letterSize: width.map { $0 > 1 ? .large : .normal } ?? label.letterSize,
          content: words ?? label.content))
    }
  }

  func apply(to stroke: Stroke) -> Stroke {
    let isShape = [.rectangle, .ellipse, .diamond].contains(stroke.kind)
    let isLine = stroke.kind != .region
    let points = scaling.map { scaling -> PackedPoints in
      let least = Double(min(scaling.scaleX.magnitude, scaling.scaleY.magnitude)) / 1_048_576
      let finer = least > 0 ? max(-least.log2Floor, 0) : 12
      let step = stroke.points.count < 3 ? 0 : max(Int(stroke.points.stepExponent) - finer, 0)
      return PackedPoints(stroke.points.map(position), stepExponent: UInt8(step)) ?? stroke.points
    }
    return Stroke(
      kind: stroke.kind,
      ink: Ink(
        color: stroke.ink.color, width: (isLine ? width : nil) ?? stroke.ink.width),
      filled: (isShape ? isFilled : nil) ?? stroke.filled, points: points ?? stroke.points,
      continues: stroke.continues, look: look?.intersection(stroke.kind.looks) ?? stroke.look)
  }

  /// In parts of a 1,048,576th, rounded to the nearest unit, halves upwards.
  func position(of point: BoardPoint) -> BoardPoint {
    guard let scaling else { return point }
    func axis(_ value: Int32, _ scale: Int32, _ shift: Int32) -> Int32 {
      let exact = Int(value) * Int(scale) + 524_288
      let (whole, rest) = exact.quotientAndRemainder(dividingBy: 1_048_576)
      let sum = whole - (rest < 0 ? 1 : 0) + Int(shift)
      return Int32(min(max(sum, -Int(BoardPoint.limit)), Int(BoardPoint.limit)))
    }
    return BoardPoint(
      x: axis(point.x, scaling.scaleX, scaling.shiftX),
      y: axis(point.y, scaling.scaleY, scaling.shiftY))
  }
}

extension Double {
  /// The greatest whole number that is not above the binary logarithm.
  fileprivate var log2Floor: Int { Int(exponent) }
}

extension Picture {
  /// The box round the boxes with which the picture finds its things.
  var bounds: BoardRect? {
    things.map(\.bounds).reduce(nil) { all, box in all?.union(box) ?? box }
  }
}
