import EaselBase
import GroupCore

/// The rules by which boards are shared: Easel's rules, or another program's rules for comparison.
protocol Rules: Sendable {
  func player(
    _ participant: ParticipantID, of session: SessionID, board: BoardNumber, isFounder: Bool,
    at seat: PlayerContext
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
  func participants(_ present: [ParticipantID], at seat: PlayerContext)
  func received(
    _ bytes: [UInt8], from sender: ParticipantID, _ mode: DeliveryMode, at seat: PlayerContext)
  func woke(at seat: PlayerContext)
  func linkCameUp(at seat: PlayerContext)
  /// Handles that there is room again, after messages were refused because too many were on their
  /// way.
  func hasRoom(at seat: PlayerContext)
  /// Does one act of the person.
  func act(at seat: PlayerContext)
  /// Computes values that others may want to compare.
  func check(at seat: PlayerContext)
  /// Lifts the pen.
  func rest(at seat: PlayerContext)
  /// Handles the end of the session for this player.
  func closed(at seat: PlayerContext)
}

extension Player {
  func hasRoom(at seat: PlayerContext) {}
}
