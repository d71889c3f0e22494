import BoardContract
import BoardDocument
import BoardLog
import BoardSync
import EaselBase
import GroupBase
import SessionCore

/// The surroundings of a player's session client: the simulated call, the simulated disk, and the
/// judge in place of a screen.
struct PlayerPort: SessionPort {
  let player: Player
  let context: PlayerContext

  func send(
    _ message: SharedBoardMessage, to recipients: Recipients, _ mode: DeliveryMode,
    in session: SessionUUID
  ) {
    player.send(message, to: recipients, mode, in: context)
  }

  func sendPaced(
    _ message: SharedBoardMessage, to reader: ParticipantID, in session: SessionUUID
  ) {
    sendPaced(message, to: reader)
  }

  /// Sends to one reader, at once or as soon as there is room.
  func sendPaced(_ message: SharedBoardMessage, to reader: ParticipantID) {
    let bytes = ProgramCoding.bytes(message)
    switch context.world.send(bytes, to: .only([reader]), .reliable, by: context.process) {
    case nil: sendCompleted(to: reader, isSent: true)
    case .noRoom: player.awaitingRoom.append((message, reader))
    case .notJoined, .tooLarge: sendCompleted(to: reader, isSent: false)
    }
  }

  private func sendCompleted(to reader: ParticipantID, isSent: Bool) {
    player.step(in: context) {
      $0.sendCompleted(to: reader, isSent: isSent, at: context.now, using: &$1)
    }
  }

  func readEntries(
    _ ranges: [EntryRange]?, for reader: ParticipantID, in session: SessionUUID
  ) {
    let (runs, sent) = player.shelf.runs(of: ranges ?? [])
    player.step(in: context) {
      $0.entriesRead(
        runs, amountingTo: sent, isLast: true, for: reader, at: context.now, using: &$1)
    }
  }

  func store(_ received: Received) { player.merged(received, in: context) }

  func show(_ change: BoardChange) {}

  func show(_ event: SessionEvent, of session: SessionUUID) { player.heard(event, in: context) }

  func note(_ refused: RefusalCounts) {}

  func rebuild(reading: Int) { player.beginReading(reading, in: context) }

  func sendBase(_ message: BaseMessage, to reader: ParticipantID, in session: SessionUUID) {
    reportBase()
  }

  func readBase(for reader: ParticipantID) { reportBase() }

  func open(_ beginning: BoardBeginning, for session: SessionUUID) { reportBase() }

  private func reportBase() {
    context.world.judge.breach(
      .encoding, "a board that begins empty has no base", at: context.now)
  }
}
