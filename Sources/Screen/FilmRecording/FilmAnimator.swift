import BoardFilm
import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import PictureFormats

/// Makes an animated drawing of a film: one mark for each thing, and a copy of the mark whenever the
/// thing gets another look.
package struct FilmAnimator {
  private let film: Film
  private let cut: FilmCut
  private let view: DrawingView
  private let area: BoardRect
  private var projector: FilmProjector
  private var drawing: AnimatedDrawing
  private var inks = MarkLayer()
  private var washes = MarkLayer()
  private var images = MarkLayer()
  private var texts = MarkLayer()
  private var paper: Frame?
  /// How much of the budget the papers take.
  private var paperWeight = 0
  /// Whether the present gesture may hide things.
  private var mayHide = false

  /// The part of a board that a drawing shows, and its theme.
  package struct DrawingView: Sendable {
    package let area: ExportArea
    package let theme: Theme

    package init(_ area: ExportArea, theme: Theme) { (self.area, self.theme) = (area, theme) }
  }

  /// The drawing would have too many marks and slides: their number may grow with the things of the
  /// board times its gestures.
  package struct BudgetExceeded: Error {}

  /// How many marks and slides a drawing may have.
  package static let budget = 500_000
  /// So many cells of a paper count as one mark.
  private static let cellsOfMark = 32

  /// Returns the drawing. Stops as soon as it has no room in the budget.
  ///
  /// - Parameter progress: is called with the part that is done, from 0 to 1.
  package static func drawing(
    _ film: Film, _ cut: FilmCut, _ view: DrawingView, budget: Int = Self.budget,
    progress: (Double) -> Void = { _ in }
  ) throws(BudgetExceeded) -> AnimatedDrawing {
    var animator = FilmAnimator(film, cut, view)
    try animator.play(within: budget, progress)
    return animator.result
  }

  private init(_ film: Film, _ cut: FilmCut, _ view: DrawingView) {
    (self.film, self.cut, self.view) = (film, cut, view)
    drawing = AnimatedDrawing(
      columns: view.area.columns, rows: view.area.rows, duration: cut.duration)
    area = PageRenderer.visibleArea(view.area.columns, view.area.rows, view.area.viewport)
    projector = FilmProjector(film)
    _ = projector.seek(to: cut.start)
    show(in: nil, MarkLayer.Span(begins: 0, ends: 0))
  }

  private var result: AnimatedDrawing {
    var result = drawing
    result.images = images.marks
    result.washes = washes.marks
    result.marks = inks.marks + texts.marks
    return result
  }

  private var weight: Int {
    images.weight + washes.weight + inks.weight + texts.weight + paperWeight
  }

  private mutating func play(
    within budget: Int, _ progress: (Double) -> Void
  ) throws(BudgetExceeded) {
    let spans = film.timeline.spans
    for (index, span) in spans.enumerated() where span.end > cut.start {
      guard span.end <= cut.end else { break }
      let time = MarkLayer.Span(
        begins: cut.recordingTime(of: span.start), ends: cut.recordingTime(of: span.end))
      // Gestures that end at one moment are shown together.
      let ended = film.steps[spans[index...].prefix { $0.end == span.end }.indices]
      mayHide = ended.contains(where: \.hides)
      switch projector.seek(to: span.end) {
      case .none: break
      case .forward(let added, let damage):
        show(added, damage, time)
        if ended.contains(where: \.reorders) { show(in: nil, time) }
      case .all: show(in: nil, time)
      }
      guard weight <= budget else { throw BudgetExceeded() }
      progress(Double(index + 1) / Double(spans.count))
    }
  }

  // MARK: The things of a gesture

  private mutating func show(_ added: [EntryID], _ damage: Damage, _ span: MarkLayer.Span) {
    let things = added.compactMap(projector.picture.thing).filter { $0.bounds.intersects(area) }
    let whole = Double(things.reduce(0) { $0 + $1.growthCount })
    var done = 0.0
    /// The things of a gesture grow one after the other.
    func time() -> Int64 { span.begins + Int64(Double(span.ends - span.begins) * done / whole) }
    let painter = ThingPainter(projector.picture, view)
    for thing in things {
      let begins = time()
      done += Double(thing.growthCount)
      append(painter.paint(thing), MarkLayer.Span(begins: begins, ends: time()))
    }
    // Letters get another colour on a new fill.
    for thing in things where thing.item.asStroke?.filled == true { show(in: thing.bounds, span) }
    switch damage {
    case .none, .added: break
    case .area(let changed): show(in: changed, span)
    case .all: show(in: nil, span)
    }
  }

  private mutating func append(_ painted: ThingPainter.Painted, _ span: MarkLayer.Span) {
    switch painted.kind {
    case .wash:
      washes.append(painted, span)
      showPaper(span)
    case .line, .region, .ink: inks.append(painted, span)
    case .text: texts.append(painted, span)
    case .image: images.append(painted, span)
    }
  }

  /// Compares every thing of an area with its mark; nil is the whole board.
  private mutating func show(in changed: BoardRect?, _ span: MarkLayer.Span) {
    let painter = ThingPainter(projector.picture, view)
    var things = painter.paintAll(in: changed)
    var isWhole = changed == nil
    // The height of a new thing depends on all other things.
    if !isWhole, things.contains(where: { $0.isInside && !isShown($0.id) }) {
      things = painter.paintAll(in: nil)
      isWhole = true
    }
    let changes = MarkLayer.Changes(isWhole: isWhole, hides: mayHide)
    let picture = projector.picture
    images.update(things.filter { $0.kind == .image }, span, changes, in: picture)
    washes.update(things.filter { $0.kind == .wash }, span, changes, in: picture)
    inks.update(things.filter { $0.kind.isInk }, span, changes, in: picture)
    texts.update(things.filter { $0.kind == .text }, span, changes, in: picture)
    showPaper(span)
  }

  private func isShown(_ id: EntryID) -> Bool {
    inks.shows(id) || texts.shows(id) || washes.shows(id) || images.shows(id)
  }

  /// Shows the paper, whose letters have other colours on translucent ink.
  private mutating func showPaper(_ span: MarkLayer.Span) {
    guard !projector.picture.paper.isEmpty || paper != nil else { return }
    let cells = PageRenderer.paper(
      projector.picture, columns: view.area.columns, rows: view.area.rows, theme: view.theme,
      viewport: view.area.viewport)
    guard cells != paper else { return }
    if let last = drawing.papers.indices.last { drawing.papers[last].ends = span.ends }
    paper = cells
    paperWeight += cells.columns * cells.rows / Self.cellsOfMark
    drawing.papers.append(AnimatedDrawing.Paper(cells, begins: span.begins))
  }
}

extension ThingPainter.Kind {
  fileprivate var isInk: Bool {
    switch self {
    case .line, .region, .ink: true
    case .wash, .text, .image: false
    }
  }
}
