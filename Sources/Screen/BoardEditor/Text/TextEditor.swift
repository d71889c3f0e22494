import BoardContract
import BoardDocument
import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The text being typed on the canvas. Words are written at 100 %, so all have one size. The caret stays
/// visible: the view moves with it, and returns when the text is finished.
package struct TextEditor {
  package private(set) var draft: TextDraft?
  private var edits = OwnTextEdits()
  /// The view from before the text moved it; nil if the text has not moved the view.
  private var viewBefore: View.Mode?
  private let requests: Requests

  init(_ requests: Requests) { self.requests = requests }

  package var isTyping: Bool { draft != nil }

  /// Begins a text, or edits the text at this place. In a shape, the caret stands at the end of its text.
  ///
  /// - Parameter isAtEnd: whether the caret also stands at the end of a text in no shape, and not at the
  ///   touched letter.
  mutating func start(
    at touch: Touch, _ tools: ToolSettings, isAtEnd: Bool = false, in recorder: BoardRecorder,
    on surface: inout Surface
  ) {
    let (picture, began) = (recorder.picture, recorder.now.uptime)
    let touched = picture.touched(from: touch.point, to: touch.point, radius: 0)
    for thing in touched.reversed() {
      guard let label = thing.item.asLabel else { continue }
      let wording = picture.textEdits.wording(of: thing.id)
      if let shape = thing.shape.flatMap({ picture.thing($0) }), picture.isVisible(shape.id),
        let typed = thing.positionInShape.flatMap({ TypedInShape(shape, at: $0) })
      {
        draft = TextDraft(editing: label, thing, in: typed, wording: wording, began: began)
      } else {
        var edited = TextDraft(editing: label, thing, wording: wording, began: began)
        if !isAtEnd {
          let corner = Self.corner(of: edited, in: surface.view)
          let cell = touch.pointer.cell
          edited.moveCursor(
            toCell: CellPoint(column: cell.column - corner.column, row: cell.row - corner.row))
        }
        draft = edited
      }
      showNatural(about: touch.pointer, on: &surface)
      preview(in: recorder.board, on: &surface)
      return revealCaret(on: &surface)
    }
    start(at: touch.pointer, tools, on: &surface, at: began)
  }

  /// Begins a text in the cell of a place.
  mutating func start(
    at pointer: Pointer, _ tools: ToolSettings, on surface: inout Surface, at uptime: Int64
  ) {
    showNatural(about: pointer, on: &surface)
    draft = TextDraft(
      at: pointer.cell, in: surface.view.viewport, color: tools.color, letterSize: tools.letterSize,
      began: uptime)
  }

  /// Goes to 100 % for the time of the text.
  private mutating func showNatural(about pointer: Pointer, on surface: inout Surface) {
    guard !surface.takesWords else { return }
    viewBefore = viewBefore ?? surface.view.mode
    surface.show { $0.showNatural(about: pointer) }
  }

  /// Begins a text in a shape, or edits the last text in it.
  mutating func start(
    in shape: BoardItem, _ tools: ToolSettings, in recorder: BoardRecorder,
    on surface: inout Surface
  ) {
    guard let typed = TypedInShape(shape) else { return }
    let (picture, began) = (recorder.picture, recorder.now.uptime)
    let middle = surface.view.viewport.cell(of: typed.anchor)
    showNatural(
      about: surface.view.hasOnCanvas(middle)
        ? Pointer(middle, fractionX: 128, fractionY: 128) : surface.view.middle, on: &surface)
    if let id = picture.attachments.texts(in: shape.id).last, let text = picture.thing(id),
      let label = text.item.asLabel
    {
      draft = TextDraft(
        editing: label, text,
        in: text.positionInShape.flatMap { TypedInShape(shape, at: $0) } ?? typed,
        wording: picture.textEdits.wording(of: id), began: began)
    } else {
      draft = TextDraft(
        in: typed, surface.view.viewport, color: tools.color, letterSize: tools.letterSize,
        began: began)
    }
    preview(in: recorder.board, on: &surface)
    revealCaret(on: &surface)
  }

  /// Hides the label that is being edited, since the draft stands in its place, and shows the shape as
  /// large as the typed words need it.
  package mutating func preview(in board: BoardReplica, on surface: inout Surface) {
    surface.dropWet()
    guard let draft else { return }
    var actions = draft.edited.map { [Operation.Action.change(.items([$0]), .hide)] } ?? []
    actions += Self.growth(for: draft, in: board.picture)
    guard !actions.isEmpty else { return }
    var shown = board.picture
    var damage = Damage.none
    for action in actions { damage.add(shown.imagine(action, by: board.replica)) }
    surface.paintWet(shown, after: damage)
    if let shape = draft.shape.flatMap({ shown.thing($0.id) }) { self.draft?.follow(shape) }
  }

  /// Returns the resize with which the shape gets room for the typed words, if it needs one.
  private static func growth(for draft: TextDraft, in picture: Picture) -> [Operation.Action] {
    guard let shape = draft.shape, let label = draft.label, picture.isVisible(shape.id) else {
      return []
    }
    let growth = picture.attachments.growth(of: shape.id, for: label, edited: draft.edited)
    return growth.map { [.change(.items([shape.id]), $0)] } ?? []
  }

  /// Adds the typed text to the board, if there is any. A text that the user emptied is removed.
  ///
  /// - Returns: the text, if the board did not accept it. The text was sent to the terminal's
  ///   clipboard.
  mutating func keep(with recorder: inout BoardRecorder) -> Label? {
    guard let done = draft else { return nil }
    draft = nil
    recorder.endTyping(isKept: done.isChanged && done.label != nil && recorder.mayDraw)
    guard done.isChanged else { return nil }
    let lasted = recorder.now.uptime &- done.began
    guard let action = Self.action(for: done, in: recorder.picture) else { return nil }
    let other = Self.unseenEdit(during: done, in: recorder.board)
    var actions = [action]
    if let shape = done.shape, done.label != nil, recorder.picture.isVisible(shape.id) {
      if case .make = action, let id = recorder.board.nextID() {
        actions.append(.attach(id, shape.attachment))
      }
      actions += Self.growth(for: done, in: recorder.picture)
    }
    if recorder.make(actions, lasted: lasted, wasBegun: true) {
      if case .change(.items(let labels), .setText) = action {
        for label in labels { edits.note(editOf: label, in: recorder.board.picture) }
        if let other { recorder.notifyEditedAtOnce(with: other, .own) }
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
  package mutating func follow(_ change: BoardChange, with recorder: inout BoardRecorder) {
    edits.follow(change, with: &recorder)
  }

  // MARK: Typing

  package mutating func type(
    _ key: Key, _ modifiers: Modifiers, in board: BoardReplica, on surface: inout Surface
  ) {
    defer { followShape(in: board, on: &surface) }
    switch key {
    case .enter:
      // Many programs end a text at Enter, so the first one in a text says what it does here.
      if draft?.text.contains("\n") == false {
        requests.notify("New line. Esc ends the text.", about: .typing)
      }
      add("\n")
    case .tab: add("  ")
    case .character(let character):
      if !modifiers.contains(.control) { add(String(character)) }
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
  }

  package mutating func insert(_ text: String, in board: BoardReplica, on surface: inout Surface) {
    add(text)
    followShape(in: board, on: &surface)
  }

  /// Shows the shape as large as the words need it, and the caret.
  private mutating func followShape(in board: BoardReplica, on surface: inout Surface) {
    if draft?.shape != nil { preview(in: board, on: &surface) }
    revealCaret(on: &surface)
  }

  private mutating func add(_ text: String) {
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
    TextLines.corner(ofTyped: draft.shown, in: view.viewport)
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
