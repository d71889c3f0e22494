import EaselBase
import GroupBase

/// The rights of the members of a call. The client looks them up for each message: stored rights
/// would be out of date for a member that was just admitted.
package struct SessionRights: Sendable {
  /// Returns the authors whose entries this member may send; nil means all authors. A member that
  /// may draw is responsible for all entries that it passes on. A watcher can only pass on entries
  /// that members who may draw have signed.
  package var authors: @Sendable (_ sender: MemberID) -> Set<AuthorID>?
  /// Returns whether a member has proved that it is this author.
  package var proves: @Sendable (MemberID, AuthorID) -> Bool

  package init(
    authors: @escaping @Sendable (MemberID) -> Set<AuthorID>?,
    proves: @escaping @Sendable (MemberID, AuthorID) -> Bool
  ) {
    (self.authors, self.proves) = (authors, proves)
  }

  /// Rights under which every member may do everything.
  package static let open = SessionRights(authors: { _ in nil }, proves: { _, _ in true })
}
