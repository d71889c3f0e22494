import EaselBase

// Taking back what an author changed on things of others. Each participant who may draw can do this.
extension Picture {
  /// Returns whether any change of `author` on things of others stands: a hide, a move, or another
  /// look. A clear counts from the moment that it covers an operation of another author.
  public func hasChangedOthers(_ author: AuthorID) -> Bool {
    ForeignChanges(picture: self, author: author).isAnyStanding
  }

  /// Returns the actions that take back all that `author` changed on things of others; empty if no
  /// such change stands. One action reaches changes that name `Limits.targets` targets together.
  ///
  /// The caller records the actions as one gesture, and its undo brings the changes back.
  public func takeBack(of author: AuthorID) -> [Operation.Action] {
    ForeignChanges(picture: self, author: author).takeBack
  }
}
