import BoardFilm
import BoardModel
import BoardRendering
import CellFrame

/// How a recording in cells looks.
package struct CellLook: Sendable {
  package let area: ExportArea
  package let raster: Raster
  package let theme: Theme

  package init(_ area: ExportArea, raster: Raster, theme: Theme) {
    (self.area, self.raster, self.theme) = (area, raster, theme)
  }
}

/// The frames of a film in which a cell changed or the board was cleared, in order. The first frame is
/// always there.
struct FilmFrames: Sequence, IteratorProtocol {
  private let cut: FilmCut
  private var projector: FilmProjector
  /// The picture of the gestures that have ended.
  private var canvas: Canvas
  /// The rows that the growing gesture covered in the last frame.
  private var grownRows: Set<Int> = []
  private var picture: Frame
  private var number: Int64 = 0
  private var isOver = false

  /// A picture of the film.
  struct Shown {
    /// The time in the recording, in milliseconds.
    let time: Int64
    let frame: Frame
    /// How many gestures that ended since the last frame cleared the board.
    let clears: Int
  }

  init(_ film: Film, _ cut: FilmCut, _ look: CellLook) {
    self.cut = cut
    projector = FilmProjector(film)
    _ = projector.seek(to: cut.start)
    canvas = Canvas(
      columns: look.area.columns, rows: look.area.rows, viewport: look.area.viewport,
      raster: look.raster, theme: look.theme, showsPage: false)
    canvas.repaint(projector.picture)
    _ = canvas.takeTouched()
    picture = canvas.frame
  }

  private var film: Film { projector.film }

  mutating func next() -> Shown? {
    while !isOver {
      let (time, present) = (cut.time(ofFrame: number), number)
      let before = picture
      let clears = show(time)
      isOver = time >= cut.end
      number = nextNumber(after: time)
      if present == 0 || clears > 0 || picture != before {
        return Shown(
          time: cut.recordingTime(ofFrame: present), frame: picture, clears: clears)
      }
    }
    return nil
  }

  /// Returns the number of the next frame in which something may change.
  private func nextNumber(after time: Int64) -> Int64 {
    let ended = film.timeline.endedCount(at: time)
    let spans = film.timeline.spans
    let start = ended < spans.count ? spans[ended].start : cut.end
    return Swift.max(number + 1, start > time ? cut.frame(at: Swift.min(start, cut.end)) : 0)
  }

  /// Shows a moment of the film.
  ///
  /// - Returns: how many gestures that ended since the last moment cleared the board.
  private mutating func show(_ time: Int64) -> Int {
    let ended = film.timeline.endedCount(at: projector.time)
    var rows = grownRows
    switch projector.seek(to: time) {
    case .none: break
    case .forward(let added, let damage):
      canvas.add(added, of: projector.picture)
      switch damage {
      case .none, .added: break
      case .area(let area): canvas.repaint(projector.picture, in: area)
      case .all: canvas.repaint(projector.picture)
      }
    case .all: canvas.repaint(projector.picture)
    }
    rows.formUnion(canvas.takeTouched().map(\.row))
    var grown = canvas
    for item in projector.growing { grown.paint(item) }
    grownRows = Set(grown.takeTouched().map(\.row))
    for row in rows.union(grownRows) {
      grown.copy(row: row, columns: 0..<grown.columns, to: &picture)
    }
    return film.steps[ended..<film.timeline.endedCount(at: time)].count { $0.isClear }
  }
}
