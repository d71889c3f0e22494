import EaselBase

/// The effects of changes and further pieces on a thing.
struct Alteration: Sendable {
  var pieces: [Slot] = []
  /// The number of standing hides that reach the thing.
  var hides = 0
  /// The sum of all standing moves, in units. It has 64 bits: if each sum were held within the
  /// board's limits, the result would depend on the order of the moves.
  var dx: Int64 = 0
  var dy: Int64 = 0
  /// One register for each property that a change ever set. There are few, so a search in this
  /// array is faster than a hash table.
  private var registers: [ChangeRegister] = []
  /// The thing and then its pieces, with their present size, width and fill. Nil if no change sets
  /// any of these.
  var shown: [Item]?
  /// The thing at its present place; nil for a thing that is attached to nothing.
  var placement: Placement?
  /// The values that the standing changes had replaced at the end of the last batch.
  var overrides = ItemOverrides()

  var offset: BoardOffset { BoardOffset(clamping: dx, dy) }

  /// The properties that a change ever set.
  var properties: [ItemProperty] { registers.map(\.property) }

  /// The changes of a property that reach the thing, whether or not they stand, the highest last.
  func changes(of property: ItemProperty) -> [Slot] {
    registers.first { $0.property == property }?.changes ?? []
  }

  /// Adds an effect that adds up: once (1), or its opposite (-1).
  mutating func record(_ effect: Operation.Effect, by sign: Int) {
    switch effect {
    case .hide: hides += sign
    case .move(let offset):
      dx += Int64(offset.dx) * Int64(sign)
      dy += Int64(offset.dy) * Int64(sign)
    case .recolour, .resize, .setWidth, .setFilled, .reorder, .setText, .attach, .setLook,
      .setGroup:
      break
    }
  }

  mutating func insert(_ change: Slot, into property: ItemProperty, at position: Int) {
    registers[index(of: property)].insert(change, at: position)
  }

  /// The bytes of the lists, for tests of the memory.
  var storedBytes: Int {
    pieces.capacity * MemoryLayout<Slot>.stride
      + registers.reduce(0) {
        $0 + Int.arrayHeader + MemoryLayout<ChangeRegister>.stride
          + $1.changes.capacity * MemoryLayout<Slot>.stride
      }
  }

  private mutating func index(of property: ItemProperty) -> Int {
    if let known = registers.firstIndex(where: { $0.property == property }) { return known }
    registers.append(ChangeRegister(property: property))
    return registers.count - 1
  }
}

/// A property of a thing of which the highest standing change decides.
enum ItemProperty: Sendable {
  case color, scaling, width, fill, level, text, start, end, middle, look, group
}

/// The changes of one property that reach a thing. Only the `Limits.changesPerProperty` highest are
/// stored; the others never have an effect.
private struct ChangeRegister: Sendable {
  let property: ItemProperty
  /// The highest is last.
  private(set) var changes: [Slot] = []

  init(property: ItemProperty) { self.property = property }

  mutating func insert(_ change: Slot, at index: Int) {
    changes.insert(change, at: index)
    if changes.count > Limits.changesPerProperty { changes.removeFirst() }
  }
}

/// The values of a thing that changes have replaced.
struct ItemOverrides: Equatable {
  var offset = BoardOffset.zero
  var color: InkColor?
  var scaling: BoardScaling?
  var width: UInt8?
  var filled: Bool?
  var level: DrawingOrder.Level?
  var text: RawText?
  var look: StrokeLook?
  var group: EntryID?
  /// The attachments that have an effect, each of another point.
  var attachments: [Follow] = []

  /// Whether the item itself differs, and not only its place, its colour, its level and its group.
  var changesItem: Bool {
    scaling != nil || width != nil || filled != nil || text != nil || look != nil
  }

  /// Whether the items that result from both values are the same.
  func givesSameItem(as other: ItemOverrides) -> Bool {
    scaling == other.scaling && width == other.width && filled == other.filled
      && text == other.text && look == other.look
  }

  /// Returns the item with its present size, width, fill and words.
  func apply(to item: Item) -> Item {
    switch item {
    case .stroke(let stroke): .stroke(apply(to: stroke))
    case .label(let label): .label(apply(to: label))
    case .image(let image): .image(scaling.map(image.scaled) ?? image)
    case .imagePiece: item
    }
  }

  /// The letters keep their size when the label is resized, and only the label's place changes.
  private func apply(to label: Label) -> Label {
    var label = label
    if let scaling { label.origin = scaling.apply(to: label.origin) }
    if let width { label.letterSize = LetterSize(width: width) }
    if let text { label.content = text }
    return label
  }

  private func apply(to stroke: Stroke) -> Stroke {
    let width = stroke.kind.hasWidth ? width : nil
    return Stroke(
      kind: stroke.kind, ink: Ink(color: stroke.ink.color, width: width ?? stroke.ink.width),
      filled: stroke.kind.isFillable ? filled ?? stroke.filled : stroke.filled,
      points: scaling.map(stroke.points.scaled) ?? stroke.points, continues: stroke.continues,
      look: look?.intersection(stroke.kind.looks) ?? stroke.look)
  }
}

extension Operation.Effect {
  /// The property that the effect sets; nil for a hide and a move, which add up.
  var property: ItemProperty? {
    switch self {
    case .hide, .move: nil
    case .recolour: .color
    case .resize: .scaling
    case .setWidth: .width
    case .setFilled: .fill
    case .reorder: .level
    case .setText: .text
    case .setLook: .look
    case .setGroup: .group
    case .attach(let attachment):
      switch attachment.point {
      case .start: .start
      case .end: .end
      case .middle, .onLine: .middle
      }
    }
  }
}

extension PackedPoints {
  /// Returns the points after a change of size. Both points of a shape keep their exact places; the
  /// points of a freehand line are rounded to a step that is as fine as before.
  fileprivate func scaled(by scaling: BoardScaling) -> PackedPoints {
    let exponent = count <= 2 ? 0 : scaling.stepExponent(from: stepExponent)
    return PackedPoints(map(scaling.apply), stepExponent: exponent) ?? self
  }
}
