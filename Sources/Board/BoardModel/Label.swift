import EaselBase

/// A text that a user typed onto the board.
public struct Label: Hashable, Sendable {
  /// The upper left corner of its box.
  public let origin: BoardPoint
  /// The height of one row of its box, in units: the height of a cell on the author's screen.
  public let rowHeight: Int32
  /// The width of one column of its box, in units.
  public let columnWidth: Int32
  /// The colour of the letters.
  public let color: InkColor
  /// One or several lines, as the author sent them. Members compare pictures by these bytes, so
  /// they are the same in every build.
  public let content: RawText

  /// Creates a label from safe text; the sizes of a cell are in units.
  public init(
    origin: BoardPoint, columnWidth: Int32, rowHeight: Int32, color: InkColor, text: SafeText
  ) {
    self.init(
      origin: origin, columnWidth: columnWidth, rowHeight: rowHeight, color: color,
      content: RawText(text.string))
  }

  /// Creates a label from the text that its author sent; the sizes of a cell are in units.
  ///
  /// - Parameter content: at most ``Limits/labelScalars`` scalars of any text.
  public init(
    origin: BoardPoint, columnWidth: Int32, rowHeight: Int32, color: InkColor, content: RawText
  ) {
    self.origin = origin
    self.columnWidth = columnWidth
    self.rowHeight = rowHeight
    self.color = color
    self.content = content
  }

  /// The part of the text that screens, exports and the clipboard show.
  public var text: SafeText { SafeText(content, limit: .label) }

  /// The box of the text: as wide as the widest line, and as high as all lines.
  public var bounds: BoardRect {
    let lines = text.string.split(separator: "\n", omittingEmptySubsequences: false)
    let widest = lines.map { String($0).displayWidth }.max() ?? 0
    return BoardRect(
      origin,
      origin.moved(columns: max(widest, 1), of: columnWidth, rows: lines.count, of: rowHeight))
  }

  func copied(movedBy offset: BoardOffset, color: InkColor?) -> Label {
    Label(
      origin: origin.moved(by: offset), columnWidth: columnWidth, rowHeight: rowHeight,
      color: color ?? self.color, content: content)
  }
}

extension BoardPoint {
  fileprivate func moved(columns: Int, of width: Int32, rows: Int, of height: Int32) -> BoardPoint {
    let limit = Int(Self.limit)
    func reach(_ count: Int, _ size: Int32) -> Int32 {
      Int32(min(max(min(count, limit) * Int(size) - 1, 0), limit))
    }
    return moved(by: BoardOffset(dx: reach(columns, width), dy: reach(rows, height)))
  }
}
