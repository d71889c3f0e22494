/// Text that may reach a cell, a log or an error: nothing in it can steer a terminal.
///
/// The only text type the renderer takes. Its initialiser keeps what can be seen: it drops control
/// and format characters (bidirectional overrides among them), whatever Unicode calls ignorable by
/// default (zero-width spaces, fillers, variation selectors), private use and unassigned scalars,
/// and marks without a base. A joiner stays only between pictures, at most three to a cluster; of
/// combining marks a base keeps four. The text is not normalised: the standard library does not
/// offer it, and equality of strings is canonical without.
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

  /// Takes any text; what is beyond the limit is cut off between clusters. In lines and labels a
  /// tab becomes spaces up to the next multiple of eight columns, and in labels CR, LF and CR LF
  /// each break the line.
  public init(_ raw: String, limit: Limit = .line) { self = Self.read(raw, limit: limit).text }

  private init(kept: String) { string = kept }

  /// The same, and whether all that can be seen of it was kept.
  public static func read(_ raw: String, limit: Limit) -> (text: SafeText, isWhole: Bool) {
    if limit.admitsUnread(raw) { return (SafeText(kept: raw), true) }
    var sieve = TextSieve(limit)
    let isWhole = sieve.append(raw)
    return (SafeText(kept: sieve.text), isWhole)
  }
}

extension SafeText.Limit {
  /// How many scalars or columns fit.
  public var amount: Int {
    switch self {
    case .name: 32
    case .title: 64
    case .label: 1_000
    case .line: 2_000
    }
  }

  var countsScalars: Bool { self == .label }
  var breaksLines: Bool { self == .label }
  var expandsTabs: Bool { self == .label || self == .line }

  /// Printable ASCII within the limit needs no sieve; each such byte is a scalar and a column.
  fileprivate func admitsUnread(_ raw: String) -> Bool {
    raw.utf8.count <= amount && raw.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }
}
