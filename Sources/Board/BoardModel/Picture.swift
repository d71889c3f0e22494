import BoardPaper
import EaselBase

/// The picture that results from operations.
///
/// Operations of one replica must arrive in their order. Operations of different replicas may
/// arrive in any order, and any operation may arrive twice. The same operations give the same
/// picture in every order of arrival:
/// - An operation reaches only what stands before it in the common order: a change, only things that
///   operations before it made; a cancel or a restore, only operations before it. A piece goes with its
///   stroke. In each replica, a clear ends before the first operation that stands above the clear.
/// - A gesture stands or falls by the highest cancel or restore that names one of its operations. For
///   what it changes on things of others, and for every hide, the highest one by any author decides,
///   or a taking back that stands above it. For all else, the highest one by the gesture's author
///   decides.
/// - The operations of a gesture name at most `Limits.targets` targets together; the next operation
///   begins another gesture.
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
  var table = ThingTable()

  /// The parts of their things for which changes stand, as the things show it. A taking back that
  /// stands has the part `author`.
  var standing = ChunkedArray<StandingParts>()
  /// By the index of an author: the author's first words in a cell other than the natural one.
  var unusualWords: [Int: Slot] = [:]
  var imageCopies = ImageCopies()
  /// The operations that wait for an unknown operation.
  var waiting = WaitingOperations()
  /// The clears that stand at least for a part of their things.
  var clears: Set<Slot> = []
  /// By the index of a replica: the span over which the present operations moved `clearedTo`. The
  /// things in this span need a refresh.
  var cleared: [Int: ClearedSpan] = [:]
  /// The steps of work so far: updated operations, named targets, refreshed things, and the letters of
  /// texts in shapes that were broken into lines. Tests and the bench compare it with the weight of the
  /// operations.
  package internal(set) var work = 0

  /// Creates a picture without operations.
  public init() {}

  /// The number of visible things. It equals the count of `things`, but is not computed anew.
  public var seenCount: Int { table.seenCount }

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
}
