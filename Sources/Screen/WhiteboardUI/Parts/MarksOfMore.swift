import BoardEditor
import BoardModel
import BoardView
import CellFrame
import EaselBase
import ScreenCommands

/// The marks at the edges of the view beyond which there is more ink.
enum MarksOfMore {
  /// Draws a mark at each edge of the view beyond which there is more ink, with the number of things. The
  /// first mark names the key that shows all, on paper none does. A mark stands as near to the middle of
  /// its edge as it can without covering ink or paper, and leaves out the key for it.
  static func draw(in overlay: inout Overlay, of whiteboard: borrowing Whiteboard) {
    let beyond = whiteboard.drawing.beyond
    guard beyond != ThingsBeyond() else { return }
    let (surface, palette) = (whiteboard.drawing.surface, whiteboard.palette.rect)
    let (view, theme) = (surface.view, surface.theme)
    let signs = surface.chrome.moreInk
    let hint = " \(surface.chrome.dot) \(whiteboard.setup.keymap.name(of: .end)) shows all"
    var key = view.isPaper ? "" : hint
    let (board, left) = (view.boardColumns, palette.map { $0.column + $0.columns } ?? 0)
    let columns = board.contains(left) ? left..<board.upperBound : board
    let rows = View.top..<View.top + max(view.canvasRows, 1)
    func isFree(_ corner: CellPoint, _ width: Int) -> Bool {
      (corner.column..<corner.column + width).allSatisfy {
        surface.cell(column: $0, row: corner.row - View.top).glyph == .space
      }
    }
    func draw(_ sign: String, _ count: Int, _ corners: (_ width: Int) -> [CellPoint]) {
      guard count > 0 else { return }
      let short = "\(sign) \(count > 99 ? "99+" : "\(count)")"
      for text in key.isEmpty ? [short] : [short + key, short] {
        guard text.displayWidth <= columns.count else { continue }
        let corners = corners(text.displayWidth)
        let free = corners.first { isFree($0, text.displayWidth) }
        guard let corner = free ?? (text == short ? corners.first : nil) else { continue }
        if text != short { key = "" }
        return overlay.write(text, at: corner, style: theme[.hint])
      }
    }
    func across(_ row: Int) -> (Int) -> [CellPoint] {
      { width in
        (columns.lowerBound...columns.upperBound - width).fromMiddle.map {
          CellPoint(column: $0, row: row)
        }
      }
    }
    draw(signs.below, beyond.below, across(rows.upperBound - 1))
    draw(signs.above, beyond.above, across(rows.lowerBound))
    draw(signs.right, beyond.right) { width in
      (rows.lowerBound...rows.upperBound - 1).fromMiddle.map {
        CellPoint(column: columns.upperBound - width, row: $0)
      }
    }
    draw(signs.left, beyond.left) { _ in
      (rows.lowerBound...rows.upperBound - 1).fromMiddle.map {
        CellPoint(column: columns.lowerBound, row: $0)
      }
    }
  }
}

extension ClosedRange<Int> {
  /// The numbers of the range, those next to its middle first.
  fileprivate var fromMiddle: [Int] {
    let middle = (lowerBound + upperBound + 1) / 2
    return sorted { (abs($0 - middle), $0) < (abs($1 - middle), $1) }
  }
}
