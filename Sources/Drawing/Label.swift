import Vocabulary

/// A text that was typed onto the board.
public struct Label: Hashable, Sendable {
  /// The upper left corner of its box.
  public let origin: BoardPoint
  /// One row of its box, in units: what a cell was on the screen it was typed on.
  public let rowHeight: Int32
  /// One column of its box, in units.
  public let columnWidth: Int32
  public let color: InkColor
  /// One or several lines.
  public let text: SafeText

  public init(
    origin: BoardPoint, columnWidth: Int32, rowHeight: Int32, color: InkColor, text: SafeText
  ) {
    self.origin = origin
    self.columnWidth = columnWidth
    self.rowHeight = rowHeight
    self.color = color
    self.text = text
  }
}
