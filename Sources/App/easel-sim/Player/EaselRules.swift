import EaselBase
import GroupCore

/// The rules of Easel.
struct EaselRules: Rules {
  func player(
    _ participant: ParticipantID, of session: SessionID, board: BoardNumber, isFounder: Bool,
    at seat: PlayerContext
  ) -> any Player {
    EaselPlayer(participant, board: board, isFounder: isFounder, at: seat)
  }
}
