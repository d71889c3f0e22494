import BoardModel

/// The parts of a group that one click selects: a shape, its fill and its words.
struct GroupParts {
  /// The name of the shape at the beginning of a sentence, such as "Box"; nil without a shape.
  private var shape: String?
  private var hasFill = false
  private var hasWords = false
  private let count: Int

  init(_ things: [BoardItem]) {
    count = things.count
    let hasOutline = things.contains(where: \.isOutlined)
    for thing in things {
      switch thing.item {
      case .label: hasWords = true
      case .stroke(let stroke) where stroke.kind == .region || hasOutline && stroke.filled:
        hasFill = true
      case .stroke, .image, .imagePiece: shape = ItemLook(thing).kind.capitalizedFirst
      }
    }
  }

  /// Says what is selected, and how to select only a part of it.
  var sentence: String {
    guard let shape else {
      return "\(count.counted("shape")) selected. Click one again to take only it."
    }
    guard hasFill || hasWords else { return "\(shape) selected." }
    let parts = [hasFill ? "fill" : nil, hasWords ? "words" : nil].compactMap { $0 }
    let advice =
      hasWords
      ? "Click the words again to take only them." : "Click one again to take only it."
    return "\(shape) with its \(parts.joined(separator: " and ")). \(advice)"
  }
}

extension String {
  /// The text with a capital letter at its beginning.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
