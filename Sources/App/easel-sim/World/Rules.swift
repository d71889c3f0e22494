import EaselBase
import GroupCore

/// By which rules boards are shared: Easel's, or another program's beside them.
protocol Rules: Sendable {
  func player(
    _ participant: ParticipantID, of session: SessionID, board: BoardName, isFounder: Bool,
    at seat: PlayerContext
  ) -> any Player
}

/// What one participant does about a session's board.
protocol Player: AnyObject {
  var participant: ParticipantID { get }
  var board: BoardName { get }
  /// Whom it sees in the session, itself included.
  var present: [ParticipantID] { get }
  /// By its process's clock.
  var deadline: Uptime? { get }
  func participants(_ present: [ParticipantID], at seat: PlayerContext)
  func received(
    _ bytes: [UInt8], from sender: ParticipantID, _ mode: DeliveryMode, at seat: PlayerContext)
  func woke(at seat: PlayerContext)
  func linkCameUp(at seat: PlayerContext)
  /// What was refused because too much was on its way may be sent now.
  func hasRoom(at seat: PlayerContext)
  /// The person does something.
  func act(at seat: PlayerContext)
  /// Works out what others may want to compare.
  func check(at seat: PlayerContext)
  /// The pen is lifted.
  func rest(at seat: PlayerContext)
  /// No more is heard of the session.
  func closed(at seat: PlayerContext)
}

extension Player {
  func hasRoom(at seat: PlayerContext) {}
}
