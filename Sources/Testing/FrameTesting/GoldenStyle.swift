import CellFrame

/// The text of a style in a golden: `#ff8800 on default bold`, `12 on 0 reverse`.
///
/// A colour is `default` (the terminal's own), a number (of its palette) or `#rrggbb`.
enum GoldenStyle {
  private static let attributes: [(Style.Attributes, String)] = [
    (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"),
    (.reverse, "reverse"),
  ]

  static func text(_ style: Style) -> String {
    let words = attributes.filter { style.attributes.contains($0.0) }.map(\.1)
    let colors = [text(style.foreground), "on", text(style.background)]
    return (colors + words).joined(separator: " ")
  }

  static func style(_ text: String) -> Style? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count >= 3, words[1] == "on", let foreground = tint(words[0]),
      let background = tint(words[2])
    else { return nil }
    var style = Style(foreground: foreground, background: background)
    for word in words.dropFirst(3) {
      guard let known = attributes.first(where: { $0.1 == word }) else { return nil }
      style.attributes.insert(known.0)
    }
    return style
  }

  private static func text(_ tint: Tint) -> String {
    switch tint.meaning {
    case .terminal: return "default"
    case .indexed(let number): return String(number)
    case .rgb(let value):
      let digits = String(value, radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
  }

  private static func tint(_ word: Substring) -> Tint? {
    if word == "default" { return .terminal }
    guard word.first == "#" else { return UInt8(word).map(Tint.indexed) }
    guard word.count == 7 else { return nil }
    return UInt32(word.dropFirst(), radix: 16).map(Tint.rgb)
  }
}

/// One letter for each style of a frame; the plain style has `.`.
///
/// A style prefers the same letter in every golden, so that a new style elsewhere on the screen
/// seldom changes the other letters.
struct StyleLetters {
  private(set) var letters: [Style: Character] = [.plain: "."]

  init(_ styles: Set<Style>) {
    var free = Set(Self.common)
    var rare = Self.rare.makeIterator()
    let named = styles.subtracting([.plain]).map { (style: $0, name: GoldenStyle.text($0)) }
    for (style, name) in named.sorted(by: { $0.name < $1.name }) {
      let letter = Self.preferred(by: name, from: free) ?? rare.next() ?? "?"
      free.remove(letter)
      letters[style] = letter
    }
  }

  subscript(style: Style) -> Character { letters[style] ?? "?" }

  /// The lines of the legend, such as `. default on default`: the plain style first, then the other
  /// styles by letter.
  var legend: [String] {
    letters.sorted { $0.value < $1.value }.map { "\($0.value) \(GoldenStyle.text($0.key))" }
  }

  private static let common = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")

  /// The letters for more than 62 styles. A reader cannot tell so many styles apart anyway.
  private static var rare: some Swift.Sequence<Character> {
    [UInt32(0x0100)...0x024F, 0xF0000...0xFFFFD].joined().lazy
      .compactMap { Unicode.Scalar($0).map(Character.init) }
  }

  private static func preferred(by name: String, from free: Set<Character>) -> Character? {
    guard !free.isEmpty else { return nil }
    let start = hash(name)
    return (0..<common.count).lazy.map { common[(start + $0) % common.count] }
      .first { free.contains($0) }
  }

  /// FNV-1a, reduced to a small number; Swift's own hash differs from run to run.
  private static func hash(_ name: String) -> Int {
    let bits = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return Int(bits % UInt64(common.count))
  }
}
