/// Text that may reach a cell, a log or an error: nothing in it can steer a terminal.
///
/// The renderer accepts no other text type. The initialiser keeps the visible scalars, and those
/// without a width that belong to the spelling of a word: joiners (U+200C, U+200D) and variation
/// selectors. Cells leave these out. It drops control and format characters (bidirectional overrides
/// among them), the scalars that Unicode calls ignorable by default (zero-width spaces, fillers),
/// private use and unassigned scalars, and marks without a base. A cluster keeps at most three
/// joiners and four combining marks. The text is not normalised: the standard library does not offer
/// this, and string equality is canonical anyway.
///
/// Two names that differ must look different. So names and titles keep a joiner only after a letter
/// that joins others or a picture, and a variation selector only after a picture. A name has no
/// white space at its ends.
public struct SafeText: Hashable, Sendable {
  /// Without line breaks, except where the limit allows several lines (`\n`).
  public let string: String

  /// The kind of a text, which sets its maximum length and whether it may have several lines.
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

  /// Accepts any text, and cuts it at the limit, between clusters. In lines and labels a tab
  /// becomes spaces up to the next multiple of eight columns, and in labels CR, LF and CR LF each
  /// break the line.
  public init(_ raw: String, limit: Limit = .line) { self = Self.read(raw, limit: limit).text }

  private init(kept: String) { string = kept }

  /// Returns the safe text, and whether the limit left it whole.
  public static func read(_ raw: String, limit: Limit) -> (text: SafeText, isWhole: Bool) {
    if limit.admitsUnread(raw) { return (SafeText(kept: raw), true) }
    var filter = TextFilter(limit)
    guard limit == .name else {
      let isWhole = filter.append(raw)
      return (SafeText(kept: filter.text), isWhole)
    }
    // A mark after white space would be left without a base.
    let seen = raw.unicodeScalars.drop { $0.isBlank || $0.displayWidth == 0 }
    let isWhole = filter.append(String(seen))
    var kept = filter.text.unicodeScalars
    while kept.last?.isBlank == true { kept.removeLast() }
    return (SafeText(kept: String(kept)), isWhole)
  }
}

extension SafeText.Limit {
  /// The maximum length: scalars for a label, columns for the other kinds.
  public var amount: Int {
    switch self {
    case .name: 32
    case .title: 64
    case .label: 1_000
    case .line: 2_000
    }
  }

  /// Whether two texts that differ must look different.
  var isStrict: Bool { self == .name || self == .title }
  var countsScalars: Bool { self == .label }
  var breaksLines: Bool { self == .label }
  var expandsTabs: Bool { self == .label || self == .line }

  /// Whether the text is printable ASCII within the limit. Such a text needs no `TextFilter`, since
  /// each of its bytes is one scalar and one column.
  fileprivate func admitsUnread(_ raw: String) -> Bool {
    raw.utf8.count <= amount && raw.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
      && (self != .name || raw.utf8.first != 0x20 && raw.utf8.last != 0x20)
  }
}

extension Unicode.Scalar {
  /// Whether nothing is seen of the scalar: white space of any kind, the empty pattern of braille,
  /// and what `SafeText` drops.
  package var isBlank: Bool {
    properties.isWhitespace || value == 0x2800
      || !isVisible && !properties.isVariationSelector
      || isJoiner
  }
}

extension Unicode.Scalar {
  /// Whether the scalar joins letters, or keeps them from being joined.
  package var isJoiner: Bool { self == ClusterJoint.joiner || self == ClusterJoint.nonJoiner }
}

extension StringProtocol {
  /// Whether nothing of the text can be seen.
  package var isBlank: Bool { unicodeScalars.allSatisfy(\.isBlank) }
}

extension SafeText {
  /// The text without a final full stop, so that a sentence can continue after it.
  package var clause: String {
    string.hasSuffix(".") && !string.hasSuffix("..") ? String(string.dropLast()) : string
  }
}
