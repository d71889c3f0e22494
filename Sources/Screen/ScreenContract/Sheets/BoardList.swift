import BoardDocument
import EaselBase

/// The board list as far as it is known, the search in it, and the new name that the user types for
/// the chosen board.
package struct BoardList: Hashable, Sendable {
  /// Nil until the shell has answered.
  package private(set) var boards: [BoardSummary]?
  /// The boards in which the search finds its words; all boards without a search.
  package private(set) var found: [BoardSummary] = []
  /// The looks at the boards, by their paths, as far as the shell has read them.
  package private(set) var glances: [String: BoardGlance] = [:]
  /// The text of the search; nil if the user does not search.
  package private(set) var query: String?
  /// The name that the chosen board has when the shell lists the boards again, if its path changes.
  package var nextName: SafeText?
  package var newName: NameDraft?
  /// The path of the last board at which the shell was asked to look.
  private var asked: String?

  package init(boards: [BoardSummary]? = nil, nextName: SafeText? = nil, newName: NameDraft? = nil)
  {
    (self.boards, self.nextName, self.newName) = (boards, nextName, newName)
    filter()
  }

  package mutating func show(_ boards: [BoardSummary]) {
    self.boards = boards
    filter()
  }

  package mutating func add(_ new: [String: BoardGlance]) {
    glances.merge(new) { $1 }
    if query?.isBlank == false { filter() }
  }

  package mutating func search(for query: String?) {
    self.query = query
    filter()
  }

  /// Returns the title of a board.
  package func title(of board: BoardSummary) -> String {
    BoardTitle.shown(board.name, glances[board.path])
  }

  /// Returns the path of the board at which the shell has to look now, once for each board.
  package mutating func removeUnread(at index: Int) -> String? {
    guard found.indices.contains(index) else { return nil }
    let path = found[index].path
    guard glances[path] == nil, asked != path else { return nil }
    asked = path
    return path
  }

  /// A search finds the boards that have all its words, in the name or among the first words.
  private mutating func filter() {
    let words = (query ?? "").lowercased().split(separator: " ")
    guard let boards, !words.isEmpty else { return found = boards ?? [] }
    found = boards.filter { board in
      let lines = glances[board.path]?.lines ?? []
      let texts =
        ([board.name] + lines).map { $0.string.lowercased() } + [title(of: board).lowercased()]
      return words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }
  }
}

/// A board's new name while the user types it.
package struct NameDraft: Hashable, Sendable {
  package private(set) var text: String
  /// Whether the old name is still selected, so that the first letter replaces it.
  package private(set) var isSelected = true

  package init(old name: String) { text = name }

  package mutating func insert(_ more: String) {
    text = SafeText((isSelected ? "" : text) + more, limit: .title).string
    isSelected = false
  }

  package mutating func deleteBackward() {
    text = isSelected ? "" : String(text.dropLast())
    isSelected = false
  }

  package mutating func deleteForward() {
    if isSelected { deleteBackward() }
  }

  /// Keeps the old name: further letters follow it.
  package mutating func keep() { isSelected = false }
}
