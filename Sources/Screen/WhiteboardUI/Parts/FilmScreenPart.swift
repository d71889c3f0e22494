import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The film of the board, in place of the board.
enum FilmScreenPart: ScreenPart {
  static func keys(in whiteboard: borrowing Whiteboard) -> KeyUse? {
    whiteboard.replay == nil ? nil : KeyUse()
  }

  static func handle(
    _ key: Key, _ modifiers: Modifiers, in whiteboard: inout Whiteboard
  ) -> Bool {
    let (keymap, uptime) = (whiteboard.setup.keymap, whiteboard.drawing.uptime)
    let isAsked = whiteboard.isAsked
    let command = whiteboard.film.mode?.handle(
      key, modifiers, keymap, isAsked: isAsked, at: uptime)
    if let command { whiteboard.perform(command) }
    return true
  }

  static func handle(_ mouse: MouseEvent, in whiteboard: inout Whiteboard) -> Bool {
    guard let film = whiteboard.replay else { return false }
    if !whiteboard.sheets.isOpen || film.isHeld {
      let (composer, uptime) = (whiteboard.composer, whiteboard.drawing.uptime)
      let command = whiteboard.film.mode?.handle(
        mouse, over: composer.command(at: mouse.at.cell), composer.bottomLayout, at: uptime)
      if let command { whiteboard.perform(command) }
    }
    return true
  }

  static func follow(_ changes: ScreenChanges, in whiteboard: inout Whiteboard) {
    whiteboard.film.mode?.show(
      over: whiteboard.drawing.surface, of: whiteboard.drawing.recorder.picture)
  }

  static func nextWake(in whiteboard: borrowing Whiteboard) -> Int64? {
    whiteboard.film.mode?.nextChange(after: whiteboard.drawing.uptime)
  }

  /// Draws the sentence over the picture of a film for everybody that has not begun, in its last row.
  static func draw(in overlay: inout Overlay, of whiteboard: borrowing Whiteboard) {
    guard let film = whiteboard.film.mode else { return }
    let (view, theme) = (film.surface.view, film.surface.theme)
    let sentences = whiteboard.film.start(
      in: whiteboard.sessions.presence.session, dot: whiteboard.drawing.surface.chrome.dot)
    guard let text = sentences.first(where: { $0.displayWidth + 2 <= view.canvasColumns }) else {
      return
    }
    overlay.write(
      " \(text) ",
      at: CellPoint(
        column: (view.canvasColumns - text.displayWidth - 2) / 2,
        row: view.top + view.canvasRows - 1),
      style: theme[.notice].on(theme[.sheet]))
  }
}
