import BoardDocument
import BoardEvents
import BoardModel
import BoardView
import CellFrame
import EaselBase
import ScreenCommands

/// The text being typed on the canvas. The caret stays visible: the view moves with it, and returns
/// when the text is finished.
package struct TextEditor: Sendable {
  package private(set) var draft: TextDraft?
  private var edits = OwnTextEdits()
  /// The view from before the caret moved it; nil if the caret has not moved the view.
  private var viewBefore: View.Mode?

  package var isTyping: Bool { draft != nil }

  /// Begins a text, or edits the text at this place.
  mutating func start(
    at touch: Touch, _ tools: ToolSettings, in recorder: BoardRecorder, on surface: inout Surface
  ) {
    let began = recorder.now.uptime
    let touched = recorder.board.picture.touched(from: touch.point, to: touch.point, radius: 0)
    for thing in touched.reversed() {
      guard let label = thing.item.asLabel else { continue }
      let wording = recorder.board.picture.textEdits.wording(of: thing.id)
      var edited = TextDraft(editing: label, thing, wording: wording, began: began)
      let corner = Self.corner(of: edited, in: surface.view)
      let cell = touch.pointer.cell
      edited.moveCursor(
        toCell: CellPoint(column: cell.column - corner.column, row: cell.row - corner.row))
      draft = edited
      return preview(in: recorder.board, on: &surface)
    }
    start(at: touch.pointer.cell, tools, in: surface.view, at: began)
  }

  /// Begins a text at a cell.
  mutating func start(
    at cell: CellPoint, _ tools: ToolSettings, in view: View, at uptime: Int64
  ) {
    draft = TextDraft(
      at: cell, in: view.viewport, color: tools.color, letterSize: tools.letterSize,
      began: uptime)
  }

  /// Hides the label that is being edited, since the draft stands in its place.
  package func preview(in board: BoardReplica, on surface: inout Surface) {
    surface.dropWet()
    guard let id = draft?.edited else { return }
    var rest = board.picture
    let damage = rest.imagine(.change(.items([id]), .hide), by: board.replica)
    surface.paintWet(rest, after: damage)
  }

  /// Adds the typed text to the board, if there is any. A text that the user emptied is removed.
  ///
  /// - Returns: the text, if the board did not accept it. The text was sent to the terminal's
  ///   clipboard.
  mutating func keep(with recorder: inout BoardRecorder, _ requests: inout Requests) -> Label? {
    guard let done = draft else { return nil }
    draft = nil
    recorder.endTyping(
      isKept: done.isChanged && done.label != nil && recorder.mayDraw, &requests)
    guard done.isChanged else { return nil }
    let lasted = recorder.now.uptime &- done.began
    guard let action = Self.action(for: done, in: recorder.picture) else { return nil }
    let other = Self.unseenEdit(during: done, in: recorder.board)
    if recorder.make([action], lasted: lasted, wasBegun: true, &requests) {
      if case .change(.items(let labels), .setText) = action {
        for label in labels { edits.note(editOf: label, in: recorder.board.picture) }
        if let other { recorder.notifyEditedAtOnce(with: other, .own, &requests) }
      }
      return nil
    }
    guard let label = done.label else { return nil }
    requests.copyRefused(label.text.string, .draft, mayDraw: recorder.mayDraw)
    return label
  }

  /// Returns the action that keeps a text; nil for an empty new text. A text that another person
  /// erased meanwhile becomes a new one, since nobody would see the edit.
  private static func action(
    for done: TextDraft, in picture: Picture
  ) -> Operation.Action? {
    guard let edited = done.edited, let wording = done.wording else {
      return done.label.map { .make(.label($0)) }
    }
    guard let label = done.label else { return .change(.items([edited]), .hide) }
    guard picture.isVisible(edited) else { return .make(.label(label)) }
    return .change(.items([edited]), .setText(TextEdit(label.content, replacing: wording)))
  }

  /// Returns the author of the edit that another run made while the user typed; nil if there is
  /// none.
  private static func unseenEdit(
    during done: TextDraft, in board: BoardReplica
  ) -> AuthorID? {
    let picture = board.picture
    guard let edited = done.edited, done.label != nil, picture.isVisible(edited),
      let wording = picture.textEdits.wording(of: edited), wording != done.wording,
      wording.replica != board.replica, picture.textEdits.edit(wording) != nil
    else { return nil }
    return picture.stamp(of: wording)?.author
  }

  /// Follows the edits of others that were merged.
  package mutating func follow(
    _ change: BoardChange, with recorder: inout BoardRecorder, _ requests: inout Requests
  ) {
    edits.follow(change, with: &recorder, &requests)
  }

  // MARK: Typing

  package mutating func type(
    _ key: Key, _ modifiers: Modifiers, on surface: inout Surface, _ requests: inout Requests
  ) {
    switch key {
    case .enter:
      // Many programs end a text at Enter, so the first one in a text says what it does here.
      if draft?.text.contains("\n") == false { requests.notify("New line. Esc ends the text.") }
      add("\n", &requests)
    case .tab: add("  ", &requests)
    case .character(let character):
      if !modifiers.contains(.control) { add(String(character), &requests) }
    case .backspace: draft?.deleteBackward()
    case .delete: draft?.deleteForward()
    case .left: draft?.moveLeft()
    case .right: draft?.moveRight()
    case .up: draft?.moveLine(by: -1)
    case .down: draft?.moveLine(by: 1)
    case .home: draft?.moveToLineStart()
    case .end: draft?.moveToLineEnd()
    default: break
    }
    revealCaret(on: &surface)
  }

  package mutating func insert(
    _ text: String, on surface: inout Surface, _ requests: inout Requests
  ) {
    add(text, &requests)
    revealCaret(on: &surface)
  }

  private mutating func add(_ text: String, _ requests: inout Requests) {
    guard draft?.insert(text) == false else { return }
    requests.notify("One text holds \(Limits.labelScalars) characters; the rest was left out.")
  }

  // MARK: The caret

  /// Returns the place of the caret on the canvas, or beyond its edges.
  package static func caret(of draft: TextDraft, in view: View) -> CellPoint {
    let corner = corner(of: draft, in: view)
    let cursor = draft.cursorCell
    return CellPoint(column: corner.column + cursor.column, row: corner.row + cursor.row)
  }

  /// Returns the cell where the text begins on the canvas. The finished label begins in the same
  /// cell.
  package static func corner(of draft: TextDraft, in view: View) -> CellPoint {
    let position = view.viewport.position(of: draft.origin)
    return CellPoint(column: Int(position.column.rounded()), row: Int(position.row.rounded()))
  }

  /// The cell of the caret; nil if no text is typed or the caret is not on the canvas.
  package func visibleCaret(in view: View) -> CellPoint? {
    draft.map { Self.caret(of: $0, in: view) }.flatMap { view.hasOnCanvas($0) ? $0 : nil }
  }

  /// Moves the view to the caret by a part of the screen. A move by single cells would shift the
  /// view with every letter.
  mutating func revealCaret(on surface: inout Surface) {
    let view = surface.view
    guard let draft, !view.isTooSmall else { return }
    let caret = Self.caret(of: draft, in: view)
    guard !view.hasOnCanvas(caret) else { return }
    if let viewBefore {
      var home = view
      home.show(viewBefore)
      if home.hasOnCanvas(Self.caret(of: draft, in: home)) {
        return surface.show { $0.show(viewBefore) }
      }
    }
    let distance = CellPoint(
      column: Self.distance(
        to: caret.column - view.boardColumns.lowerBound, within: view.boardColumns.count),
      row: Self.distance(to: caret.row, within: view.canvasRows))
    viewBefore = viewBefore ?? view.mode
    surface.show { $0.pan(columns: Double(distance.column), rows: Double(distance.row)) }
  }

  private static func distance(to position: Int, within count: Int) -> Int {
    if position < 0 { return position - count / 4 }
    return position < count ? 0 : position - (count - 1) + count / 4
  }

  /// Returns to the view from before the caret moved it.
  mutating func returnToView(on surface: inout Surface) {
    guard let before = viewBefore else { return }
    viewBefore = nil
    surface.show { $0.show(before) }
  }

  mutating func forgetView() { viewBefore = nil }

  mutating func forgetViewUnlessTyping() {
    if !isTyping { viewBefore = nil }
  }
}
