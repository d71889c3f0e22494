import Log
import Vocabulary

// The owner of a board revokes authors who were removed from the call.
extension Whiteboard {
  /// A ruling has removed these authors. What they wrote that is not here yet never counts.
  mutating func revoke(_ authors: [AuthorID]) {
    record(.init(of: authors.filter { $0 != me }, in: board.log, allowsNewReplicas: false))
  }

  /// Lets an author draw again who was removed before and was let in anew: what they write from now on
  /// counts.
  mutating func allowAgain(_ author: AuthorID) {
    guard board.log.isRevoked(author) else { return }
    record(.init(of: [author], in: board.log, allowsNewReplicas: true))
  }

  /// Only the owner's word counts, so that nobody else writes it down.
  private mutating func record(_ revocation: Revocation) {
    guard board.log.genesis.author == me, !revocation.authors.isEmpty else { return }
    board.keepReplicaUsable()
    let entry = board.log.record(
      revocation.encoded(), as: board.birth, for: .revoke, at: now.wall, lasted: 0)
    guard let entry else { return say(of: .tidying) }
    effects += board.hand(entry).map(Effect.keep)
  }
}
