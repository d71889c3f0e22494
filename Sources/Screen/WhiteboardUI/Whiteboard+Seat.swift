import EaselBase
import ScreenContract

// The user's seat, which can move to another terminal.
extension Whiteboard {
  /// Returns the seat as it moves.
  ///
  /// - Parameters:
  ///   - board: the path of the board.
  ///   - isAmongOthers: whether other people are in the call.
  package func seat(on board: String?, isAmongOthers: Bool) -> Seat {
    Seat(
      board: board, view: drawing.surface.view.seat,
      tools: drawing.editor.tools.seat(
        with: palette.form, showsLineNumbers: drawing.surface.showsLineNumbers),
      things: drawing.editor.selection.ids,
      session: sessions.presence.session?.seat,
      awaitsGuest: sessions.panel.awaitsGuest, isAmongOthers: isAmongOthers)
  }

  /// Whether the others in the session see that the seat is here: as many are in the session as before
  /// the move, and all have shown themselves to this participant.
  package var isSeatSeen: Bool {
    guard let seat = setup.seat?.session else { return true }
    let guests = sessions.presence.session?.guests ?? []
    return guests.count >= seat.others && guests.allSatisfy { $0.appearance != nil }
  }

  /// Whether the user draws on the board, and does not only watch its film.
  package var isForDrawing: Bool { setup.purpose == .draw }

  /// Whether the seat can move now.
  package var mayMoveSeat: Bool { sessions.panel.mayMove }

  /// Finishes the stroke and the text in progress. Stores the paper, which otherwise waits for the
  /// first stroke.
  mutating func prepareToMove() {
    drawing.finishAll()
    film.mode?.pause()
    requests.append(drawing.recorder.board.markHeldUnsaved().map(Effect.keep))
  }
}
