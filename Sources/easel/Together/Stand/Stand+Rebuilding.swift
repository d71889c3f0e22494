import BoardStore
import Drawing
import Log
import Sharing
import Vocabulary
import Whiteboard

// Log and picture, made anew from the board's file.
extension Stand {
  /// Reads the file beside the screen. What is recorded and merged meanwhile is noted.
  func rebuild() {
    guard let session = home else { return }
    rebuilding.begin()
    let (letters, header) = (letters, header)
    keeper.fetch { entries in
      // What cannot be read now stays as it is on the screen.
      guard let entries else { return letters.post(.rebuilt(nil, session: session)) }
      do {
        let contents = BoardContents(header: header, entries: entries)
        letters.post(.rebuilt(try StoredBoard(path: "", contents), session: session))
      } catch {
        letters.post(.rebuilt(nil, session: session))
        letters.post(.event(.failed(SafeText(Refusal(wording: error).sentence))))
      }
    }
  }

  func rebuilt(_ stored: StoredBoard?, in session: Bytes16) {
    guard home == session else { return }
    let since = rebuilding.end(at: now().uptime)
    guard let stored else { return }
    handle(.session(.rebuilt(stored.log, stored.picture, since: since), in: session))
    count(in: session)
  }

  /// Tells the others how far each replica counts here: some may count less than before.
  private func count(in session: Bytes16) {
    let heads = whiteboard.log.sortedHeads.map { ReplicaHead($0) }
    meeting(session) { $0.counts(heads) }
    hashing.changed(at: now().uptime)
  }
}
