import BoardEditor
import BoardModel
import BoardView
import CellFrame
import EaselBase
import ScreenCommands
import SessionUI

/// Paints the parts above the canvas, the lowest part first.
struct OverlayPainter {
  let setup: WhiteboardSetup
  let recorder: BoardRecorder
  let surface: Surface
  let editor: Editor
  let beyond: ThingsBeyond
  let presence: Presence
  let palette: ToolPalette
  let search: PaperSearch
  /// Whether a film is shown. Then nothing of the drawing lies above the canvas.
  let isReplay: Bool
  /// The sentence over the picture of a film for everybody that has not begun; its longest form first.
  let filmStart: [String]
  /// The way to draw with others; nil in a session.
  let sharing: SharingHint?
  let decoration: PaperDecoration
  let toast: Toast
  /// The open sheet, and the QR code beside it.
  let sheet: SheetLayout?
  let code: CodeLayout?

  init(_ whiteboard: borrowing Whiteboard) {
    setup = whiteboard.setup
    recorder = whiteboard.drawing.recorder
    surface = whiteboard.replay?.surface ?? whiteboard.drawing.surface
    isReplay = whiteboard.replay != nil
    filmStart = whiteboard.film.start(
      in: whiteboard.sessions.presence.session, dot: whiteboard.drawing.surface.chrome.dot)
    (editor, beyond) = (whiteboard.drawing.editor, whiteboard.drawing.beyond)
    presence = whiteboard.sessions.presence
    (palette, search, decoration, toast) = (
      whiteboard.palette, whiteboard.search, whiteboard.decoration, whiteboard.toast
    )
    sharing = whiteboard.sessions.panel.sharingHint(isInSession: recorder.isInSession)
    let pages = whiteboard.sheets.isOpen ? SheetPages(whiteboard) : nil
    (sheet, code) = (pages?.layout, pages?.codeLayout)
  }

  private var view: View { surface.view }
  private var theme: Theme { surface.theme }

  func overlay() -> Overlay {
    var overlay = Overlay()
    overlay.runs = decoration.runs
    if !isReplay { drawDrawing(in: &overlay) }
    drawFilmStart(in: &overlay)
    // A sheet that needs the room of the palette hides it, because a part of it would be a riddle.
    if let frame = palette.frame, let rect = palette.rect, sheet?.rect.meets(rect) != true {
      overlay.draw(frame, at: CellPoint(column: rect.column, row: rect.row))
    }
    if let code, let picture = code.picture { overlay.draw(picture.frame, at: code.at) }
    if let sheet {
      overlay.draw(
        sheet.frame(theme), at: CellPoint(column: sheet.rect.column, row: sheet.rect.row))
      overlay.cursor = sheet.cursor
    }
    if let frame = toast.frame, let rect = toast.rect {
      overlay.draw(frame, at: CellPoint(column: rect.column, row: rect.row))
    }
    if overlay.cursor == nil, !setup.canHideCursor {
      overlay.cursor = editor.keyPenOnScreen ?? KeyPen(view).cellOnScreen
    }
    return overlay
  }

  /// Draws what belongs to the drawing: the search, the selection, the text in progress, the pointers.
  private func drawDrawing(in overlay: inout Overlay) {
    if editor.isIdle { drawMarksOfMore(in: &overlay) }
    search.mark(in: &overlay, on: surface)
    if let bar = search.bar(surface.chrome) {
      overlay.cursor = CellPoint(
        column: bar.cursorColumn(columns: view.columns), row: view.rows - 1)
    }
    if let hint = firstHint { overlay.write(hint.text, at: hint.at, style: theme[.hint]) }
    let selectionFrame = editor.selectionFrame(
      in: view.viewport, mayDraw: recorder.mayDraw)
    if let selectionFrame { draw(selectionFrame, in: &overlay) }
    let anchors = editor.anchors(
      from: editor.keyPen?.pointer ?? presence.resting, in: recorder.picture, on: surface)
    for anchor in anchors { drawRing(at: anchor, in: &overlay) }
    let draft = editor.text.draft
    if let draft { draw(draft, in: &overlay) }
    if let keyPen = editor.keyPen, draft == nil { draw(keyPen, in: &overlay) }
    if let session = presence.session {
      let pointer = presence.pointer(editor, in: view)
      PointerTags(
        session: session, speech: presence.talk.speech, ownPointer: pointer, surface: surface,
        uptime: recorder.now.uptime, ownColor: setup.person.color
      ).draw(in: &overlay)
    }
    if let line = editor.selecting.line.shown { overlay.draw(line.frame, at: line.at) }
  }

  /// Draws the sentence in the last row of the picture.
  private func drawFilmStart(in overlay: inout Overlay) {
    guard let text = filmStart.first(where: { $0.displayWidth + 2 <= view.canvasColumns }) else {
      return
    }
    overlay.write(
      " \(text) ",
      at: CellPoint(
        column: (view.canvasColumns - text.displayWidth - 2) / 2,
        row: View.top + view.canvasRows - 1),
      style: theme[.notice].on(theme[.sheet]))
  }

  /// The line on an empty board that tells a new user how to begin. It disappears with the first
  /// dot. Nil if there is no room for it beside the tool palette.
  private var firstHint: (text: String, at: CellPoint)? {
    guard setup.showsFirstHint, recorder.board.picture.operationCount == 0,
      recorder.mayDraw, editor.isIdle,
      !view.isPaper,
      presence.session?.items.isEmpty != false
    else { return nil }
    let keymap = setup.keymap
    let parts =
      [
        editor.tools.tool.hint(isFilled: editor.tools.isFilled).short,
        "\(keymap.name(of: .show(.help))) shows all keys",
      ]
      + (sharing.map { ["\(keymap.name(of: $0.command)) \($0.effect)"] } ?? [])
    let text = parts.joined(separator: " \(surface.chrome.dot) ")
    let left = palette.rect.map { $0.column + $0.columns + 1 } ?? 0
    let room = view.canvasColumns - left
    guard text.displayWidth <= room else { return nil }
    return (
      text,
      CellPoint(
        column: left + (room - text.displayWidth) / 2, row: View.top + view.canvasRows * 2 / 3)
    )
  }

  /// Draws a mark at each edge of the view beyond which there is more ink, with the number of things. The
  /// first mark names the key that shows all, on paper none does. A mark stands as near to the middle of
  /// its edge as it can without covering ink or paper, and leaves out the key for it.
  private func drawMarksOfMore(in overlay: inout Overlay) {
    guard beyond != ThingsBeyond() else { return }
    let signs = surface.chrome.moreInk
    let hint = " \(surface.chrome.dot) \(setup.keymap.name(of: .fit)) shows the page"
    var key = view.mode == .fit || view.isPaper ? "" : hint
    let (board, left) = (view.boardColumns, palette.rect.map { $0.column + $0.columns } ?? 0)
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

  /// Draws a frame round the selection. The frame consists of signs, so it is visible without
  /// colours.
  private func draw(_ frame: SelectionFrame, in overlay: inout Overlay) {
    let (left, right, top, bottom) = (frame.left, frame.right, frame.top, frame.bottom)
    let chrome = surface.chrome
    let style = selectionLine
    func set(_ glyph: Glyph, _ column: Int, _ row: Int) {
      guard (0..<view.canvasColumns).contains(column), (0..<view.canvasRows).contains(row) else {
        return
      }
      overlay.set(Cell(glyph, style), column: column, row: row + View.top)
    }
    // The ends of a line say where it is, without a frame round it.
    guard frame.ends.isEmpty else {
      for (end, cell) in frame.ends {
        set(end.isAttached ? chrome.ring : chrome.handle, cell.column, cell.row)
      }
      return
    }
    let columns = max(left, 0)..<max(min(right, view.canvasColumns), max(left, 0))
    let rows = max(top, 0)..<max(min(bottom, view.canvasRows), max(top, 0))
    /// The sides of the frame do not cover ink.
    func setBeside(_ glyph: Glyph, _ column: Int, _ row: Int) {
      if surface.cell(column: column, row: row).glyph == .space { set(glyph, column, row) }
    }
    for column in columns where column % 2 == 0 {
      setBeside(chrome.ruleAcross, column, top)
      setBeside(chrome.ruleAcross, column, bottom)
    }
    for row in rows {
      setBeside(chrome.ruleDown, left, row)
      setBeside(chrome.ruleDown, right, row)
    }
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)]
    for (corner, glyph) in zip(corners, chrome.corners) { set(glyph, corner.0, corner.1) }
    for cell in frame.handles.map(frame.cell) { set(chrome.handle, cell.column, cell.row) }
  }

  /// Draws a ring where the end of a line sticks to a thing.
  private func drawRing(at point: BoardPoint, in overlay: inout Overlay) {
    let cell = view.viewport.cell(of: point)
    guard view.hasOnCanvas(cell) else { return }
    overlay.set(
      Cell(surface.chrome.ring, selectionLine), column: cell.column, row: cell.row + View.top)
  }

  /// The style of the frame: thin lines in the selection colour of the theme. If the theme marks a
  /// selection by reversed cells, the frame has the theme's text colour, because reversed cells
  /// would make broad bars.
  private var selectionLine: Style {
    guard case .rgb(let mark) = theme[.selection].background.meaning else {
      return Style(foreground: theme.foreground, background: theme.background, attributes: .bold)
    }
    let seen = ColorMath.visible(mark, on: theme.backdrop, contrast: 3)
    return Style(foreground: .rgb(seen), background: theme.background, attributes: .bold)
  }

  private func draw(_ draft: TextDraft, in overlay: inout Overlay) {
    let origin = TextEditor.corner(of: draft, in: view)
    let style = Style(
      foreground: .rgb(theme.shade(of: draft.color)), background: theme.background)
    for (index, line) in draft.rows(isASCII: surface.chrome.isASCII).enumerated() {
      let row = origin.row + index
      guard (0..<view.canvasRows).contains(row) else { continue }
      overlay.write(
        letters: line.text, at: CellPoint(column: origin.column, row: row + View.top),
        style: style
      ) { surface.shown.hasLetter(column: $0, row: row) }
    }
    let caret = TextEditor.caret(of: draft, in: view)
    overlay.cursor = CellPoint(
      column: min(max(caret.column, 0), max(view.columns - 1, 0)),
      row: min(max(caret.row, 0), max(view.canvasRows - 1, 0)) + View.top)
  }

  /// Draws the keyboard's pen. Ink under the pen stays visible. In a blank cell, a sign shows
  /// whether the pen is up or down.
  private func draw(_ pen: KeyPen, in overlay: inout Overlay) {
    var cell = surface.cell(column: pen.cell.column, row: pen.cell.row)
    let isBlank = cell.glyph == .space || cell.glyph == .shadow || cell.glyph.isWide
    if isBlank { cell.glyph = editor.gesture.isIdle ? Glyph("+") : Glyph("*") }
    cell.style = theme[.pointer]
    overlay.set(cell, column: pen.cell.column, row: pen.cell.row + View.top)
    overlay.cursor = CellPoint(column: pen.cell.column, row: pen.cell.row + View.top)
  }
}

extension ClosedRange<Int> {
  /// The numbers of the range, those next to its middle first.
  fileprivate var fromMiddle: [Int] {
    let middle = (lowerBound + upperBound + 1) / 2
    return sorted { (abs($0 - middle), $0) < (abs($1 - middle), $1) }
  }
}
