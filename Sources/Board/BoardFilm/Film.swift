import BoardModel
import EaselBase

/// The history of a board as a film: its gestures one after the other, in the order of the log. A film
/// is frozen: later operations do not change it.
///
/// A gesture stands in the film where its first operation stands in the log; people who drew at the
/// same time follow one another. Gestures that were undone are left out: the film knows from the
/// beginning which gestures stand, so such a gesture is never seen.
package struct Film: Sendable {
  /// The gestures that the film shows, in order.
  package private(set) var steps: [FilmStep] = []
  package private(set) var timeline = Timeline([])
  /// Whether the board began with the picture of another board, whose history the film does not have.
  package private(set) var beginsWithPicture = false
  /// The operations in the order in which the film applies them.
  let operations: [(stamp: Stamp, operation: Operation)]
  /// The operations of the beginning: the picture with which the board began, and the verdicts on
  /// gestures that come later.
  let beginning: Range<Int>

  /// - Parameters:
  ///   - vector: the operations that the film shows. It is the same film for all members that have
  ///     these operations, whatever else they have. Nil shows all operations of the picture.
  ///   - idle: the most milliseconds before a gesture in which nothing happens.
  ///   - showsUndone: whether the film shows gestures that were undone, and their undoing.
  package init(
    _ picture: Picture, upTo vector: VersionVector? = nil, idle: Int64 = Timeline.idle,
    showsUndone: Bool = false
  ) {
    var cutter = FilmCutter(showsUndone: showsUndone)
    let history = (vector.map { Self.limited(picture, to: $0) } ?? picture).history
    if !showsUndone { cutter.addVerdicts(of: history) }
    for entry in history { cutter.add(entry) }
    let cut = cutter.cut()
    (operations, beginning, steps) = (cut.operations, cut.beginning, cut.steps)
    beginsWithPicture = cutter.hasPicture
    timeline = Timeline(steps.map { Timeline.Clock(at: $0.at, lasted: $0.lasted) }, idle: idle)
  }

  /// Returns a picture as it was while only these operations were known. Ink without an author, with
  /// which the board began, belongs to every picture of the board.
  private static func limited(_ picture: Picture, to vector: VersionVector) -> Picture {
    let history = picture.history
    func belongs(_ entry: PictureHistory.Entry) -> Bool {
      entry.stamp.author == .nobody || vector.covers(entry.stamp.id)
    }
    if history.allSatisfy(belongs) { return picture }
    var limited = Picture()
    _ = limited.apply(history.lazy.filter(belongs).map { ($0.stamp, $0.operation) })
    return limited
  }

  /// The picture of all things of the film, as if nothing had been hidden.
  package var everything: Picture {
    var picture = Picture()
    _ = picture.apply(operations.filter { !$0.operation.isHide })
    return picture
  }

  /// The length of the film, in milliseconds.
  package var duration: Int64 { timeline.duration }

  /// Returns the gesture that the film shows at a time: the growing one, or else the one that ended
  /// last; nil before the first gesture.
  package func step(at time: Int64) -> Int? {
    let ended = timeline.endedCount(at: time)
    if ended < steps.count, timeline.spans[ended].start < time { return ended }
    return ended > 0 ? ended - 1 : nil
  }

  /// Returns the end of the gesture that grows at a time, or of the next one.
  package func moment(after time: Int64) -> Int64 {
    let ended = timeline.endedCount(at: time)
    return ended < steps.count ? timeline.spans[ended].end : duration
  }

  /// Returns the time at which the film last showed another picture than at a time: the end of the
  /// gesture before the one that grows, or before the one that ended last.
  package func moment(before time: Int64) -> Int64 {
    let spans = timeline.spans
    let ended = timeline.endedCount(at: time)
    guard let last = spans[..<ended].last else { return 0 }
    if ended < spans.count, spans[ended].start < time { return last.end }
    return spans[..<ended].last { $0.end < last.end }?.end ?? 0
  }

  /// Returns the first gesture of another author that comes after a place in the order of the log; nil
  /// if there is none.
  package func firstStep(after order: Stamp.Order?, notBy author: AuthorID) -> Int? {
    steps.firstIndex { step in
      step.author != author && (order.map { step.order > $0 } ?? true)
    }
  }

  /// Returns the first gesture of another author that `vector` does not cover; nil if there is none.
  package func firstStep(beyond vector: VersionVector, notBy author: AuthorID) -> Int? {
    steps.firstIndex { $0.author != author && !vector.covers($0.last) }
  }
}

/// One gesture of a film.
package struct FilmStep: Hashable, Sendable {
  package let author: AuthorID
  /// The place of the first operation in the order of the log.
  package let order: Stamp.Order
  /// The author's clock at the end of the gesture, milliseconds since 1970.
  package let at: Int64
  /// How long the gesture lasted, in milliseconds.
  package let lasted: UInt32
  /// Whether the gesture cleared the board.
  package internal(set) var isClear = false
  /// Whether the gesture may change the order of drawing: it brings things to the front or to the back,
  /// or it undoes something.
  package internal(set) var reorders = false
  /// Whether the gesture may hide things: it erases or clears, or it undoes something.
  package internal(set) var hides = false
  /// The last operation of the gesture.
  package internal(set) var last: EntryID
  /// The operations that the film applies at the end of the gesture. Those of gestures that it leaves
  /// out come first.
  package internal(set) var applies: Range<Int> = 0..<0
  /// The operations of the gesture itself.
  package internal(set) var operations: Range<Int> = 0..<0
}
