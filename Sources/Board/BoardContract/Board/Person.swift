import BoardModel
import EaselBase

/// A person who draws: the author of entries, as other people see that author.
package struct Person: Hashable, Sendable {
  /// The author id in the entries of the person.
  package var author: AuthorID
  /// The name that other people see.
  package var name: SafeText
  /// The colour that marks the person for other people.
  package var color: InkColor

  /// Creates a person from an author id, a name and a colour.
  package init(author: AuthorID, name: SafeText, color: InkColor) {
    self.author = author
    self.name = name
    self.color = color
  }
}

extension Person {
  /// The sign that the person asks for, the same in every session.
  package var sign: UInt8 { UInt8(truncatingIfNeeded: author.raw.low) }
}
