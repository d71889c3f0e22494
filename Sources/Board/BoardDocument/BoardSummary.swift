import EaselBase

/// One line of the board list.
package struct BoardSummary: Hashable, Sendable {
  /// The file's path.
  package var path: String
  package var name: SafeText
  /// The time of the last change, in milliseconds since 1970.
  package var changed: Int64
  /// The number of entries in the file.
  package var entries: Int
  /// The names of the people who drew on the board.
  package var people: [SafeText] = []
  /// The fault of the file, in a word or two; nil for an intact file.
  package var trouble: SafeText?
  package var isTrashed: Bool

  package init(path: String, name: SafeText, changed: Int64, entries: Int, isTrashed: Bool) {
    self.path = path
    self.name = name
    self.changed = changed
    self.entries = entries
    self.isTrashed = isTrashed
  }
}
