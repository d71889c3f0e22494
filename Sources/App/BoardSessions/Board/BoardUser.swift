import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import EaselBase

/// The user of a board, who decides about calls and sessions: a person at a screen, or a program
/// without a screen.
@MainActor package protocol BoardUser: AnyObject {
  var person: Person { get }
  /// The session that the user is in.
  var session: SessionUUID? { get }

  /// Handles one event, which may change the board.
  ///
  /// - Returns: the effects to carry out, in this order.
  func handle(_ event: BoardEvent, on board: inout BoardReplica, at now: Moment) -> [BoardEffect]
}
