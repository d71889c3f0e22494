import BoardStore
import EaselBase

/// Keeps the names that are still to be written: of authors with entries, those introduced since
/// the last writing.
struct PendingNames: Hashable {
  private var waiting: [AuthorID: Contributor] = [:]
  private var drawers: Set<AuthorID> = []

  mutating func add(_ person: Contributor) { waiting[person.author] = person }

  mutating func drew(_ author: AuthorID) { drawers.insert(author) }

  /// The people to write next.
  var due: [Contributor] {
    waiting.values.filter { drawers.contains($0.author) }.sorted { $0.author < $1.author }
  }

  /// Notes what was written. A person who took another name meanwhile is due again.
  mutating func wrote(_ people: [Contributor]) {
    for person in people where waiting[person.author] == person { waiting[person.author] = nil }
  }
}
