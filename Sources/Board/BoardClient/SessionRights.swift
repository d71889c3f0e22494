import EaselBase

/// The rights of the members of a call. The client asks for them each time: a copy would be out of
/// date when a message comes from a member that was just admitted.
package struct SessionRights: Sendable {
  /// Returns the authors whose entries count if that member sends them; nil means all authors. A
  /// member that may draw answers for the entries it passes on; a watcher can only pass on entries
  /// that members who may draw have signed.
  package var authors: @Sendable (_ sender: MemberID) -> Set<AuthorID>?
  /// Whether a member has proved to be that author.
  package var proves: @Sendable (MemberID, AuthorID) -> Bool

  package init(
    authors: @escaping @Sendable (MemberID) -> Set<AuthorID>?,
    proves: @escaping @Sendable (MemberID, AuthorID) -> Bool
  ) {
    (self.authors, self.proves) = (authors, proves)
  }

  /// All members have all rights.
  package static let open = SessionRights(authors: { _ in nil }, proves: { _, _ in true })
}
