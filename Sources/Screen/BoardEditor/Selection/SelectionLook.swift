import BoardModel
import BoardView
import EaselBase

/// The look of the selected things: the values that all of them have in common.
package struct SelectionLook: Hashable, Sendable {
  /// The number of things.
  package private(set) var count = 0
  /// The kind of the only thing, or of the only shape with its fill and its words; nil for others.
  package private(set) var kind: String?
  /// The words that are selected together with the only shape.
  private var words = ""
  /// Whether the things are one box, oval or diamond, which can have a next one.
  package private(set) var hasNext = false
  /// Whether the things are a whole group.
  var isGroup = false
  /// Whether resizing must keep the relation of width to height: there is a picture among the things.
  private(set) var keepsAspect = false
  package private(set) var color = SharedValue<InkColor>.none
  package private(set) var width = SharedValue<UInt8>.none
  package private(set) var fill = SharedValue<Bool>.none
  package private(set) var letterSize = SharedValue<LetterSize>.none
  /// The looks that at least one thing can have, and those that at least one of these things lacks.
  private(set) var possible = StrokeLook.plain
  private var missing = StrokeLook.plain

  /// The looks that all things have that can have them.
  var strokeLook: StrokeLook { possible.subtracting(missing) }

  private static let wordsColumnsMax = 20

  /// Returns the name of the selection, such as "Box", "Box “Parser”" or "3 shapes".
  package func name(_ chrome: Chrome) -> String {
    guard let kind else {
      return isGroup ? "Group of \(count)" : count.counted("shape")
    }
    guard !words.isEmpty else { return kind.capitalizedFirst }
    return "\(kind.capitalizedFirst) \(chrome.quoted(chrome.fit(words, Self.wordsColumnsMax)))"
  }

  /// Notes that the selection is one shape, with its fill and these texts.
  mutating func note(only shape: BoardItem, with texts: [String]) {
    (kind, hasNext) = (ItemLook(shape).kind, shape.item.holdsTexts)
    words = texts.flatMap { $0.split(whereSeparator: \.isWhitespace) }.joined(separator: " ")
  }

  package mutating func add(_ thing: ItemLook) {
    count += 1
    kind = count == 1 ? thing.kind : nil
    keepsAspect = keepsAspect || thing.keepsAspect
    if let value = thing.color { color.add(value) }
    if let value = thing.width { width.add(value) }
    if let value = thing.isFilled { fill.add(value) }
    if let value = thing.letterSize { letterSize.add(value) }
    possible.formUnion(thing.possible)
    missing.formUnion(thing.possible.subtracting(thing.strokeLook))
  }
}

/// A value that several things have in common.
package enum SharedValue<Value: Hashable & Sendable>: Hashable, Sendable {
  /// No thing has such a value.
  case none
  case same(Value)
  case different

  package mutating func add(_ value: Value) {
    switch self {
    case .none: self = .same(value)
    case .same(let known): if known != value { self = .different }
    case .different: break
    }
  }

  /// The value; nil if things differ or none has one.
  var value: Value? { if case .same(let value) = self { value } else { nil } }
}

/// The look of a thing.
package struct ItemLook: Hashable, Sendable {
  package let kind: String
  /// Nil for a picture.
  package let color: InkColor?
  /// Nil for a thing without lines.
  package let width: UInt8?
  /// Nil for a thing that cannot be filled.
  let isFilled: Bool?
  /// Nil for a thing without letters.
  package let letterSize: LetterSize?
  let keepsAspect: Bool
  let strokeLook: StrokeLook
  /// The looks that the thing can have.
  let possible: StrokeLook

  init(_ thing: BoardItem) {
    color = thing.item.hasColor ? thing.inkColor.with(alpha: 255) : nil
    keepsAspect = thing.item.keepsAspect
    strokeLook = thing.look ?? .plain
    possible = thing.item.asStroke?.kind.looks ?? .plain
    switch thing.item {
    case .image, .imagePiece: (kind, width, isFilled, letterSize) = ("picture", nil, nil, nil)
    case .label(let label):
      (kind, width, isFilled, letterSize) = ("text", nil, nil, label.letterSize)
    case .stroke(let stroke):
      kind = stroke.kind.name
      width = stroke.kind.hasWidth ? stroke.ink.width : nil
      isFilled = stroke.kind.isFillable ? stroke.filled : nil
      letterSize = nil
    }
  }
}

extension Stroke.Kind {
  fileprivate var name: String {
    switch self {
    case .pen: "pen stroke"
    case .marker: "marker stroke"
    case .line: "line"
    case .arrow: "arrow"
    case .rectangle: "box"
    case .ellipse: "oval"
    case .diamond: "diamond"
    case .region: "filled area"
    }
  }
}
