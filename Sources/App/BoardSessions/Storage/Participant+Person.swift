import BoardModel
import BoardStore

// Converts between the file's and the screen's types for a person.

extension AuthorProfile {
  package init(_ person: Person) {
    self.init(author: person.author, name: person.name.string, color: person.color.rgb)
  }
}

extension Person {
  package init(_ participant: AuthorProfile) {
    self.init(
      author: participant.author, name: participant.name,
      color: InkColor(rgb: participant.color))
  }
}
