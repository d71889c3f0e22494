import BoardFiles
import BoardSessions
import EaselBase

extension AuthorID {
  /// The author as people write it for each other: 32 hexadecimal digits.
  var text: String {
    raw.bytes.map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }

  init(parsing text: String) throws(UserError) {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
    guard text.utf8.count == 32, digits.count == 32, let raw = Bytes16(bytes) else {
      throw UserError(
        "“\(UserError.shown(text))” is not a key: a key is the 32 digits that `easel doctor` shows.",
        code: UserError.usage)
    }
    self.init(raw)
  }
}
