/// A pasted text that is the path of a file, as terminals write it when a file is dropped on them:
/// an absolute path with or without quotes and backslashes, or a `file://` address.
///
/// Only the text is judged. Whether the file exists and is a picture, the shell finds out.
package struct PastedPath: Hashable, Sendable {
  /// The absolute path, without quotes.
  package let path: String

  /// Longer paths are none on any system.
  private static let bytesMax = 4_096
  private static let pictureEndings = [".png", ".jpg", ".jpeg"]

  package init?(_ text: String) {
    // Terminals put a blank behind a dropped file.
    let word = text.trimmed
    let path = word.hasPrefix(Self.scheme) ? Self.path(ofAddress: word) : Self.unquoted(word)
    guard let path, path.hasPrefix("/"), path.utf8.count <= Self.bytesMax, !path.hasSuffix("/"),
      !path.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 })
    else { return nil }
    self.path = path
  }

  /// Whether the name says that the file is a picture.
  package var hasPictureName: Bool {
    let name = path.lowercased()
    return Self.pictureEndings.contains { name.hasSuffix($0) }
  }

  private static let scheme = "file://"

  /// Reads an address; the machine in it may be left out.
  private static func path(ofAddress address: String) -> String? {
    let rest = address.utf8.dropFirst(scheme.utf8.count)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    var bytes: [UInt8] = []
    var at = slash
    while at < rest.endIndex {
      var byte = rest[at]
      if byte == UInt8(ascii: "%") {
        let digits = rest[rest.index(after: at)...].prefix(2)
        guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
          let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        byte = value
        at = rest.index(at, offsetBy: 2)
      }
      bytes.append(byte)
      at = rest.index(after: at)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Reads one word as a shell does. Blanks may stand without quotes, since many terminals paste the
  /// bare path. A blank before a slash or a quote begins a second path: then the text is none.
  private static func unquoted(_ word: String) -> String? {
    var path = ""
    var quote: Character?
    var isEscaped = false
    for character in word {
      if isEscaped {
        path.append(character)
        isEscaped = false
      } else if let open = quote {
        if character == open { quote = nil } else { path.append(character) }
      } else if character == "\\" {
        isEscaped = true
      } else if path.last == " ", "/'\"".contains(character) {
        return nil
      } else if "'\"".contains(character) {
        quote = character
      } else {
        path.append(character)
      }
    }
    return quote == nil && !isEscaped ? path : nil
  }
}

extension String {
  /// Without blanks and line breaks at its ends.
  fileprivate var trimmed: String {
    guard let end = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[...end].drop(while: \.isWhitespace))
  }
}
