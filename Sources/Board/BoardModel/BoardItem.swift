import EaselBase

/// A thing on the board, as all operations so far have left it.
public struct BoardItem: Hashable, Sendable {
  /// The stamp of the operation that made the thing.
  public let stamp: Stamp
  /// The stroke, label or image with its present size, width and fill, but before any recolour. An attached
  /// thing lies at its present place; any other thing lies where it was before any move.
  public internal(set) var item: Item
  /// The further pieces of a long stroke, in order.
  public internal(set) var pieces: [Stroke] = []
  /// The present size, compared with the points with which the thing was made. It is part of
  /// `item` and `pieces`.
  public internal(set) var scaling: BoardScaling = .identity
  /// The distance from the points of `item` to their present place, in units: the sum of all standing
  /// moves. Zero for an attached thing, whose `item` lies at its present place.
  public internal(set) var offset: BoardOffset = .zero
  /// The sum of all standing moves, in units, whether or not the thing is attached.
  public internal(set) var moves: BoardOffset = .zero
  /// The attachments that have an effect, each of another point.
  public internal(set) var attachments: [PointAttachment] = []
  /// The boxes in which the line leaves a gap for the texts on it.
  public internal(set) var gaps: [BoardRect] = []
  /// The straight line by which members compare an attached line that bends, with its own look; nil for
  /// any other thing.
  var straight: Stroke?
  /// The colour of the standing recolour, with the alpha of the ink; nil if no recolour stands.
  public internal(set) var color: InkColor?
  /// The group of the thing; nil if it is in none.
  public internal(set) var group: EntryID?

  /// The id of the operation that made the thing.
  public var id: EntryID { stamp.id }
  /// The author of the operation that made the thing.
  public var author: AuthorID { stamp.author }

  /// The colour that screens show.
  public var inkColor: InkColor { color ?? item.color }
  /// The look that was chosen for the stroke, without bends that follow from its ends; nil for a text.
  package var look: StrokeLook? { (straight ?? item.asStroke)?.look }

  /// Whether a user can select the thing. An image below all others is like paper.
  package var isSelectable: Bool { item.asImage.map { !$0.isPaper } ?? true }

  /// The box round all points that the ink can touch, at its present place.
  public var bounds: BoardRect {
    pieces.reduce(item.bounds) { $0.union($1.bounds) }.moved(by: offset)
  }

  /// The box round the points at their present place, without the width of the ink. A label counts
  /// with its whole text.
  package var pointBox: BoardRect {
    switch item {
    case .label, .image, .imagePiece: item.bounds.moved(by: offset)
    case .stroke(let stroke):
      pieces.reduce(stroke.points.bounds) { $0.union($1.points.bounds) }.moved(by: offset)
    }
  }
}

/// The part of the picture that an operation changed, for the code that repaints.
public enum Damage: Hashable, Sendable {
  case none
  /// A new thing lies on top of all others, and nothing else changed.
  case added(EntryID)
  case area(BoardRect)
  /// The paper changed.
  case all
}

/// The parts of the picture that a batch of operations changed.
public struct BatchDamage: Hashable, Sendable {
  /// The damage of each operation, in the order of the operations. If several operations changed a
  /// thing, its damage belongs to the last of them. Things that clears hid or brought back are not
  /// included.
  public private(set) var each: [Damage]
  /// The damage from things that the clears of the batch hid or brought back.
  public private(set) var cleared: Damage

  /// The damage of an empty batch.
  public static let none = BatchDamage(each: [], cleared: .none)
}

extension BatchDamage {
  /// Adds the damage of the next batch.
  package mutating func append(_ next: BatchDamage) {
    each += next.each
    cleared.add(next.cleared)
  }

  /// The new things that lie above all others, the lowest first, and all other damage. Such things are
  /// painted directly; all other changes together cover one area, which is painted once.
  package var painting: (added: [EntryID], rest: Damage) {
    var (added, rest) = ([EntryID](), cleared)
    for damage in each {
      if case .added(let id) = damage { added.append(id) } else { rest.add(damage) }
    }
    return (added, rest)
  }
}

extension Damage {
  /// Adds damage. Ignores things that were added on top of all others, because they are painted
  /// directly.
  package mutating func add(_ other: Damage) {
    switch (self, other) {
    case (_, .none), (_, .added), (.all, _): break
    case (.area(let known), .area(let area)): self = .area(known.union(area))
    default: self = other
    }
  }
}
