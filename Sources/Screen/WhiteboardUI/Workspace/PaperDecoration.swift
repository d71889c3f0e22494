import BoardModel
import BoardPaper
import BoardRendering
import BoardView
import CellFrame

/// This viewer's decoration of text paper: the margin with the line numbers, and the signs where a
/// line continues beyond the screen. It belongs to no board, and nobody else sees it.
///
/// It is composed again only if the view or the text changes, so it costs nothing while the user
/// draws.
struct PaperDecoration: Sendable {
  private(set) var runs: [Overlay.Run] = []
  private var shown: Source?

  /// Everything that the decoration depends on.
  fileprivate struct Source: Hashable, Sendable {
    let view: View
    let theme: Theme
    let chrome: Chrome
    let numberColumns: Int
    let lines: [PaperText.Line]
  }

  mutating func show(_ picture: Picture, on surface: Surface) {
    guard case .paper(let corner) = surface.view.mode, !surface.view.isTooSmall else {
      self = PaperDecoration()
      return
    }
    let source = Source(
      view: surface.view, theme: surface.theme, chrome: surface.chrome,
      numberColumns: LeftMargin.numberColumns(of: picture, on: surface), lines: picture.paper)
    guard source != shown else { return }
    shown = source
    let numbers = source.numbers(from: corner.row, picture.diff)
    runs = (0..<source.view.canvasRows).flatMap { row in
      source.runs(ofLine: corner.row + row, number: numbers[row], from: corner.column).map {
        Overlay.Run(at: CellPoint(column: $0.column, row: row + source.view.top), cells: $0.cells)
      }
    }
  }
}

extension PaperDecoration.Source {
  /// Returns the cells beside and over one line of paper, with their columns on the screen.
  fileprivate func runs(
    ofLine index: Int, number: Int?, from first: Int
  ) -> [(column: Int, cells: [Cell])] {
    let columns = view.boardColumns
    let blank = Cell(.space, Style(foreground: theme.foreground, background: theme.background))
    var margin = Array(repeating: blank, count: columns.lowerBound)
    let hint = theme[.hint].on(blank.style)
    let digits = number.map { GlyphLine(String($0)).glyphs } ?? []
    for (index, digit) in digits.reversed().enumerated() {
      // The last column of the margin stays blank.
      let column = margin.count - 2 - index
      if margin.indices.contains(column) { margin[column] = Cell(digit, hint) }
    }
    let length = lines.indices.contains(index) ? lines[index].columns : 0
    let sign = theme[.key].on(blank.style)
    var runs: [(column: Int, cells: [Cell])] = []
    if first > 0, length > 0 {
      let before = Cell(chrome.continuesBefore, sign)
      if let last = margin.indices.last {
        margin[last] = before
      } else {
        runs.append((0, [before]))
      }
    }
    if !margin.isEmpty { runs.append((0, margin)) }
    if length > first + columns.count, let last = columns.last {
      runs.append((last, [Cell(chrome.continuesAfter, sign)]))
    }
    return runs
  }

  /// Returns the number of each line on the screen: its place in the text, or in the new file of a
  /// diff. A line that continues the line above has none.
  fileprivate func numbers(from first: Int, _ diff: UnifiedDiff) -> [Int?] {
    let rows = first..<first + view.canvasRows
    guard numberColumns > 0 else { return rows.map { _ in nil } }
    guard diff.isEmpty else { return rows.map(diff.number) }
    var number = lines.prefix(max(first, 0)).count { !$0.continues }
    return rows.map { row in
      guard lines.indices.contains(row), !lines[row].continues else { return nil }
      number += 1
      return number
    }
  }
}
