import BoardModel
import EaselBase

/// The look of a thing after the latest changes, in the oracle's own arithmetic: its size, width,
/// fill, words and place in the order of drawing.
struct OracleForm {
  private var scaling: BoardScaling?
  /// The position of the change that attached each point; the middle of a text is one point, in a shape
  /// and on a line.
  private(set) var attaches: [PointAttachment.Point: Int] = [:]
  private var width: UInt8?
  private var filled: Bool?
  private var words: RawText?
  private var look: StrokeLook?
  private(set) var group: EntryID?
  /// The position of the change, and whether it brought the thing to the front.
  private var level: (change: Int, isFront: Bool)?

  /// Notes the change at a position of the history. A later call replaces an earlier one.
  mutating func note(_ effect: BoardModel.Operation.Effect, at index: Int) {
    switch effect {
    case .hide, .move, .recolour: break
    case .setGroup(let new): group = new
    case .attach(let new): attaches[new.point == .onLine ? .middle : new.point] = index
    case .resize(let new): scaling = new
    case .setWidth(let new): width = new
    case .setFilled(let new): filled = new
    case .reorder(let new): level = (index, new == .front)
    case .setText(let new): words = new.content
    case .setLook(let new): look = new
    }
  }

  /// Returns a key that sorts things from bottom to top.
  func key(_ index: Int) -> (Int, Int, Int) {
    guard let level else { return (1, index, index) }
    return level.isFront ? (1, level.change, index) : (0, -level.change, index)
  }

  func apply(to item: Item) -> Item {
    switch item {
    case .stroke(let stroke): return .stroke(apply(to: stroke))
    case .imagePiece: return item
    case .image(var image):
      image.box = BoardRect(
        position(of: BoardPoint(x: image.box.minX, y: image.box.minY)),
        position(of: BoardPoint(x: image.box.maxX, y: image.box.maxY)))
      return .image(image)
    case .label(let label):
      return .label(
        Label(
          origin: position(of: label.origin), columnWidth: label.columnWidth,
          rowHeight: label.rowHeight, color: label.color,
          letterSize: width.map { $0 == 1 ? .normal : .large } ?? label.letterSize,
          content: words ?? label.content))
    }
  }

  func apply(to stroke: Stroke) -> Stroke {
    let isShape = [.rectangle, .ellipse, .diamond].contains(stroke.kind)
    var points = stroke.points
    if let scaling {
      var (step, scale) = (
        stroke.points.stepExponent, min(scaling.scaleX.magnitude, scaling.scaleY.magnitude)
      )
      while step > 0, scale < 1 << 20 { (step, scale) = (step - 1, scale * 2) }
      let exponent = stroke.points.count < 3 ? 0 : step
      points = PackedPoints(stroke.points.map(position), stepExponent: exponent) ?? points
    }
    return Stroke(
      kind: stroke.kind,
      ink: Ink(
        color: stroke.ink.color,
        width: stroke.kind == .region ? stroke.ink.width : width ?? stroke.ink.width),
      filled: isShape ? filled ?? stroke.filled : stroke.filled, points: points,
      continues: stroke.continues, look: look?.intersection(stroke.kind.looks) ?? stroke.look)
  }

  func position(of point: BoardPoint) -> BoardPoint {
    guard let scaling else { return point }
    func axis(_ value: Int32, _ scale: Int32, _ shift: Int32) -> Int32 {
      let product = Int(value) * Int(scale)
      let half = 1 << 19
      let rounded = Int((Double(product + half) / Double(1 << 20)).rounded(.down))
      let bound = Int(BoardPoint.limit)
      return Int32(min(max(rounded + Int(shift), -bound), bound))
    }
    return BoardPoint(
      x: axis(point.x, scaling.scaleX, scaling.shiftX),
      y: axis(point.y, scaling.scaleY, scaling.shiftY))
  }
}
