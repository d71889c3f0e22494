import BoardDocument
import BoardLog
import EaselBase

// The owner of a board revokes authors who were removed from the call.
extension Whiteboard {
  /// A ruling has removed these authors. What they wrote that is not here yet never counts.
  mutating func revoke(_ authors: [AuthorID]) {
    keep(board.revoke(authors, at: now.wall))
  }

  /// Lets an author draw again who was removed before and was let in anew: what they write from now on
  /// counts.
  mutating func allowAgain(_ author: AuthorID) {
    keep(board.allowAgain(author, at: now.wall))
  }
}
