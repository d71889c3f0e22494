import EaselBase

/// The picture that results from operations.
///
/// Operations of one replica must arrive in their order. Operations of different replicas may
/// arrive in any order, and any operation may arrive twice. The same operations give the same
/// picture in every order of arrival:
/// - A gesture stands or falls as a whole: the highest cancel or restore that names one of its
///   operations decides. A cancel or restore by the gesture's author governs the whole gesture; a
///   cancel or restore by another author governs only the hides of the gesture.
/// - A thing is visible while its gesture stands and no standing hide names or covers it.
/// - Standing moves add up. Of the standing recolours, the highest gives the colour. The same holds
///   for the size, the width, the fill and the place in the order of drawing. Only the
///   `Limits.changesPerProperty` highest changes of each property of a thing count.
/// - The order of drawing is the order in which the things were made. A thing that was brought to
///   the front lies where the change stands in this order. Things that were sent to the back lie
///   below all others, the latest lowest.
/// - An operation that names an unknown operation takes effect when the unknown operation arrives.
///
/// The picture stores every operation. Each operation updates the derived state, at a cost that
/// depends on the size of the change. The changed things are refreshed at the end of each batch,
/// each once.
public struct Picture: Sendable {
  var operations = OperationTable()
  var gestures = UndoGroupTable()
  var histories = Histories()
  var papers = VisiblePaper()

  /// The box round the ink of each visible thing; `nowhere` for a hidden thing and for an operation
  /// that made no thing.
  var boxes = ChunkedArray<BoardRect>()
  /// The number of visible things. It equals the count of `things`, but is not computed anew.
  public private(set) var seenCount = 0
  /// The slots of all things, visible or not, bottom to top.
  var order = DrawingOrder()
  /// The alterations, by the slot of the thing. A thing has one if a change ever named it, or if it
  /// has several pieces.
  var alterations: [Slot: Alteration] = [:]
  /// The thing that each later piece belongs to.
  var wholes: [Slot: Slot] = [:]
  /// The changes and toggles that wait for an unknown operation, by the id of this operation.
  var waiting: [EntryID: [Slot]] = [:]
  /// The standing clears: hides of everything up to a vector.
  var clears: Set<Slot> = []
  /// By the index of a replica: the span over which the present operations moved `clearedTo`. The
  /// things in this span need a refresh.
  var cleared: [Int: ClearedSpan] = [:]

  /// Creates a picture without operations.
  public init() {}

  /// The text under the ink: the text of the highest standing gesture that laid any text.
  public var paper: [PaperText.Line] { papers.lines }

  /// Whether that text has more than ``Limits/paperRows`` lines; ``paper`` then has only the first of
  /// them.
  public var isPaperCut: Bool { papers.isCut }

  /// The lines of ``paper`` that belong to a diff. It is a function of the text, and nothing of it is
  /// stored or sent.
  public var diff: UnifiedDiff { papers.diff }

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
