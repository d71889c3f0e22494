import BoardPaper
import EaselBase

/// Writes numbers as eight bytes, with the highest byte first. A list follows its count, and the
/// value of an enum case follows the number of the case.
struct CanonicalPictureEncoder {
  private(set) var result: [UInt8] = []

  mutating func add(_ number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      result.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  mutating func add(_ number: Int32) { add(UInt64(bitPattern: Int64(number))) }

  mutating func add(count: Int) { add(UInt64(count)) }

  mutating func add(_ text: RawText) {
    add(count: text.utf8.count)
    result.append(contentsOf: text.utf8)
  }

  mutating func add(_ run: PaperText.Run) {
    add(run.content)
    add(run.look.foreground)
    add(run.look.background)
    add(UInt64(run.look.attributes.rawValue))
  }

  mutating func add(_ tone: PaperText.Tone) {
    switch tone {
    case .plain: add(0 as UInt64)
    case .indexed(let number): add(1 << 32 | UInt64(number))
    case .rgb(let value): add(2 << 32 | UInt64(value))
    }
  }

  mutating func add(_ thing: BoardItem) {
    for raw in [thing.id.replica.raw, thing.author.raw] {
      add(raw.high)
      add(raw.low)
    }
    add(thing.id.sequence.raw)
    add(thing.stamp.lamport.raw)
    add(UInt64(bitPattern: thing.stamp.at))
    add(UInt64(thing.stamp.lasted))
    add(thing.offset.dx)
    add(thing.offset.dy)
    add(UInt64(thing.inkColor.rgba))
    switch thing.item {
    case .stroke(let stroke):
      add(count: thing.pieces.count + 1)
      add(stroke, points: (thing.straight ?? stroke).points)
      for piece in thing.pieces { add(piece, points: piece.points) }
    case .image(let image):
      add(UInt64.max - 3)
      add(image)
    case .imagePiece: add(UInt64.max - 4)
    case .label(let label):
      // No stroke has so many pieces. Labels with normal letters keep the bytes that they always had.
      let isLarge = label.letterSize == .large
      guard let flow = label.flow, !thing.isOnLine else {
        add(isLarge ? UInt64.max : 0)
        return add(thing.isOnLine ? label.withoutPlace : label)
      }
      add(isLarge ? UInt64.max - 1 : UInt64.max - 2)
      add(label)
      add(count: flow.lines.count)
      for line in flow.lines { add(line) }
    }
  }

  private mutating func add(_ stroke: Stroke, points: PackedPoints) {
    add(UInt64(stroke.kind.rawValue))
    add(UInt64(stroke.ink.color.rgba))
    add(UInt64(stroke.ink.width))
    add(UInt64(stroke.filled ? 1 : 0))
    add(points.origin)
    add(UInt64(points.stepExponent))
    add(count: points.deltas.count)
    result.append(contentsOf: points.deltas)
  }

  /// The id of an image decides about its bytes, so their counts are enough.
  private mutating func add(_ image: BoardImage) {
    add(BoardPoint(x: image.box.minX, y: image.box.minY))
    add(BoardPoint(x: image.box.maxX, y: image.box.maxY))
    add(count: image.size.columns)
    add(count: image.size.rows)
    add(count: image.isPaper ? 1 : 0)
    add(count: image.pieces.count)
    for piece in image.pieces { add(count: piece.count) }
  }

  mutating func add(_ label: Label) {
    add(label.origin)
    add(label.columnWidth)
    add(label.rowHeight)
    add(UInt64(label.color.rgba))
    add(label.content)
  }

  mutating func add(_ point: BoardPoint) {
    add(point.x)
    add(point.y)
  }
}
