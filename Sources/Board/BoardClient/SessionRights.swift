import EaselBase

/// The rights of the members of a call. The client asks for them each time: a copy would be out of date when
/// a message of a member comes that was just let in.
public struct SessionRights: Sendable {
  /// Whose entries count where that member sends them; nil is everybody's. A member that may draw answers
  /// for what it passes on; a watcher can only pass on what others, who may draw, have signed.
  public var authors: @Sendable (_ sender: MemberID) -> Set<AuthorID>?
  /// Whether a member has proved to be that author.
  public var proves: @Sendable (MemberID, AuthorID) -> Bool

  public init(
    authors: @escaping @Sendable (MemberID) -> Set<AuthorID>?,
    proves: @escaping @Sendable (MemberID, AuthorID) -> Bool
  ) {
    (self.authors, self.proves) = (authors, proves)
  }

  /// All may do all.
  public static let open = SessionRights(authors: { _ in nil }, proves: { _, _ in true })
}
