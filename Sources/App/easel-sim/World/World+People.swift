import BoardLog
import BoardModel
import BoardSync
import EaselBase
import GroupBase

// Finds people and participants.
extension World {
  func participant(_ id: ParticipantID) -> SharedBoard.Participant {
    let process = processes[id.member]
    let upstream = process?.call.path.first.flatMap { processes[$0]?.player?.participant }
    return .init(id, mayDraw: process?.person.mayDraw ?? true, nearest: upstream)
  }

  func isLiar(_ id: ParticipantID) -> Bool {
    // A member that is gone may have been a liar.
    processes[id.member]?.person.lies ?? plan.isAttacked
  }

  func mayDraw(_ publicKey: [UInt8]) -> Bool {
    people.first { $0.publicKey == publicKey }?.mayDraw ?? false
  }

  func mayDraw(_ author: AuthorID) -> Bool {
    people.first { $0.author == author }?.mayDraw ?? false
  }

  /// The open boards of honest people, in the order of people.
  var players: [Player] {
    people.filter { !$0.lies }.compactMap { $0.process?.player }
  }
}
