import BoardStore
import EaselBase

/// Whose name is still to be written: of those who drew, whoever said one since the last writing.
struct Introductions: Hashable {
  private var waiting: [AuthorID: Participant] = [:]
  private var drawers: Set<AuthorID> = []

  mutating func add(_ person: Participant) { waiting[person.author] = person }

  mutating func drew(_ author: AuthorID) { drawers.insert(author) }

  /// What to write next.
  var due: [Participant] {
    waiting.values.filter { drawers.contains($0.author) }.sorted { $0.author < $1.author }
  }

  /// Whoever took another name while this was written is due again.
  mutating func wrote(_ people: [Participant]) {
    for person in people where waiting[person.author] == person { waiting[person.author] = nil }
  }
}
