import BoardEditor
import BoardModel
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The marks at the edges of the view beyond which there is more ink.
struct MarksOfMore {
  private let surface: Surface
  private let beyond: ThingsBeyond
  private let columns: Range<Int>
  private let rows: Range<Int>
  /// The words after the first mark, which name the key that shows all. Text paper has none.
  private let hint: String

  /// A mark with its place on the screen. A click on it goes beyond its edge.
  private struct Mark {
    let edge: ViewEdge
    let text: String
    let corner: CellPoint
  }

  private init(_ whiteboard: borrowing Whiteboard) {
    beyond = whiteboard.drawing.beyond
    surface = whiteboard.drawing.surface
    let (view, palette) = (surface.view, whiteboard.palette.rect)
    let (board, left) = (view.boardColumns, palette.map { $0.column + $0.columns } ?? 0)
    columns = board.contains(left) ? left..<board.upperBound : board
    rows = view.top..<view.top + max(view.canvasRows, 1)
    let key = whiteboard.setup.keymap.name(of: .end)
    hint = view.isPaper ? "" : " \(surface.chrome.dot) \(key) shows all"
  }

  /// Draws a mark at each edge of the view beyond which there is more ink, with the number of things.
  static func draw(in overlay: inout Overlay, of whiteboard: borrowing Whiteboard) {
    guard whiteboard.drawing.beyond != ThingsBeyond() else { return }
    let style = whiteboard.drawing.surface.theme[.hint]
    for mark in MarksOfMore(whiteboard).marks {
      overlay.write(mark.text, at: mark.corner, style: style)
    }
  }

  /// Returns the edge whose mark stands at a cell of the screen; nil if none does.
  static func edge(at cell: CellPoint, in whiteboard: borrowing Whiteboard) -> ViewEdge? {
    guard whiteboard.drawing.beyond != ThingsBeyond(), whiteboard.drawing.editor.isIdle else {
      return nil
    }
    return MarksOfMore(whiteboard).marks.last { mark in
      let columns = mark.corner.column..<mark.corner.column + mark.text.displayWidth
      return mark.corner.row == cell.row && columns.contains(cell.column)
    }?.edge
  }

  private var marks: [Mark] {
    var (marks, hint) = ([Mark](), hint)
    for edge in [ViewEdge.below, .above, .right, .left] where beyond[edge] > 0 {
      guard let mark = mark(edge, hint: hint) else { continue }
      marks.append(mark)
      if mark.text.hasSuffix(hint) { hint = "" }
    }
    return marks
  }

  /// Returns the mark of an edge, as near to the middle of the edge as it can stand without covering ink
  /// or paper. It leaves out the hint for that.
  private func mark(_ edge: ViewEdge, hint: String) -> Mark? {
    let (signs, count) = (surface.chrome.moreInk, beyond[edge])
    let sign =
      switch edge {
      case .left: signs.left
      case .right: signs.right
      case .above: signs.above
      case .below: signs.below
      }
    let short = "\(sign) \(count > 99 ? "99+" : "\(count)")"
    for text in hint.isEmpty ? [short] : [short + hint, short] {
      guard text.displayWidth <= columns.count else { continue }
      let corners = corners(at: edge, width: text.displayWidth)
      let free = corners.first { isFree($0, text.displayWidth) }
      guard let corner = free ?? (text == short ? corners.first : nil) else { continue }
      return Mark(edge: edge, text: text, corner: corner)
    }
    return nil
  }

  private func isFree(_ corner: CellPoint, _ width: Int) -> Bool {
    (corner.column..<corner.column + width).allSatisfy {
      surface.cell(column: $0, row: corner.row - surface.view.top).glyph == .space
    }
  }

  /// Returns the places for a mark at an edge, those next to its middle first.
  private func corners(at edge: ViewEdge, width: Int) -> [CellPoint] {
    func across(_ row: Int) -> [CellPoint] {
      (columns.lowerBound...columns.upperBound - width).fromMiddle.map {
        CellPoint(column: $0, row: row)
      }
    }
    func down(_ column: Int) -> [CellPoint] {
      (rows.lowerBound...rows.upperBound - 1).fromMiddle.map {
        CellPoint(column: column, row: $0)
      }
    }
    return switch edge {
    case .below: across(rows.upperBound - 1)
    case .above: across(rows.lowerBound)
    case .right: down(columns.upperBound - width)
    case .left: down(columns.lowerBound)
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
