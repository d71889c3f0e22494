import EaselBase
import GroupCore

/// The rules by which boards are shared: Easel's rules, or another program's rules for comparison.
protocol Rules: Sendable {
  func player(
    _ participant: ParticipantID, of session: SessionID, board: BoardNumber, isFounder: Bool,
    in context: PlayerContext
  ) -> any Player
}

/// A participant's part in the sharing of a session's board.
protocol Player: AnyObject {
  var participant: ParticipantID { get }
  var board: BoardNumber { get }
  /// The participants that the player sees in the session, including itself.
  var present: [ParticipantID] { get }
  /// The next deadline, by the clock of its process.
  var deadline: Uptime? { get }
  func participants(_ present: [ParticipantID], in context: PlayerContext)
  func received(
    _ bytes: [UInt8], from sender: ParticipantID, _ mode: DeliveryMode, in context: PlayerContext)
  func woke(in context: PlayerContext)
  func linkCameUp(in context: PlayerContext)
  /// Handles that there is room again, after messages were refused because too many were on their
  /// way.
  func hasRoom(in context: PlayerContext)
  /// Does one act of the person.
  func act(in context: PlayerContext)
  /// Computes values that others may want to compare.
  func check(in context: PlayerContext)
  /// Lifts the pen.
  func rest(in context: PlayerContext)
  /// Handles the end of the session for this player.
  func closed(in context: PlayerContext)
}

extension Player {
  func hasRoom(in context: PlayerContext) {}
}
