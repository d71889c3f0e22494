/// Text that may reach a cell, a log or an error: nothing in it can steer a terminal.
///
/// The only text type the renderer takes. Its initialiser keeps what can be seen: it drops control
/// and format characters (bidirectional overrides and zero-width ones among them), surrogates,
/// private use and unassigned scalars, keeps a joiner only between emoji, at most four combining
/// marks on a base, and cuts by columns.
public struct SafeText: Hashable, Sendable {
  /// Without line breaks, except where the limit allows several lines (`\n`).
  public let string: String

  public enum Limit: Sendable {
    /// A person's name: one line of at most 32 columns.
    case name
    /// A board's title: one line of at most 64 columns.
    case title
    /// A text in a drawing: at most 1,000 scalars, several lines.
    case label
    /// A line of paper: at most 2,000 columns.
    case line
  }

  public init(_ raw: String, limit: Limit = .line) {
    self.string = raw  // replaced by the real sieve
  }
}
