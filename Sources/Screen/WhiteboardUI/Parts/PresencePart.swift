import BoardView
import ScreenContract
import SessionUI

/// The other participants: their ink in progress, their pointers and their speech.
enum PresencePart: ScreenPart {
  static func followsMouse(in whiteboard: borrowing Whiteboard) -> Bool {
    whiteboard.sessions.presence.isAmongOthers
  }

  static func follow(_ changes: ScreenChanges, in whiteboard: inout Whiteboard) {
    if changes.surface.isMovedByUser {
      whiteboard.sessions.presence.noteOwnView(whiteboard.drawing.surface.chrome)
    }
    whiteboard.followInk(
      isInkStale: changes.surface.isGuestInkStale, isPreviewStale: changes.surface.isPreviewStale)
  }

  static func nextWake(in whiteboard: borrowing Whiteboard) -> Int64? {
    let isIdle = whiteboard.drawing.editor.gesture.isIdle
    let preview = isIdle ? whiteboard.sessions.previewDue(in: whiteboard.drawing.recorder) : nil
    let expiry = whiteboard.sessions.expiries(after: whiteboard.drawing.uptime).min()
    return [preview, expiry].compactMap { $0 }.min()
  }

  static func expire(in whiteboard: inout Whiteboard) {
    whiteboard.sessions.expire(in: whiteboard.drawing.recorder)
  }

  static func draw(in overlay: inout Overlay, of whiteboard: borrowing Whiteboard) {
    guard whiteboard.film.mode == nil, let session = whiteboard.sessions.presence.session else {
      return
    }
    let (presence, surface) = (whiteboard.sessions.presence, whiteboard.drawing.surface)
    PointerTags(
      session: session, speech: presence.talk.speech,
      ownPointer: presence.pointer(whiteboard.drawing.editor, in: surface.view), surface: surface,
      uptime: whiteboard.drawing.uptime, ownColor: whiteboard.setup.person.color
    ).draw(in: &overlay)
  }
}
