import EaselBase

/// The attachment of a point of a line or a text to a thing, to a place on the board, or to nothing.
///
/// The ends of lines and arrows attach to shapes, to images and to texts that stand on no line. The middle of a text
/// attaches to a shape, or to a line or an arrow. Every other attachment counts as one to nothing. So
/// attachments lead from texts on lines to lines, from lines to other texts and from these to shapes, and
/// never in a circle.
public struct PointAttachment: Hashable, Sendable {
  /// The point that is attached.
  public let point: Point
  /// The place at which the point is.
  public let anchor: Anchor

  /// Creates an attachment of a point.
  public init(_ point: Point, to anchor: Anchor) { (self.point, self.anchor) = (point, anchor) }

  /// A point of a thing. The raw values are stored and sent: never change one.
  public enum Point: UInt8, CaseIterable, Sendable {
    /// The first point of a line or an arrow.
    case start = 0
    /// The last point of a line or an arrow.
    case end = 1
    /// The middle of a text that stands in a shape.
    case middle = 2
    /// The middle of a text that stands on a line or an arrow. Of two attachments of the middle of a text,
    /// in a shape and on a line, the higher one counts.
    case onLine = 3
  }

  /// The place at which an attached point is.
  public enum Anchor: Hashable, Sendable {
    /// The place that the point has without any attachment.
    case nothing
    /// A place for the end of a line, in the coordinates with which the line was made. The present
    /// size and the moves of the line apply to it.
    case board(BoardPoint)
    /// A place in the box of a thing, which the point follows.
    case thing(EntryID, BoxPoint)
  }
}

/// A place in a box, as parts of its width and its height.
public struct BoxPoint: Hashable, Sendable {
  /// The distance from the left edge, in parts of ``one`` of the width: 0 … ``one``.
  public let u: Int32
  /// The distance from the upper edge, in parts of ``one`` of the height: 0 … ``one``.
  public let v: Int32

  /// The whole width or height of a box.
  public static let one: Int32 = 4_096
  /// The middle of a box.
  public static let middle = BoxPoint(unchecked: one / 2, one / 2)

  /// Creates a place; nil if it lies outside the box.
  public init?(u: Int32, v: Int32) {
    guard (0...Self.one).contains(u), (0...Self.one).contains(v) else { return nil }
    self.init(unchecked: u, v)
  }

  /// Creates the place of a point in a box, or the nearest place for a point outside. Along an axis
  /// without extent it is the middle.
  public init(of point: BoardPoint, in rect: BoardRect) {
    func part(_ value: Int32, _ low: Int32, _ high: Int32) -> Int32 {
      let (distance, span) = (Int64(value) - Int64(low), Int64(high) - Int64(low))
      guard span > 0 else { return Self.one / 2 }
      let part = (distance * Int64(Self.one) + span / 2) / span
      return Int32(min(max(part, 0), Int64(Self.one)))
    }
    self.init(
      unchecked: part(point.x, rect.minX, rect.maxX), part(point.y, rect.minY, rect.maxY))
  }

  private init(unchecked u: Int32, _ v: Int32) { (self.u, self.v) = (u, v) }

  /// Returns the place in a box as a point of the board.
  public func point(in rect: BoardRect) -> BoardPoint {
    func value(_ part: Int32, _ low: Int32, _ high: Int32) -> Int32 {
      let span = Int64(high) - Int64(low)
      return low + Int32((span * Int64(part) + Int64(Self.one / 2)) / Int64(Self.one))
    }
    return BoardPoint(x: value(u, rect.minX, rect.maxX), y: value(v, rect.minY, rect.maxY))
  }
}

extension PointAttachment {
  /// Whether programs may write the attachment.
  var isAllowed: Bool {
    guard case .board(let point) = anchor else { return true }
    return point.x.magnitude <= BoardPoint.limit && point.y.magnitude <= BoardPoint.limit
  }
}

extension BoardItem {
  /// The shape, the line or the arrow to which the text is attached; nil for any other thing.
  package var shape: EntryID? { textAnchor?.shape }
  /// The place of the text's middle in the box of its shape; nil for any other thing.
  package var positionInShape: BoxPoint? { textAnchor?.position }

  /// Whether the thing is a text on a line or an arrow.
  package var isOnLine: Bool { item.isText && attachments.first?.point == .onLine }

  private var textAnchor: (shape: EntryID, position: BoxPoint)? {
    guard item.isText, case .thing(let shape, let position)? = attachments.first?.anchor else {
      return nil
    }
    return (shape, position)
  }
}

extension Item {
  /// Whether the ends of the thing can be attached.
  package var hasEnds: Bool { asStroke.map { $0.kind == .line || $0.kind == .arrow } ?? false }

  /// Whether texts can stand in the thing: it is a rectangle, an ellipse or a diamond.
  package var holdsTexts: Bool { asStroke?.kind.isFillable ?? false }

  /// Whether the ends of lines can be attached to the thing.
  var attractsEnds: Bool { holdsTexts || isText || asImage != nil }

  /// Returns whether a thing like this has a point that can be attached.
  func has(_ point: PointAttachment.Point) -> Bool { point.isOfText ? isText : hasEnds }

  /// Returns whether a point of this thing can be attached to another thing.
  func attaches(_ point: PointAttachment.Point, to target: Item) -> Bool {
    has(point) && (point == .onLine ? target.hasEnds : attaches(to: target))
  }

  /// Returns whether the ends of this line, or the middle of this text, can be attached to another thing
  /// that is no line.
  package func attaches(to target: Item) -> Bool {
    target.holdsTexts ? isText || hasEnds : target.attractsEnds && hasEnds
  }
}

extension PointAttachment.Point {
  /// Whether it is the middle of a text.
  package var isOfText: Bool { self == .middle || self == .onLine }
}
