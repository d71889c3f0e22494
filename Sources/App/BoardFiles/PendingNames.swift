import BoardStore
import EaselBase

/// Stores people's names until the entry writer has written them. A name is written only if its
/// author has an entry.
struct PendingNames: Hashable {
  private var waiting: [AuthorID: Contributor] = [:]
  private var drawers: Set<AuthorID> = []

  mutating func add(_ person: Contributor) { waiting[person.author] = person }

  mutating func drew(_ author: AuthorID) { drawers.insert(author) }

  /// The people to write next.
  var due: [Contributor] {
    waiting.values.filter { drawers.contains($0.author) }.sorted { $0.author < $1.author }
  }

  /// Removes the names that were written. A person who took another name meanwhile stays due.
  mutating func wrote(_ people: [Contributor]) {
    for person in people where waiting[person.author] == person { waiting[person.author] = nil }
  }
}
