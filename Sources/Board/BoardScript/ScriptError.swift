import BoardModel

/// The reason why a script cannot be played: the place, the problem, and the word that the author
/// probably meant.
public struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the line, counted from 1.
  public let line: Int
  /// The column in characters, counted from 1.
  public let column: Int
  /// The problem in words, without its place.
  public let problem: String
  /// The word that the author probably meant; nil if no known word is near.
  public let suggestion: String?

  /// Creates an error at a line and a column, both counted from 1.
  public init(line: Int, column: Int, _ problem: String, suggestion: String? = nil) {
    self.line = line
    self.column = column
    self.problem = problem
    self.suggestion = suggestion
  }

  /// The place, the problem and the suggestion in one line.
  public var description: String {
    "line \(line), column \(column): \(problem)"
      + (suggestion.map { "; did you mean “\($0)”?" } ?? "")
  }
}
