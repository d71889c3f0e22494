import EaselBase

/// Something on the board as the operations so far left it.
public struct BoardItem: Hashable, Sendable {
  /// Of the operation that made it.
  public let stamp: Stamp
  public let item: Item
  /// The further pieces of a long stroke, in order.
  public internal(set) var pieces: [Stroke] = []
  public internal(set) var offset: BoardOffset = .zero
  /// Set where it was recoloured: the colour of the change with the alpha of the ink.
  public internal(set) var color: InkColor?

  public var id: EntryID { stamp.id }
  public var author: AuthorID { stamp.author }

  /// The colour it is seen in.
  public var inkColor: InkColor { color ?? item.color }

  /// The box round everything its ink can touch, where it lies now.
  public var bounds: BoardRect {
    pieces.reduce(item.bounds) { $0.union($1.bounds) }.moved(by: offset)
  }
}

/// What an operation changed, for whoever repaints.
public enum Damage: Hashable, Sendable {
  case none
  /// One thing now lies on top of all others and nothing else changed.
  case added(EntryID)
  case area(BoardRect)
  /// The paper changed.
  case all
}

/// The parts of the picture that a batch of operations changed.
public struct BatchDamage: Hashable, Sendable {
  /// The damage of each operation, in their order, without the things that clears hid or brought back.
  public let each: [Damage]
  /// The damage by things that the clears of the batch hid or brought back.
  public let cleared: Damage

  /// No operation, no damage.
  public static let none = BatchDamage(each: [], cleared: .none)
}
