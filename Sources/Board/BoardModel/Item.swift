import EaselBase

/// Something that lies on the board.
public enum Item: Hashable, Sendable {
  case stroke(Stroke)
  // Boxed, so that a stroke does not pay for the size of a label.
  indirect case label(Label)

  static let nothing = Item.label(
    Label(
      origin: BoardPoint(x: 0, y: 0), columnWidth: 0, rowHeight: 0, color: InkColor(rgba: 0),
      text: SafeText("")))

  public var color: InkColor {
    switch self {
    case .stroke(let stroke): stroke.ink.color
    case .label(let label): label.color
    }
  }

  /// The box round everything its ink can touch, before any move. Walks all points of a stroke.
  public var bounds: BoardRect {
    switch self {
    case .stroke(let stroke): stroke.bounds
    case .label(let label): label.bounds
    }
  }

  /// The same, elsewhere and perhaps in another colour: what is pasted or duplicated. Points are
  /// rounded to the stroke's step.
  public func copied(movedBy offset: BoardOffset, color: InkColor? = nil) -> Item {
    switch self {
    case .stroke(let stroke): .stroke(stroke.copied(movedBy: offset, color: color))
    case .label(let label): .label(label.copied(movedBy: offset, color: color))
    }
  }
}
