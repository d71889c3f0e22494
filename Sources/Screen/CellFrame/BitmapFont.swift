/// Letters as dots, for pictures in pixels and for large letters on the screen: printable ASCII and the
/// signs of Easel's screen, on 5 × 7 dots. The font was made for Easel.
package enum BitmapFont {
  /// The dots of a row.
  package static let width = 5
  /// The rows of a letter.
  package static let height = 7

  /// Returns the rows of a letter from above, the leftmost dot in bit 4; nil if the font has no
  /// such letter.
  package static func rows(of scalar: Unicode.Scalar) -> [UInt8]? {
    guard (0x20..<0x7F).contains(scalar.value) else { return signs[scalar] }
    return table[Int(scalar.value) - 0x20]
  }

  /// The signs of people, tools and lists, in the same form as `digits`.
  private static let signs: [Unicode.Scalar: [UInt8]] = [
    "◆": "04EVE40", "●": "0EVVVE0", "▲": "044EEV0", "■": "0VVVVV0", "□": "0VHHHV0", "○": "0EHHHE0",
    "★": "44VEEAH", "♥": "AVVVE40", "♣": "4EEVV4E", "♠": "4EVVV4E", "▼": "0VEE440", "◉": "0EHLHE0",
    "✚": "44VV440", "◈": "04ALA40", "◇": "04AHA40", "–": "000V000", "“": "AA00000", "”": "AA00000",
    "▸": "08CEC80", "▶": "GOSUSOG", "◀": "13FVF31", "✓": "011IK80", "→": "042V240", "←": "048V840",
    "↔": "00AVA00", "×": "0HA4AH0", "╱": "1124488", "▒": "LALALAL", "⏎": "115HV84",
  ].mapValues(rows(from:))

  private static func rows(from digits: String) -> [UInt8] {
    digits.map { UInt8(String($0), radix: 32) ?? 0 }
  }

  /// One word per letter, from the space to the tilde; one digit of base 32 per row.
  private static let digits = """
    0000000 4444404 AAA0000 AAVAVAA 4FKE5U4 OP248J3 CIK8LID 4480000 2488842 8422248 04LEL40 044V440
    0000C48 000V000 00000CC 01248G0 EHJLPHE 4C4444E EH1248V V2421HE 26AIV22 VGU11HE 68GUHHE V124888
    EHHEHHE EHHF12C 0CC0CC0 0CC0C48 248G842 00V0V00 8421248 EH12404 EH1DLLE EHHVHHH UHHUHHU EHGGGHE
    SIHHHIS VGGUGGV VGGUGGG EHGNHHF HHHVHHH E44444E 72222IC HIKOKIH GGGGGGV HRLLHHH HHPLJHH EHHHHHE
    UHHUGGG EHHHLID UHHUKIH FGGE11U V444444 HHHHHHE HHHHHA4 HHHLLLA HHA4AHH HHHA444 V1248GV E88888E
    0G84210 E22222E 4AH0000 000000V 8420000 00E1FHF GGMPHHU 00EGGHE 11DJHHF 00EHVGE 698S888 0FHHF1E
    GGMPHHH 40C444E 20622IC GGIKOKI C44444E 00QLLHH 00MPHHH 00EHHHE 00UHUGG 00DJF11 00MPGGG 00EGE1U
    88S8896 00HHHJD 00HHHA4 00HHLLA 00HA4AH 00HHF1E 00V248V 2448442 4444444 8442448 008L200
    """

  private static let table: [[UInt8]] = digits.split(whereSeparator: \.isWhitespace)
    .map { rows(from: String($0)) }
}
