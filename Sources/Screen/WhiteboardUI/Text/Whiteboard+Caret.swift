import BoardModel
import CellFrame

// The caret stays visible: the view moves with it, and returns when the text is finished.
extension Whiteboard {
  /// Returns the place of the caret on the canvas, or beyond its edges.
  func caret(of draft: TextDraft, in view: View) -> CellPoint {
    let corner = corner(of: draft, in: view)
    return CellPoint(
      column: corner.column + draft.cursor.column, row: corner.row + draft.cursor.row)
  }

  /// Returns the cell where the text begins on the canvas, and where its label will stand.
  func corner(of draft: TextDraft, in view: View) -> CellPoint {
    let place = view.viewport.place(of: draft.origin)
    return CellPoint(column: Int(place.column.rounded()), row: Int(place.row.rounded()))
  }

  /// Moves the view to the caret, by a part of the screen and not by a cell, so that the view does
  /// not move with every letter.
  mutating func revealCaret() {
    guard let draft, !view.isTooSmall else { return }
    let caret = caret(of: draft, in: view)
    guard !view.hasOnCanvas(caret) else { return }
    if let before = viewBeforeTyping {
      var home = view
      home.show(before)
      if home.hasOnCanvas(self.caret(of: draft, in: home)) { return move { $0.show(before) } }
    }
    let way = CellPoint(
      column: Self.way(to: caret.column, within: view.canvasColumns),
      row: Self.way(to: caret.row, within: view.canvasRows))
    viewBeforeTyping = viewBeforeTyping ?? view.mode
    move { $0.pan(columns: Double(way.column), rows: Double(way.row)) }
  }

  /// Returns to the view from before the caret moved it.
  mutating func returnFromCaret() {
    guard let before = viewBeforeTyping else { return }
    viewBeforeTyping = nil
    move { $0.show(before) }
  }

  private static func way(to place: Int, within count: Int) -> Int {
    if place < 0 { return place - count / 4 }
    return place < count ? 0 : place - (count - 1) + count / 4
  }
}
