import BoardView
import CellFrame
import ScreenContract

/// The lines of a notice, in a frame of their own, before their place on the screen is known.
struct ToastLayout: Hashable, Sendable {
  let notice: Notice
  let columns: Int
  let chrome: Chrome
  private let lines: [String]
  /// The label of the button at the end of the last line; nil if the notice hides nothing.
  private let button: String?
  /// Whether the notice is one line without an edge, as in the small view.
  private let isLine: Bool

  var rows: Int { isLine ? 1 : lines.count + 2 }

  /// Breaks the notice between words. A notice that is too long for its area, or that replaced a
  /// warning, gets a button that shows all of it.
  ///
  /// - Parameters:
  ///   - moreKey: the key of that button; empty if the key has another meaning now.
  ///   - isLine: whether the notice gets one line only, without an edge.
  init(
    _ notice: Notice, moreKey: String, in area: CellRect, isLine: Bool = false, chrome: Chrome
  ) {
    self.notice = notice
    self.chrome = chrome
    self.isLine = isLine
    guard !isLine else {
      let line = chrome.fit(notice.text.string, area.columns)
      (lines, button, columns) = ([line], nil, line.displayWidth)
      return
    }
    let width = max(area.columns - Self.frame - 2, 1)
    let linesMax = min(max(area.rows / 4, 1), Self.linesMax)
    let label = moreKey.isEmpty ? "More" : area.columns < 40 ? moreKey : "More \(moreKey)"
    var lines = chrome.wrap(notice.text.string, width)
    let needsButton = notice.hidesWarning || lines.count > linesMax
    if needsButton {
      let rest = lines.dropFirst(linesMax - 1).joined(separator: " ")
      lines = lines.prefix(linesMax - 1) + [chrome.fit(rest, max(width - label.count - 1, 0))]
    }
    self.lines = lines
    button = needsButton ? label : nil
    let last = (lines.last?.displayWidth ?? 0) + (button.map { $0.count + 1 } ?? 0)
    columns = max(lines.map(\.displayWidth).max() ?? 0, last) + Self.frame
  }

  /// The columns of an edge and a blank on both sides.
  private static let frame = 4
  private static let linesMax = 3

  /// Returns the command of a click; nil if the click goes through to the board, as it does beside the
  /// button of a notice without a command.
  ///
  /// - Parameter cell: the cell, counted from the upper left corner of the notice.
  func command(at cell: CellPoint) -> Command? {
    guard let button else { return notice.command }
    let start = columns - 2 - button.count
    let isOnButton = cell.row == rows - 2 && cell.column >= start
    return isOnButton ? .show(.notices) : notice.command
  }

  func frame(_ theme: Theme) -> Frame {
    let ground = theme[.sheet]
    var frame = Frame(columns: columns, rows: rows, filledWith: Cell(.space, ground))
    let text = notice.severity == .loss ? theme[.warning] : theme[.notice].on(ground)
    guard !isLine else {
      frame.write(lines[0], at: CellPoint(column: 0, row: 0), style: text)
      return frame
    }
    frame.drawEdge(chrome, theme[.edge])
    for (row, line) in lines.enumerated() {
      frame.write(line, at: CellPoint(column: 2, row: row + 1), style: text)
    }
    if let button {
      let start = CellPoint(column: columns - 2 - button.count, row: rows - 2)
      frame.write(button, at: start, style: theme[.key])
    }
    return frame
  }
}
