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

  /// Whether the thing consists of letters.
  package var isText: Bool {
    switch self {
    case .stroke: false
    case .label: true
    }
  }

  /// Whether resizing the selection resizes the thing; a text only moves.
  package var isScalable: Bool {
    switch self {
    case .stroke: true
    case .label: false
    }
  }

  /// Whether the thing is a further piece of the stroke before it.
  var continues: Bool {
    switch self {
    case .stroke(let stroke): stroke.continues
    case .label: false
    }
  }

  /// How far the ink reaches beyond the outline, in units.
  package var reach: Int32 {
    switch self {
    case .stroke(let stroke): stroke.ink.reach
    case .label: 0
    }
  }

  /// The stroke; nil for a thing without a line.
  package var asStroke: Stroke? {
    switch self {
    case .stroke(let stroke): stroke
    case .label: nil
    }
  }

  /// The label; nil for a thing without letters.
  package var asLabel: Label? {
    switch self {
    case .stroke: nil
    case .label(let label): label
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
