import EaselBase

/// A person who draws: the author of entries, as other people see that author.
public struct Person: Hashable, Sendable {
  public var author: AuthorID
  public var name: SafeText
  public var color: InkColor

  public init(author: AuthorID, name: SafeText, color: InkColor) {
    self.author = author
    self.name = name
    self.color = color
  }
}
