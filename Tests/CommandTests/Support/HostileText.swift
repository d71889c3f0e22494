/// Texts that past attacks used: titles that are echoed back, clipboards, links, device strings,
/// resets, bidirectional overrides, marks without end.
enum HostileText {
  static let pieces = [
    "\u{1B}]0;owned\u{7}", "\u{1B}]52;c;cm0gLXJmIH4=\u{7}", "\u{1B}]8;;http://x\u{1B}\\",
    "\u{1B}]50;x\u{7}", "\u{1B}P$qm\u{1B}\\", "\u{1B}_Gi=1\u{1B}\\", "\u{1B}^x\u{1B}\\",
    "\u{1B}[21t", "\u{1B}[6n", "\u{1B}[5i", "\u{1B}c", "\u{1B}#8", "\u{1B}[?1337h",
    "\u{9B}31m", "\u{9D}0;x\u{9C}", "\u{90}q\u{9C}", "\u{7}", "\u{8}\u{8}", "\u{202E}evil",
    "\u{2066}x", "\u{200B}\u{FEFF}", "\u{E000}\u{10FFFF}", "\u{2028}", "\u{0}", "\u{7F}",
    "e" + String(repeating: "\u{301}", count: 200), "\u{FE0F}\u{20E3}", "\r\r", "\u{D}x",
  ]

  static let all = pieces.joined(separator: "x")

  /// Whole scalars of a text, filled up to so many bytes.
  static func bytes(of text: String, count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      let more = Array(String(scalar).utf8)
      guard bytes.count + more.count <= count else { break }
      bytes += more
    }
    return bytes + Array(repeating: UInt8(ascii: "x"), count: count - bytes.count)
  }
}
