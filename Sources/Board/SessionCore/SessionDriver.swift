import BoardContract
import BoardDocument
import BoardSync
import EaselBase
import GroupBase

/// Runs a session client: passes it one event after the other, and has a port perform the outputs.
///
/// Outputs are performed in their order. If the performing of an output causes further events, their
/// outputs come after all earlier outputs; so a port may call ``step(through:_:)`` at any time. An
/// output belongs to the session that the client was in before the event.
package final class SessionDriver {
  /// The client, for events that have no outputs, and the open board between two events.
  package var client: SessionClient
  private var waiting: [(output: SessionClient.Output, session: SessionUUID?)] = []
  private var isPerforming = false

  package init(_ client: SessionClient) { self.client = client }

  /// Lets the client handle one event, and has the port perform the outputs.
  package func step(
    through port: some SessionPort, _ event: (inout SessionClient) -> [SessionClient.Output]
  ) {
    let session = client.session?.id
    waiting += event(&client).map { ($0, session) }
    if isPerforming { return }
    isPerforming = true
    while !waiting.isEmpty {
      let next = waiting
      waiting = []
      for (output, session) in next { perform(output, in: session, through: port) }
    }
    isPerforming = false
  }

  private func perform(
    _ output: SessionClient.Output, in session: SessionUUID?, through port: some SessionPort
  ) {
    switch output {
    case .merged(let received):
      port.store(received)
      port.show(received.change)
    case .shown(let change): port.show(change)
    case .refused(let refused): port.note(refused)
    case .rebuild(let reading): port.rebuild(reading: reading)
    case .send, .sendPaced, .readEntries, .event, .sendBase, .readBase, .beginningCame:
      // Outside of a session these have no receiver.
      if let session { perform(output, of: session, through: port) }
    }
  }

  private func perform(
    _ output: SessionClient.Output, of session: SessionUUID, through port: some SessionPort
  ) {
    switch output {
    case .send(let message, let recipients, let mode):
      port.send(message, to: recipients, mode, in: session)
    case .sendPaced(let message, let participant):
      port.sendPaced(message, to: participant, in: session)
    case .readEntries(let ranges, let participant):
      port.readEntries(ranges, for: participant, in: session)
    case .event(let event): port.show(event, of: session)
    case .sendBase(let message, let participant):
      port.sendBase(message, to: participant, in: session)
    case .readBase(let participant): port.readBase(for: participant)
    case .beginningCame(let beginning): port.open(beginning, for: session)
    case .merged, .shown, .refused, .rebuild: break
    }
  }
}

/// The surroundings of a session client: the connection, the board's file and the screen.
package protocol SessionPort {
  /// Sends to participants of the session at once. Anti-entropy repairs a loss later.
  func send(
    _ message: SharedBoardMessage, to recipients: Recipients, _ mode: DeliveryMode,
    in session: SessionUUID)
  /// Sends reliably, as soon as the link to this participant has room; then calls
  /// ``SessionClient/sendCompleted(to:isSent:at:using:)``.
  func sendPaced(
    _ message: SharedBoardMessage, to participant: ParticipantID, in session: SessionUUID)
  /// Reads entries of these ranges, then calls
  /// ``SessionClient/entriesRead(_:amountingTo:isLast:for:at:using:)``. Nil means: continue with the
  /// ranges of the previous read.
  func readEntries(
    _ ranges: [EntryRange]?, for participant: ParticipantID, in session: SessionUUID)
  /// Sends reliably, as soon as the link to this participant has room; then calls
  /// ``SessionClient/baseSendCompleted(to:isSent:)``.
  func sendBase(_ message: BaseMessage, to participant: ParticipantID, in session: SessionUUID)
  /// Reads the beginning of the open board, then calls ``SessionClient/baseRead(_:for:)``.
  func readBase(for participant: ParticipantID)
  /// Opens this board, which is the session's board; then calls
  /// ``SessionClient/boardCame(at:using:)``.
  func open(_ beginning: BoardBeginning, for session: SessionUUID)
  /// Stores entries of other members, which the board has merged.
  func store(_ received: Received)
  /// Shows the changes by entries that were merged and stored.
  func show(_ change: BoardChange)
  /// Shows an event of the session.
  func show(_ event: SessionEvent, of session: SessionUUID)
  /// Logs the reasons why entries or ink of other members were refused.
  func note(_ refused: RefusalCounts)
  /// Rebuilds log and picture from the board's file; then calls
  /// ``SessionClient/rebuilt(_:besides:reading:at:using:)``.
  func rebuild(reading: Int)
}
