import EaselBase

/// The picture that ordered operations give.
///
/// Operations of one replica arrive in their order, operations of different replicas in any order,
/// and each perhaps twice. The same operations give the same picture in every order of arrival:
/// - A gesture stands or falls as a whole: the highest cancel or restore that names one of its
///   operations decides. A cancel or restore by its author governs the whole gesture; a cancel or
///   restore by another author governs its hides only.
/// - A thing is visible while its gesture stands and no standing hide names or covers it.
/// - Moves that stand add up. The highest recolour that stands gives the colour. Only the
///   `Limits.recolours` highest recolours of a thing count.
/// - An operation that names an unknown operation takes effect when the unknown operation arrives.
///
/// The picture keeps every operation. Each operation updates the derived state, at a cost that
/// follows from the size of its change. Things that clears hide or bring back are refreshed at the
/// end of each batch.
public struct Picture: Sendable {
  var operations = OperationTable()
  var gestures = GestureTable()
  var histories = Histories()
  var papers = VisiblePaper()

  /// The box round a visible thing's ink; nowhere for a hidden thing and for an operation that made
  /// no thing.
  var boxes = ChunkedArray<BoardRect>()
  /// The number of visible things: the count of `things`, at no cost.
  public private(set) var seenCount = 0
  /// The slots of all things, visible or not, bottom to top.
  var order = DrawingOrder()
  /// The alteration of every thing that a change ever named or that has several pieces, by the slot
  /// of the thing.
  var alterations: [Slot: Alteration] = [:]
  /// The thing of each later piece.
  var wholes: [Slot: Slot] = [:]
  /// The changes and toggles that name an operation still unknown, by that operation.
  var waiting: [EntryID: [Slot]] = [:]
  /// The standing hides of everything up to a vector.
  var clears: Set<Slot> = []
  /// By the index of a replica: the span over which the present operations moved `clearedTo`. Its
  /// things need a refresh.
  var cleared: [Int: ClearedSpan] = [:]

  /// Creates a picture without operations.
  public init() {}

  /// The text under the ink: the text of the highest standing gesture that laid some.
  public var paper: [PaperText.Line] { papers.lines }

  /// The number of operations applied so far, each counted once.
  public var operationCount: Int { operations.count }

  /// The number of the last known operation of each replica.
  public var vector: VersionVector { operations.vector() }

  /// Returns whether an operation stands.
  func isActive(_ slot: Slot) -> Bool { gestures.isActive(slot, operations) }

  /// Records the present visible box of a thing.
  mutating func show(_ thing: Slot, in box: BoardRect) {
    seenCount += (boxes[thing].isNowhere ? 0 : -1) + (box.isNowhere ? 0 : 1)
    boxes[thing] = box
  }
}

/// The effects of changes and further pieces on a thing.
struct Alteration: Sendable {
  var pieces: [Slot] = []
  /// The number of standing hides that name it.
  var hides = 0
  /// The sum of all moves that stand, in units. It has 64 bits, because a sum held within limits
  /// would depend on the order.
  var dx: Int64 = 0
  var dy: Int64 = 0
  /// The recolours that name it, whether they stand or not, the highest last. Only the
  /// `Limits.recolours` highest are kept; the others never have an effect.
  private(set) var recolours: [Recolour] = []

  var offset: BoardOffset { BoardOffset(clamping: dx, dy) }

  /// The recolour whose colour screens show.
  var topRecolour: Slot? { recolours.last { $0.stands }?.slot }

  mutating func insert(_ recolour: Slot, at place: Int) {
    recolours.insert(Recolour(slot: recolour), at: place)
    if recolours.count > Limits.recolours { recolours.removeFirst() }
  }

  mutating func turnRecolour(at place: Int, on: Bool) { recolours[place].stands = on }
}

struct Recolour: Sendable {
  let slot: Slot
  var stands = false
}
