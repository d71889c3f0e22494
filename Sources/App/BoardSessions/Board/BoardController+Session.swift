import BoardEvents
import BoardFiles
import BoardClient
import BoardLog
import BoardModel
import BoardStore
import EaselBase
import Logging

// Carries out the client's outputs in the session that this user is in.
extension BoardController {
  /// The log of the connection; silent without a call.
  var logger: Logger { call.logger }

  package func perform(_ output: SessionClient.Output, in session: Bytes16?) {
    let runner = session.flatMap { call.client?.runner($0) }
    switch output {
    case .send(let message, let recipients, let mode): runner?.send(message, to: recipients, mode)
    case .sendPaced(let message, let participant): runner?.send(message, paced: participant)
    case .readEntries(let ranges, let participant): runner?.read(ranges, for: participant)
    case .merged(let received):
      writer.store(received.entries)
      show(received.change)
    case .shown(let change): show(change)
    case .event(let event): show(event, in: session)
    case .inkGrew: break
    case .refused(let refused): logger.record(refused)
    case .rebuild(let reading):
      logger.notice("board is rebuilt from its file")
      rebuild(reading)
    case .sendBase(let message, let participant): runner?.send(message, to: participant)
    case .readBase(let participant):
      let picture = header.base?.picture ?? []
      step { client, _, _ in client.baseRead(picture, for: participant) }
    case .beginningCame(let beginning): if let session { begin(session, from: beginning) }
    }
  }

  private func show(_ change: BoardChange) { enqueue { [self] in handle(.merged(change)) } }

  private func show(_ event: SessionEvent, in session: Bytes16?) {
    guard let session else { return }
    enqueue { [self] in handle(.session(event, in: session)) }
  }

  func carryOut(_ effect: SessionEffect, in session: Bytes16) {
    switch effect {
    case .penBegan(let entry, let style, let point):
      step(in: session) { $0.penBegan(entry, style, at: point, now: $1, using: &$2) }
    case .penMoved(let points):
      step(in: session) { $0.penMoved(through: points, at: $1, using: &$2) }
    case .typed(let entry, let label):
      step(in: session) { $0.typed(entry, label, at: $1, using: &$2) }
    case .penFinished: if client.session?.id == session { client.penFinished() }
    case .penAbandoned: step(in: session) { $0.penAbandoned(at: $1, using: &$2) }
    case .appear(let appearance):
      step(in: session) { $0.appear(appearance, at: $1, using: &$2) }
    case .tell(let notice): step(in: session) { $0.notify(notice, at: $1, using: &$2) }
    }
  }

  /// Draws entries that other authors have signed, such as the people of a script, and sends them
  /// from this member.
  ///
  /// - Returns: false if there is no session any more.
  package func publish(_ entries: [Entry]) -> Bool {
    guard placement.open != nil else { return false }
    step { $0.publish(entries, at: $1, using: &$2) }
    return true
  }

  /// Sends the last entries of this user before the user leaves.
  package func sendRest() async {
    guard placement.current != nil, await flush() else { return }
    step { $0.sendKept(at: $1, using: &$2) }
  }

  /// Tells whether this run knows what the other participants have, and whether all of them have
  /// everything that this run has.
  package struct SessionProgress: Sendable {
    package let knowsWhatOthersDo: Bool
    package let isKnownToAll: Bool
    package let watchersBehind: Int
  }

  /// Nil outside of any session.
  package var progress: SessionProgress? {
    guard let session = client.session, session.id == placement.current else { return nil }
    return SessionProgress(
      knowsWhatOthersDo: session.shared.knowsWhatOthersDo && !client.isBehind,
      isKnownToAll: session.shared.isKnownToAll, watchersBehind: session.shared.watchersBehind)
  }

  /// Returns a reader of some of the board's entries; nil if the session's board is not open.
  func reader(of ranges: [EntryRange], in session: Bytes16) -> StoredRunReader? {
    placement.home == session
      ? StoredRunReader(of: ranges, from: writer, StoredSignatureChecker(board.log)) : nil
  }

  // MARK: Rebuilding the log and the picture from the board's file

  /// Reads the file on another thread, while the screen goes on.
  private func rebuild(_ reading: Int) {
    // Copy the queue before reading. An entry that is queued now may be written after the read and
    // before the answer is handled: it would then be missing from the read entries and from the
    // queue.
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
        stored.map { RebuiltBoard($0.log, $0.picture, hasUnreadable: $0.hasUnreadable) },
        besides: queued, reading: reading, at: $1, using: &$2)
    }
  }
}
