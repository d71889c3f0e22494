import BoardContract
import BoardDocument
import BoardFiles
import BoardLog
import BoardModel
import BoardStore
import BoardSync
import EaselBase
import GroupBase
import Logging
import SessionCore

// Performs the outputs of the session client, with the connection, the board's file and the user.
extension BoardController: @MainActor SessionPort {
  package func send(
    _ message: SharedBoardMessage, to recipients: Recipients, _ mode: DeliveryMode,
    in session: SessionUUID
  ) {
    runner(session)?.send(message, to: recipients, mode)
  }

  package func sendPaced(
    _ message: SharedBoardMessage, to participant: ParticipantID, in session: SessionUUID
  ) {
    runner(session)?.send(message, paced: participant)
  }

  package func readEntries(
    _ ranges: [EntryRange]?, for participant: ParticipantID, in session: SessionUUID
  ) {
    runner(session)?.read(ranges, for: participant)
  }

  package func sendBase(
    _ message: BaseMessage, to participant: ParticipantID, in session: SessionUUID
  ) {
    runner(session)?.send(message, to: participant)
  }

  package func readBase(for participant: ParticipantID) {
    let picture = header.base?.picture ?? []
    step { client, _, _ in client.baseRead(picture, for: participant) }
  }

  package func open(_ beginning: BoardBeginning, for session: SessionUUID) {
    begin(session, from: beginning)
  }

  package func store(_ received: Received) { writer.store(received.entries) }

  package func show(_ change: BoardChange) { enqueue { [self] in handle(.merged(change)) } }

  package func show(_ event: SessionEvent, of session: SessionUUID) {
    enqueue { [self] in handle(.session(event, in: session)) }
  }

  package func note(_ refused: RefusalCounts) { logger.record(refused) }

  /// Reads the file on another thread, while the screen goes on.
  package func rebuild(reading: Int) {
    logger.notice("board is rebuilt from its file")
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
        let contents = BoardFileContents(header: header, entries: entries)
        let stored = try VerifiedBoard(path: "", contents)
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

  private func rebuilt(_ stored: VerifiedBoard?, besides queued: [Entry], _ reading: Int) {
    step {
      $0.rebuilt(
        stored.map { RebuiltBoard($0.log, $0.picture, hasUnreadable: $0.hasUnreadable) },
        besides: queued, reading: reading, at: $1, using: &$2)
    }
  }

  private func runner(_ session: SessionUUID) -> SessionRunner? { call.client?.runner(session) }
}

// The user's part in the session.
extension BoardController {
  /// The log of the connection; silent without a call.
  var logger: Logger { call.logger }

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

  /// Tells whether this run knows what the other participants have, and how many of them have
  /// everything that this run has.
  package struct SessionProgress: Sendable {
    package let knowsWhatOthersDo: Bool
    package let isKnownToAll: Bool
    package let isKnownToAnother: Bool
    package let drawersBehind: Int
    package let watchersBehind: Int
  }

  /// Nil outside of any session.
  package var progress: SessionProgress? {
    guard let session = driver.client.session, session.id == placement.current else { return nil }
    return SessionProgress(
      knowsWhatOthersDo: session.shared.knowsWhatOthersDo && !driver.client.isBehind,
      isKnownToAll: session.shared.isKnownToAll,
      isKnownToAnother: session.shared.isKnownToAnother,
      drawersBehind: session.shared.drawersBehind, watchersBehind: session.shared.watchersBehind)
  }

  /// Returns a reader of some of the board's entries; nil if the session's board is not open.
  func reader(of ranges: [EntryRange], in session: SessionUUID) -> StoredRunReader? {
    placement.home == session
      ? StoredRunReader(of: ranges, from: writer, StoredSignatureChecker(board.log)) : nil
  }
}
