import Vocabulary

/// Something on the board as the operations so far left it.
public struct Thing: Hashable, Sendable {
  /// Of the operation that made it.
  public let stamp: Stamp
  public let item: Item
  /// The further pieces of a long stroke, in order.
  public internal(set) var pieces: [Stroke] = []
  public internal(set) var offset: BoardOffset = .zero
  /// Set where it was recoloured.
  public internal(set) var color: InkColor?

  public var id: EntryID { stamp.id }
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

/// What ordered operations give.
///
/// Operations of one replica arrive in their order; those of different replicas in any. The same
/// operations give the same picture whatever the order.
public struct Picture: Sendable {
  public init() {}

  /// Every operation may arrive twice; the second time nothing changes.
  public mutating func apply(_ operation: Operation, _ stamp: Stamp) -> Damage { .none }

  /// What can be seen, bottom to top.
  public var things: [Thing] { [] }
  /// What lies under the ink.
  public var paper: [PaperText.Line] { [] }

  public func thing(_ id: EntryID) -> Thing? { nil }
  /// Visible things whose bounds meet `area`, bottom to top.
  public func things(in area: BoardRect) -> [Thing] { [] }
}
