import EaselBase

/// A person who draws: the author of entries, as other people see that author.
public struct Person: Hashable, Sendable {
  /// The author id in the entries of the person.
  public var author: AuthorID
  /// The name that other people see.
  public var name: SafeText
  /// The colour that marks the person for other people.
  public var color: InkColor

  /// Creates a person from an author id, a name and a colour.
  public init(author: AuthorID, name: SafeText, color: InkColor) {
    self.author = author
    self.name = name
    self.color = color
  }
}

extension Person {
  /// The sign that the person asks for, the same in every session.
  package var sign: UInt8 { UInt8(truncatingIfNeeded: author.raw.low) }
}
