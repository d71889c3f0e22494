import EaselBase

/// The content of a thing on the board.
public enum Item: Hashable, Sendable {
  case stroke(Stroke)
  // These cases are boxed, so that a stroke does not occupy the memory that they need.
  indirect case label(Label)
  indirect case image(BoardImage)
  /// A further piece of the file of the image before it, in the same gesture.
  case imagePiece([UInt8])

  static let nothing = Item.label(
    Label(
      origin: BoardPoint(x: 0, y: 0), columnWidth: 0, rowHeight: 0, color: InkColor(rgba: 0),
      text: SafeText("")))

  /// The colour that the thing had when it was made, before any recolour. An image has none, and names
  /// opaque black.
  public var color: InkColor {
    switch self {
    case .stroke(let stroke): stroke.ink.color
    case .label(let label): label.color
    case .image, .imagePiece: InkColor(rgba: 0xFF)
    }
  }

  /// The box round all points that the ink can touch, before any move. The getter walks all points
  /// of a stroke.
  public var bounds: BoardRect {
    switch self {
    case .stroke(let stroke): stroke.bounds
    case .label(let label): label.bounds
    case .image(let image): image.box
    case .imagePiece: .nowhere
    }
  }

  /// Whether the thing consists of letters.
  package var isText: Bool { asLabel != nil }

  /// Whether the thing is ink, which lies above the images and below the letters.
  package var isInk: Bool { asStroke != nil }

  /// Whether resizing the selection resizes the thing; a text only moves.
  package var isScalable: Bool { !isText }

  /// Whether resizing must keep the relation of the thing's width to its height.
  package var keepsAspect: Bool { asImage != nil }

  /// Whether the thing has a colour that a user can choose.
  package var hasColor: Bool { asImage == nil }

  /// Whether the thing is a further piece of a thing before it in its gesture.
  var continues: Bool {
    switch self {
    case .stroke(let stroke): stroke.continues
    case .label, .image: false
    case .imagePiece: true
    }
  }

  /// Returns whether this further piece may belong to the same thing as an operation before it.
  func mayContinue(_ other: Item) -> Bool {
    switch (self, other) {
    case (.stroke, .stroke), (.imagePiece, .image), (.imagePiece, .imagePiece): true
    default: false
    }
  }

  /// How far the ink reaches beyond the outline, in units.
  package var reach: Int32 { asStroke?.ink.reach ?? 0 }

  /// The stroke; nil for a thing without a line.
  package var asStroke: Stroke? {
    if case .stroke(let stroke) = self { stroke } else { nil }
  }

  /// The label; nil for a thing without letters.
  package var asLabel: Label? {
    if case .label(let label) = self { label } else { nil }
  }

  /// The image; nil for any other thing.
  package var asImage: BoardImage? {
    if case .image(let image) = self { image } else { nil }
  }

  /// Returns a copy at another place, and optionally in another colour, for paste and duplicate.
  /// Points are rounded to the stroke's step.
  public func copied(movedBy offset: BoardOffset, color: InkColor? = nil) -> Item {
    switch self {
    case .stroke(let stroke): .stroke(stroke.copied(movedBy: offset, color: color))
    case .label(let label): .label(label.copied(movedBy: offset, color: color))
    case .image(let image): .image(image.moved(by: offset))
    case .imagePiece: self
    }
  }
}
