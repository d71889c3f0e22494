import Drawing

/// Paper and ink of a picture as one viewer sees them, kept dot by dot: one more stroke costs only
/// its own dots, however much is on the board.
public struct Canvas: Sendable {
  public let columns: Int
  public let rows: Int
  public let viewport: Viewport
  public let raster: Raster
  public let theme: Theme

  public init(columns: Int, rows: Int, viewport: Viewport, raster: Raster, theme: Theme) {
    self.columns = columns
    self.rows = rows
    self.viewport = viewport
    self.raster = raster
    self.theme = theme
  }

  /// Paints everything anew.
  public mutating func repaint(_ picture: Picture) {}

  /// Paints anew what lies in `area`, and nothing else.
  public mutating func repaint(_ picture: Picture, in area: BoardRect) {}

  /// Paints one thing on top of all that is there: a stroke just finished, or wet.
  public mutating func paint(_ item: Item, offset: BoardOffset = .zero, color: InkColor? = nil) {}

  /// Wet ink grows: the segment from one point of the hand to the next, on top of all.
  public mutating func paintSegment(
    from: BoardPoint, to: BoardPoint, kind: Stroke.Kind, ink: Ink
  ) {}

  /// The cells touched since the last call, as at most one range of columns a row.
  public mutating func takeTouched() -> [(row: Int, columns: Range<Int>)] { [] }

  /// What one cell of the canvas shows.
  public func cell(column: Int, row: Int) -> Cell { .blank }
}
