import BoardModel
import BoardRendering
import CellFrame
import EaselBase

/// The view of the board and the canvas that shows it, in a theme and a raster.
///
/// A change of the view, the theme or the raster makes the canvas stale. The whiteboard paints the
/// canvas again with `update` before another part reads it.
package struct Surface: Sendable {
  private let setup: SurfaceSetup
  package private(set) var view: View
  private var canvas: LayeredCanvas
  /// Whether text paper has line numbers.
  package private(set) var showsLineNumbers: Bool
  package private(set) var theme: Theme
  package private(set) var themes: [Theme]
  package private(set) var rasterChoice: RasterChoice
  /// The number of colours that the screen shows.
  private var depth: ColorDepth
  /// Whether the user has chosen a theme since the start.
  package private(set) var hasChosenTheme = false
  /// Whether the default theme was taken for the background that the terminal reported.
  private var isDefaultThemeSettled = false
  /// The background colour that the terminal reported, `0xRRGGBB`.
  package private(set) var background: UInt32?

  private var isStale = false
  private var changes = Changes()

  /// The changes that other parts have to follow.
  package struct Changes: Sendable {
    /// Whether the whole canvas was painted again after the strokes in progress of other
    /// participants were last drawn on it.
    package var isGuestInkStale = false
    /// Whether the canvas below the preview of the gesture changed.
    package var isPreviewStale = false
    /// Whether the user moved the view.
    package var isMovedByUser = false
  }

  package init(_ setup: SurfaceSetup, showing picture: Picture) {
    self.setup = setup
    theme = setup.theme.adapted(to: setup.depth)
    depth = setup.depth
    rasterChoice = setup.rasterChoice
    showsLineNumbers = setup.showsLineNumbers
    themes = setup.themes.isEmpty ? [setup.theme] : setup.themes
    view = View(
      columns: setup.columns, rows: setup.rows, bars: setup.bars, hasPaper: !picture.paper.isEmpty)
    canvas = LayeredCanvas(
      view, raster: setup.raster(for: setup.rasterChoice), theme: theme, picture: picture)
  }

  /// The view with which a board begins.
  package mutating func showBeginning(of picture: Picture) {
    let showsWholePage = setup.showsWholePage
    show { if showsWholePage { $0.show(.page) } else { $0.showStart(of: picture) } }
  }

  /// Whether words are written in the cells of the present view.
  package var takesWords: Bool { view.isNatural || setup.showsWholePage }

  /// The raster in which ink is drawn.
  package var raster: Raster { setup.raster(for: rasterChoice) }
  package var chrome: Chrome {
    // With 16 colours or less, some colours of the palette look alike.
    Chrome(raster, hasLettersOnSwatches: !depth.hasManyColors)
  }

  /// The distance from the pointer within which a thing counts as touched, in board units. Most
  /// terminals report the middle of a cell. A corner of the cell is a little more than a column
  /// away from its middle, so the distance is 1.1 columns.
  package var reach: Int32 {
    Int32(min(max(view.viewport.columnWidth * 1.1, 1), Double(BoardPoint.limit / 4)))
  }

  // MARK: The view

  /// Changes the view at the user's request.
  package mutating func showForUser(_ change: (inout View) -> Void) {
    changes.isMovedByUser = true
    show(change)
  }

  /// Changes the view.
  package mutating func show(_ change: (inout View) -> Void) {
    let old = view
    change(&view)
    if view != old { isStale = true }
  }

  /// The zoom factor of a step: three steps almost double or halve the size.
  package static let zoomStep = 1.25

  package mutating func pan(columns: Double, rows: Double) {
    showForUser { $0.pan(columns: columns, rows: rows) }
  }

  package mutating func setCell(_ cell: BoardCell) {
    guard cell != view.cell else { return }
    view.setCell(cell)
    isStale = true
  }

  /// At the end of a gesture, adapts the view to a size that the screen got during the gesture.
  package mutating func letViewGo() { show { $0.letGo() } }

  /// - Parameter isHeld: whether a gesture is in progress. During a gesture, the board must not
  ///   move on the screen.
  package mutating func resize(columns: Int, rows: Int, isHeld: Bool) {
    view.resize(columns: columns, rows: rows, isHeld: isHeld)
    isStale = true
  }

  package mutating func setShape(_ shape: CellShape) {
    view.setShape(shape)
    isStale = true
  }

  /// Takes over the size and the looks of another surface. The place on the board stays.
  package mutating func adoptLooks(of other: Surface) {
    if view.columns != other.view.columns || view.rows != other.view.rows {
      resize(columns: other.view.columns, rows: other.view.rows, isHeld: false)
    }
    if view.shape != other.view.shape { setShape(other.view.shape) }
    if theme != other.theme || rasterChoice != other.rasterChoice { isStale = true }
    (theme, rasterChoice) = (other.theme, other.rasterChoice)
    showsLineNumbers = other.showsLineNumbers
  }

  package mutating func toggleLineNumbers() { showsLineNumbers.toggle() }

  // MARK: Theme and raster

  package mutating func setBackground(_ color: UInt32) {
    background = color
    theme = theme.adapted(to: color)
    adoptThemeForBackground()
    isStale = true
  }

  /// Notes that the screen has direct colour from now on.
  package mutating func adoptDirectColor() {
    depth = .direct
    use(theme)
    adoptThemeForBackground()
  }

  package mutating func offer(_ themes: [Theme]) {
    self.themes = themes
    adoptThemeForBackground()
  }

  /// Takes the default theme for the terminal's background. Until the terminal reports its
  /// background, it counts as dark.
  private mutating func adoptThemeForBackground() {
    guard !hasChosenTheme, !isDefaultThemeSettled, depth.hasManyColors,
      let names = setup.themesForBackground
    else { return }
    let isLight = background.map { ColorMath.luminance($0) >= 0.18 } ?? false
    let name = isLight ? names.light : names.dark
    guard let theme = themes.first(where: { $0.name == name }) else { return }
    isDefaultThemeSettled = background != nil
    use(theme)
  }

  package mutating func use(_ choice: RasterChoice) {
    rasterChoice = choice
    isStale = true
  }

  package mutating func use(_ theme: Theme) {
    let theme = (background.map { theme.adapted(to: $0) } ?? theme)
      .adapted(to: depth)
    guard theme != self.theme else { return }
    self.theme = theme
    isStale = true
  }

  /// Takes a theme that the user has chosen.
  package mutating func choose(_ theme: Theme) {
    hasChosenTheme = true
    use(theme)
  }

  // MARK: The canvas

  /// Makes the canvas stale, so that everything is painted again.
  mutating func repaintAll() { isStale = true }

  /// Paints the changes of the picture, or all of it if the canvas is stale.
  package mutating func update(_ picture: Picture, after canvasChanges: [CanvasChange]) {
    if canvasChanges.contains(.all) { isStale = true }
    guard !isStale else {
      isStale = false
      canvas = LayeredCanvas(
        view, raster: raster, theme: theme, picture: picture, decoded: canvas.dry.decoded)
      (changes.isGuestInkStale, changes.isPreviewStale) = (true, true)
      return
    }
    for case .parts(let added, let damage) in canvasChanges {
      canvas.repaint(
        picture, added: view.isTooSmall ? [] : added, after: view.isTooSmall ? .none : damage)
      changes.isPreviewStale = true
    }
  }

  /// Returns what changed since the last call.
  package mutating func removeChanges() -> Changes {
    defer { changes = Changes() }
    return changes
  }

  /// Returns whether the canvas below the preview changed since the last call.
  package mutating func removeIsPreviewStale() -> Bool {
    defer { changes.isPreviewStale = false }
    return changes.isPreviewStale
  }

  /// Shows the strokes in progress of other participants and the laser trails.
  package mutating func show(guestInk items: [Item]) {
    guard items != canvas.guests else { return }
    if canvas.show(guests: items) { changes.isPreviewStale = true }
  }

  var guests: [Item] { canvas.guests }
  /// Whether a larger view would show more words of the picture.
  package var hidesWords: Bool { canvas.dry.hidesWords }
  /// The picture without strokes in progress.
  package var dry: Canvas { canvas.dry }
  /// The canvas with the preview of the gesture; nil if there is no preview.
  var wet: Canvas? { canvas.wet }
  package var shown: Canvas { canvas.shown }

  package func cell(column: Int, row: Int) -> Cell { canvas.cell(column: column, row: row) }

  package func isCurved(from: BoardPoint, to: BoardPoint) -> Bool {
    canvas.isCurved(from: from, to: to)
  }

  package mutating func takeTouched() -> Touched { canvas.takeTouched() }

  package mutating func takeInkChanges() -> InkChanges { canvas.takeInkChanges() }

  // MARK: The preview of the gesture

  package mutating func dropWet() { canvas.dropWet() }

  package mutating func paintWet(_ paint: (inout Canvas) -> Void) { canvas.paintWet(paint) }

  package mutating func paintWet(_ paint: (inout Canvas) -> Void, tail: ((inout Canvas) -> Void)?) {
    canvas.paintWet(paint, tail: tail)
  }

  package mutating func paintWet(_ picture: Picture, after damage: Damage) {
    canvas.paintWet(picture, after: damage)
  }

  package mutating func showWet(_ paint: (inout Canvas) -> Void) { canvas.showWet(paint) }
}

/// A change of the picture that the canvas has to show.
package enum CanvasChange: Hashable, Sendable {
  case all
  /// New things that lie above all others, and further damage.
  case parts(added: [EntryID], Damage)
}
