import BoardDocument
import BoardLog
import EaselBase

// The owner of a board revokes authors who were removed from the call.
extension Whiteboard {
  /// Revokes authors whom a ruling has removed. Entries of theirs that are not here yet never
  /// count.
  mutating func revoke(_ authors: [AuthorID]) {
    keep(board.revoke(authors, at: now.wall))
  }

  /// Lets an author draw again who was removed before and then admitted again: entries that they
  /// write from now on count.
  mutating func allowAgain(_ author: AuthorID) {
    keep(board.allowAgain(author, at: now.wall))
  }
}
