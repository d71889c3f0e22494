import BoardContract
import BoardModel
import BoardView
import CellFrame
import ScreenContract
import SessionUI

/// A screen on a wall. It shows the board, the people who come and go, and nothing else.
enum WallPart: ScreenPart {
  static func keys(in whiteboard: borrowing Whiteboard) -> KeyUse? {
    whiteboard.wall == nil ? nil : KeyUse(quits: true)
  }

  static func handle(
    _ key: Key, _ modifiers: Modifiers, in whiteboard: inout Whiteboard
  ) -> Bool {
    if key == .escape {
      _ = whiteboard.sessions.presence.returnToOwnView()
    } else if let direction = Direction(key, modifiers), direction.isArrow {
      whiteboard.drawing.surface.pan(
        columns: Double(direction.right) * 2, rows: Double(direction.down))
    } else if let command = whiteboard.setup.keymap.command(key, modifiers), command.worksOnWall {
      whiteboard.perform(command)
    }
    return true
  }

  static func handle(_ mouse: MouseEvent, in whiteboard: inout Whiteboard) -> Bool {
    whiteboard.wall != nil
  }

  // MARK: Changes

  static func follow(_ changes: ScreenChanges, in whiteboard: inout Whiteboard) {
    guard whiteboard.wall != nil else { return }
    let (panel, uptime) = (whiteboard.sessions.panel, whiteboard.drawing.uptime)
    let people = people(in: whiteboard)
    whiteboard.wall?.legend.show(people, at: uptime)
    whiteboard.wall?.noteCompany(
      isAlone: panel.surroundings.isAlone, isSearching: panel.isSearching,
      isInCall: panel.hasCall, at: uptime)
    if whiteboard.film.mode?.nextChange(after: uptime) != nil {
      whiteboard.wall?.noteFilm(at: uptime)
    }
    let hasPeople = whiteboard.sessions.presence.session?.hasPeople == true
    if !hasPeople, let offer = panel.offers.latest, whiteboard.wall?.joins(offer.session) == true {
      whiteboard.requests.append(.call(.join(offer.session)))
    }
    if whiteboard.wall?.isOver(at: uptime) == true { whiteboard.requests.append(.quit) }
  }

  private static func people(in whiteboard: borrowing Whiteboard) -> [PeopleLegend.Entry] {
    guard let session = whiteboard.sessions.presence.session else { return [] }
    let chrome = whiteboard.drawing.surface.chrome
    return session.guestsInOrder.filter { $0.isPerson && $0.name != nil }.map { guest in
      PeopleLegend.Entry(
        sign: session.sign(of: guest.id, chrome),
        color: session.looks[guest.id]?.color ?? PaletteColor.graphite.color,
        name: session.name(besideSignOf: guest, chrome))
    }
  }

  static func nextWake(in whiteboard: borrowing Whiteboard) -> Int64? {
    whiteboard.wall?.nextChange(after: whiteboard.drawing.uptime)
  }

  // MARK: The screen

  static func draw(in overlay: inout Overlay, of whiteboard: borrowing Whiteboard) {
    guard let wall = whiteboard.wall else { return }
    let surface = whiteboard.shownSurface
    if !whiteboard.drawing.recorder.isInSession { drawWaiting(in: &overlay, on: surface) }
    if let legend = wall.legend.layer(at: whiteboard.drawing.uptime, on: surface) {
      overlay.draw(legend.frame, at: legend.at)
    }
  }

  /// Draws the line that no board is shared now.
  private static func drawWaiting(in overlay: inout Overlay, on surface: Surface) {
    let (view, dot) = (surface.view, surface.chrome.dot)
    let sentences = [
      "Waiting for a shared board \(dot) q ends", "Waiting \(dot) q ends", "Waiting",
    ]
    guard let text = sentences.first(where: { $0.displayWidth <= view.canvasColumns }) else {
      return
    }
    overlay.write(
      text,
      at: CellPoint(
        column: (view.canvasColumns - text.displayWidth) / 2, row: view.top + view.canvasRows - 1),
      style: surface.theme[.hint])
  }
}
