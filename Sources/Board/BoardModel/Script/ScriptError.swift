/// The reason why a script cannot be played: the place, the problem, and the word that the author
/// probably meant.
public struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  public let line: Int
  /// In characters, counted from 1.
  public let column: Int
  public let problem: String
  public let suggestion: String?

  public init(line: Int, column: Int, _ problem: String, suggestion: String? = nil) {
    self.line = line
    self.column = column
    self.problem = problem
    self.suggestion = suggestion
  }

  public var description: String {
    "line \(line), column \(column): \(problem)"
      + (suggestion.map { "; did you mean “\($0)”?" } ?? "")
  }
}
