import BoardLog
import EaselBase
import GroupBase

// The exchange of the beginning of the session's board.
extension SessionClient {
  /// Handles a message about the beginning of the session's board.
  package mutating func received(
    _ message: BaseMessage, from sender: ParticipantID
  ) -> [Output] {
    let hasBoard = session?.hasBoard == true
    return session?.snapshots.received(message, from: sender, hasBoard: hasBoard) ?? []
  }

  /// Fetches the beginning of the session's board. Does nothing if a fetch is under way.
  package mutating func lacks(_ genesis: BoardGenesis, at now: Uptime) -> [Output] {
    guard session?.hasBoard == false else { return [] }
    return session?.snapshots.begin(genesis, at: now) ?? []
  }

  /// Handles the bytes that the caller has read for ``Output/readBase(for:)``, and sends them.
  ///
  /// - Parameter bytes: the encoded base of the board; empty if the board has none.
  package mutating func baseRead(_ bytes: [UInt8], for participant: ParticipantID) -> [Output] {
    session?.snapshots.read(bytes, for: participant) ?? []
  }

  /// Handles the end of a send that ``Output/sendBase(_:to:)`` requested.
  ///
  /// - Parameter isSent: false if the participant has left, or the session is over.
  package mutating func baseSendCompleted(
    to participant: ParticipantID, isSent: Bool
  ) -> [Output] {
    session?.snapshots.sendCompleted(to: participant, isSent: isSent) ?? []
  }
}
