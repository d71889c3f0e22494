import EaselBase
import SystemFiles

/// A user's reference to a board: a name in Easel's own folder, or a file anywhere.
package enum BoardReference: Hashable {
  case named(BoardFileName)
  case file(String)

  /// Reads a reference: a text that contains `/` or ends in `.easel` is a file; any other text is a
  /// name. Returns nil for a text that is neither.
  package init?(_ text: String) {
    if text.hasSlash || text.visibleText.hasSuffix(BoardFileName.ending) {
      guard !text.hasSuffix("/"), !text.utf8.contains(0) else { return nil }
      self = .file(text)
    } else {
      guard let name = BoardFileName(text) else { return nil }
      self = .named(name)
    }
  }

  package func path(in paths: AppPaths) -> String {
    switch self {
    case .named(let name): paths.data + "/" + name.fileName
    case .file(let path): path
    }
  }
}

/// The name of a board in Easel's folder: a file name that cannot lead out of that folder.
package struct BoardFileName: Hashable, Sendable {
  package static let ending = ".easel"
  private static let bytesMax = 200

  package let string: String
  package var fileName: String { string + Self.ending }

  /// Leaves out the signs that nobody sees, so that names that look the same are the same. Returns nil
  /// for a name that is blank, hidden, too long, looks like an option, or contains a slash, a control
  /// or a sign that Easel cannot show.
  package init?(_ text: String) {
    let visible = text.visibleText
    let name = SafeText(visible, limit: .title).string.visibleText
    guard !visible.isBlank, name.nameKey == visible.nameKey, !text.hasControlWithin,
      name.utf8.count <= Self.bytesMax, !name.hasSlash,
      !name.hasPrefix("."), !name.hasPrefix("-"), !name.hasSuffix(Self.ending)
    else { return nil }
    string = name
  }

  /// Makes the nearest valid name to a text; returns nil if nothing of the text remains.
  package init?(near text: String) {
    var name = SafeText(text, limit: .title).string.split(separator: "/").joined(separator: "-")
    while name.hasSuffix(Self.ending) { name.removeLast(Self.ending.count) }
    self.init(String(name.drop { $0 == "." || $0 == "-" || String($0).isBlank }))
  }

  /// Returns a file's name without the signs that nobody sees, also before its ending.
  static func visible(fileName: String) -> String {
    let visible = fileName.visibleText
    guard visible.hasSuffix(ending) else { return visible }
    return String(visible.dropLast(ending.count)).visibleText + ending
  }

  /// Returns the name that a file shows: without folders and ending.
  package static func shown(path: String) -> SafeText {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let bare = file.hasSuffix(ending) ? String(file.dropLast(ending.count)) : file
    return SafeText(bare, limit: .title)
  }

  /// Returns the name for a board without a name: the time at which it was begun.
  static func dated(_ clock: WallClock) -> BoardFileName? {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return BoardFileName(
      "\(clock.year)-\(two(clock.month))-\(two(clock.day)) \(two(clock.hour)).\(two(clock.minute))")
  }

  /// Returns this name, or the first of "name 2", "name 3" … that is free.
  func free(where isTaken: (BoardFileName) -> Bool) -> BoardFileName? {
    guard isTaken(self) else { return self }
    return (2...9_999).lazy.compactMap { BoardFileName("\(string) \($0)") }.first { !isTaken($0) }
  }
}

extension String {
  /// Whether a control stands between other signs. At the ends, line ends and tabs are blanks.
  fileprivate var hasControlWithin: Bool {
    let rest = unicodeScalars.drop { $0.properties.isWhitespace }.reversed()
    return rest.drop { $0.properties.isWhitespace }
      .contains { $0.properties.generalCategory == .control }
  }

  /// Whether the text contains a slash. Compares bytes, while Foundation's `contains("/")` searches
  /// by the rules of languages.
  package var hasSlash: Bool { utf8.contains(UInt8(ascii: "/")) }
}
