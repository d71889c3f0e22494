import BoardEvents
import BoardModel
import CellFrame
import EaselBase

/// The text being typed on the canvas. The caret stays visible: the view moves with it, and returns
/// when the text is finished.
struct TextEditor: Sendable {
  private(set) var draft: TextDraft?
  private var edits = OwnTextEdits()
  /// The view from before the caret moved it; nil if the caret has not moved the view.
  private var viewBefore: View.Mode?

  var isTyping: Bool { draft != nil }

  /// Begins a text, or edits the text at this place.
  mutating func start(at touch: Touch, _ tools: ToolSettings, in workspace: inout Workspace) {
    let began = workspace.now.uptime
    let touched = workspace.board.picture.touched(from: touch.point, to: touch.point, radius: 0)
    for thing in touched.reversed() {
      guard case .label(let label) = thing.item else { continue }
      let wording = workspace.board.picture.textEdits.wording(of: thing.id)
      var edited = TextDraft(editing: label, thing, wording: wording, began: began)
      let corner = Self.corner(of: edited, in: workspace.view)
      let cell = touch.pointer.cell
      edited.moveCursor(
        toCell: CellPoint(column: cell.column - corner.column, row: cell.row - corner.row))
      draft = edited
      return preview(in: &workspace)
    }
    start(at: touch.pointer.cell, tools, in: workspace)
  }

  /// Begins a text at a cell.
  mutating func start(at cell: CellPoint, _ tools: ToolSettings, in workspace: Workspace) {
    draft = TextDraft(
      at: cell, in: workspace.view.viewport, color: tools.color, letterSize: tools.letterSize,
      began: workspace.now.uptime)
  }

  /// Hides the label that is being edited, since the draft stands in its place.
  func preview(in workspace: inout Workspace) {
    workspace.surface.dropWet()
    guard let id = draft?.edited else { return }
    var rest = workspace.board.picture
    let damage = rest.imagine(.change(.items([id]), .hide), by: workspace.board.replica)
    workspace.surface.paintWet(rest, after: damage)
  }

  /// Adds the typed text to the board, if there is any. A text that the user emptied is removed.
  ///
  /// - Returns: the text, if the board did not accept it. The text was sent to the terminal's
  ///   clipboard.
  mutating func keep(in workspace: inout Workspace) -> Label? {
    guard let done = draft else { return nil }
    draft = nil
    workspace.surface.dropWet()
    workspace.endTyping(isKept: done.isChanged && done.label != nil && workspace.mayDraw)
    guard done.isChanged else { return nil }
    let lasted = workspace.now.uptime &- done.began
    guard let action = Self.action(for: done, in: workspace) else { return nil }
    let other = Self.unseenEdit(during: done, in: workspace)
    if workspace.make([action], lasted: lasted, wasBegun: true) {
      if case .change(.items(let labels), .setText) = action {
        for label in labels { edits.note(editOf: label, in: workspace.board.picture) }
        if let other { workspace.notifyEditedAtOnce(with: other, .own) }
      }
      return nil
    }
    guard let label = done.label else { return nil }
    workspace.copyRefused(label.text.string, .draft)
    return label
  }

  /// Returns the action that keeps a text; nil for an empty new text. A text that another person
  /// erased meanwhile becomes a new one, since nobody would see the edit.
  private static func action(
    for done: TextDraft, in workspace: Workspace
  ) -> Operation.Action? {
    guard let edited = done.edited, let wording = done.wording else {
      return done.label.map { .make(.label($0)) }
    }
    guard let label = done.label else { return .change(.items([edited]), .hide) }
    guard workspace.board.picture.isVisible(edited) else { return .make(.label(label)) }
    return .change(.items([edited]), .setText(TextEdit(label.content, replacing: wording)))
  }

  /// Returns the author of the edit that another run made while the user typed; nil if there is
  /// none.
  private static func unseenEdit(
    during done: TextDraft, in workspace: Workspace
  ) -> AuthorID? {
    let picture = workspace.board.picture
    guard let edited = done.edited, done.label != nil, picture.isVisible(edited),
      let wording = picture.textEdits.wording(of: edited), wording != done.wording,
      wording.replica != workspace.board.replica, picture.textEdits.edit(wording) != nil
    else { return nil }
    return picture.stamp(of: wording)?.author
  }

  /// Follows the edits of others that were merged.
  mutating func follow(_ change: BoardChange, in workspace: inout Workspace) {
    edits.follow(change, in: &workspace)
  }

  // MARK: Typing

  mutating func type(_ key: Key, _ modifiers: Modifiers, in workspace: inout Workspace) {
    switch key {
    case .enter:
      // Many programs end a text at Enter, so the first one in a text says what it does here.
      if draft?.text.contains("\n") == false { workspace.notify("New line. Esc ends the text.") }
      add("\n", in: &workspace)
    case .tab: add("  ", in: &workspace)
    case .character(let character):
      if !modifiers.contains(.control) { add(String(character), in: &workspace) }
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
    revealCaret(in: &workspace)
  }

  mutating func insert(_ text: String, in workspace: inout Workspace) {
    add(text, in: &workspace)
    revealCaret(in: &workspace)
  }

  private mutating func add(_ text: String, in workspace: inout Workspace) {
    guard draft?.insert(text) == false else { return }
    workspace.notify("One text holds \(Limits.labelScalars) characters; the rest was left out.")
  }

  // MARK: The caret

  /// Returns the place of the caret on the canvas, or beyond its edges.
  static func caret(of draft: TextDraft, in view: View) -> CellPoint {
    let corner = corner(of: draft, in: view)
    let cursor = draft.cursorCell
    return CellPoint(column: corner.column + cursor.column, row: corner.row + cursor.row)
  }

  /// Returns the cell where the text begins on the canvas. The finished label begins in the same
  /// cell.
  static func corner(of draft: TextDraft, in view: View) -> CellPoint {
    let place = view.viewport.position(of: draft.origin)
    return CellPoint(column: Int(place.column.rounded()), row: Int(place.row.rounded()))
  }

  /// The place of the caret; nil if no text is typed or the caret is not on the canvas.
  func visibleCaret(in view: View) -> CellPoint? {
    draft.map { Self.caret(of: $0, in: view) }.flatMap { view.hasOnCanvas($0) ? $0 : nil }
  }

  /// Moves the view to the caret by a part of the screen. A move by single cells would shift the
  /// view with every letter.
  mutating func revealCaret(in workspace: inout Workspace) {
    let view = workspace.view
    guard let draft, !view.isTooSmall else { return }
    let caret = Self.caret(of: draft, in: view)
    guard !view.hasOnCanvas(caret) else { return }
    if let viewBefore {
      var home = view
      home.show(viewBefore)
      if home.hasOnCanvas(Self.caret(of: draft, in: home)) {
        return workspace.show { $0.show(viewBefore) }
      }
    }
    let way = CellPoint(
      column: Self.way(
        to: caret.column - view.boardColumns.lowerBound, within: view.boardColumns.count),
      row: Self.way(to: caret.row, within: view.canvasRows))
    viewBefore = viewBefore ?? view.mode
    workspace.show { $0.pan(columns: Double(way.column), rows: Double(way.row)) }
  }

  private static func way(to place: Int, within count: Int) -> Int {
    if place < 0 { return place - count / 4 }
    return place < count ? 0 : place - (count - 1) + count / 4
  }

  /// Returns to the view from before the caret moved it.
  mutating func returnToView(in workspace: inout Workspace) {
    guard let before = viewBefore else { return }
    viewBefore = nil
    workspace.show { $0.show(before) }
  }

  mutating func forgetView() { viewBefore = nil }

  mutating func forgetViewUnlessTyping() {
    if !isTyping { viewBefore = nil }
  }
}
