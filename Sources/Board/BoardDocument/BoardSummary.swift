import EaselBase

/// One line of the board list.
public struct BoardSummary: Hashable, Sendable {
  /// The file's path.
  public var path: String
  public var name: SafeText
  /// Milliseconds since 1970.
  public var changed: Int64
  /// The number of entries in it.
  public var entries: Int
  /// The names of the people who drew on it.
  public var people: [SafeText] = []
  /// The fault of its file, in a word or two; nil if there is none.
  public var trouble: SafeText?
  public var isTrashed: Bool

  public init(path: String, name: SafeText, changed: Int64, entries: Int, isTrashed: Bool) {
    self.path = path
    self.name = name
    self.changed = changed
    self.entries = entries
    self.isTrashed = isTrashed
  }
}
