import EaselBase

/// The content of a thing on the board.
public enum Item: Hashable, Sendable {
  case stroke(Stroke)
  // The case is boxed, so that a stroke does not occupy the memory that a label needs.
  indirect case label(Label)

  static let nothing = Item.label(
    Label(
      origin: BoardPoint(x: 0, y: 0), columnWidth: 0, rowHeight: 0, color: InkColor(rgba: 0),
      text: SafeText("")))

  /// The colour that the thing had when it was made, before any recolour.
  public var color: InkColor {
    switch self {
    case .stroke(let stroke): stroke.ink.color
    case .label(let label): label.color
    }
  }

  /// The box round all points that the ink can touch, before any move. The getter walks all points
  /// of a stroke.
  public var bounds: BoardRect {
    switch self {
    case .stroke(let stroke): stroke.bounds
    case .label(let label): label.bounds
    }
  }

  /// Returns a copy at another place, and optionally in another colour, for paste and duplicate.
  /// Points are rounded to the stroke's step.
  public func copied(movedBy offset: BoardOffset, color: InkColor? = nil) -> Item {
    switch self {
    case .stroke(let stroke): .stroke(stroke.copied(movedBy: offset, color: color))
    case .label(let label): .label(label.copied(movedBy: offset, color: color))
    }
  }
}
