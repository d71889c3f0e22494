import BoardModel
import BoardPaper
import CellFrame

/// The part of a text that is left out, because the text goes beyond a limit of paper or hides it.
public struct PaperCut: Hashable, Sendable {
  /// The number of lines that are kept, if there are more; nil if all lines are kept.
  public var rows: Int?
  /// The number of columns that are kept of each line, if a line has more; nil if all are kept.
  public var columns: Int?
  /// The number of letters that the text itself hides; see ``PaperParser``.
  package var hidden = 0

  /// Creates a cut; by default everything is kept.
  public init(rows: Int? = nil, columns: Int? = nil) { (self.rows, self.columns) = (rows, columns) }

  /// Compares the text under the ink of a picture with the part of it that can be shown. Reads the
  /// whole text.
  public init(of picture: Picture) {
    if picture.isPaperCut { rows = picture.paper.count }
    if picture.paper.contains(where: \.isCut) { columns = Limits.paperColumns }
  }

  /// Whether the whole text is kept.
  public var isEmpty: Bool { rows == nil && columns == nil && hidden == 0 }
}

extension PaperText.Line {
  /// The width of the line in cells, at most ``Limits/paperColumns``.
  package var columns: Int { min(allColumns, Limits.paperColumns) }

  /// Whether the line is wider than ``Limits/paperColumns``.
  fileprivate var isCut: Bool { allColumns > Limits.paperColumns }

  private var allColumns: Int {
    runs.reduce(0) { count, run in
      GlyphLine(run.text.string).glyphs.reduce(count) { $0 + ($1.isWide ? 2 : 1) }
    }
  }
}
