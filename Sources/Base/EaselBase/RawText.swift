/// Text as its author sent it, byte for byte. It is not for display: code that draws, prints or
/// logs does not accept it, and needs a ``SafeText`` made of it.
///
/// It is the same value in every build. The part that ``SafeText`` keeps depends on the Unicode
/// tables of the standard library, and so does the equality of strings.
public struct RawText: Hashable, Sendable {
  /// The bytes as sent, which are valid UTF-8.
  public let utf8: [UInt8]

  /// Keeps the bytes of a string, without normalising them.
  public init(_ string: String) { utf8 = Array(string.utf8) }
}

extension SafeText {
  /// Keeps the part of a text that can be shown, up to the limit.
  public init(_ raw: RawText, limit: Limit) {
    self.init(String(decoding: raw.utf8, as: UTF8.self), limit: limit)
  }
}
