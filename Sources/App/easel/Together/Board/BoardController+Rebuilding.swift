import BoardClient
import BoardDocument
import BoardLog
import BoardModel
import BoardStore
import EaselBase

// Rebuilds the log and the picture from the board's file.
extension BoardController {
  /// Reads the file on another thread, while the screen goes on.
  func rebuild(_ reading: Int) {
    // A write that fails now may succeed before the answer is handled: then an entry would be
    // neither in the read entries nor among the unwritten ones.
    let queued = writer.waiting
    writer.fetch { [weak self, header] entries in
      // If the file cannot be read now, the screen stays unchanged.
      guard let entries else {
        return Self.later(self) { $0.rebuilt(nil, besides: queued, reading) }
      }
      do {
        let contents = BoardContents(header: header, entries: entries)
        let stored = try StoredBoard(path: "", contents)
        Self.later(self) { $0.rebuilt(stored, besides: queued, reading) }
      } catch {
        let reason = SafeText(UserError(wording: error).sentence)
        Self.later(self) { controller in
          controller.rebuilt(nil, besides: queued, reading)
          controller.receive(.failed(reason))
        }
      }
    }
  }

  private func rebuilt(_ stored: StoredBoard?, besides queued: [Entry], _ reading: Int) {
    step {
      $0.rebuilt(
        stored.map { ($0.log, $0.picture) }, besides: queued, reading: reading, at: $1, using: &$2)
    }
  }
}
