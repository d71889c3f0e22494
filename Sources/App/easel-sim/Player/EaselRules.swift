import EaselBase
import GroupCore

/// The rules of Easel.
struct EaselRules: Rules {
  func player(
    _ participant: ParticipantID, of session: SessionID, board: BoardNumber, isFounder: Bool,
    in context: PlayerContext
  ) -> any Player {
    EaselPlayer(participant, board: board, isFounder: isFounder, in: context)
  }
}
