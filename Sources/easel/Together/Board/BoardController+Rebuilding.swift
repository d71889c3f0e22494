import BoardDocument
import BoardStore
import Drawing
import Log
import Sharing
import Vocabulary

// Log and picture, made anew from the board's file.
extension BoardController {
  /// The uptime at which the file is read again; nil outside of a session, where its result is of no use. The reading then waits for the next session on this board, or for the next opening of the
  /// file, which counts anew as well.
  var rebuildDue: Int64? { isOnBoardOfSession ? rebuilding.due(at: now().uptime) : nil }

  private var isOnBoardOfSession: Bool {
    home != nil && isInSession(home) && client.session?.id == home
  }

  /// Reads the file beside the screen. What is recorded and merged meanwhile is noted.
  func rebuild() {
    // A write that fails now may succeed before the answer is handled: then an entry is neither in what
    // was read nor among those that are not written.
    let reading = rebuilding.begin(with: keeper.waiting)
    keeper.fetch { [weak self, header] entries in
      // Where the file cannot be read now, the screen keeps what it shows.
      guard let entries else { return Self.later(self) { $0.rebuilt(nil, reading: reading) } }
      do {
        let contents = BoardContents(header: header, entries: entries)
        let stored = try StoredBoard(path: "", contents)
        Self.later(self) { $0.rebuilt(stored, reading: reading) }
      } catch {
        let reason = SafeText(Refusal(wording: error).sentence)
        Self.later(self) { controller in
          controller.rebuilt(nil, reading: reading)
          controller.receive(.failed(reason))
        }
      }
    }
  }

  /// The session may be another one by now, on the same board.
  func rebuilt(_ stored: StoredBoard?, reading: Int) {
    mergeArrivals()
    guard let since = rebuilding.end(reading, at: now().uptime) else { return }
    // Where the file could not be read, or this person has left the session meanwhile, the log is still
    // provisional: the file is read again later.
    guard let stored, let home, isOnBoardOfSession else { return rebuilding.want() }
    step(in: home) {
      $0.rebuilt(stored.log, stored.picture, since: since, at: $1, using: &$2)
    }
  }
}
