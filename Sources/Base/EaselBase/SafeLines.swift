/// Lines from outside, as they arrive. Their text cannot steer a terminal, and their length is
/// bounded.
public struct SafeLines: Sendable {
  private var line: [UInt8] = []

  /// Maximum bytes of a line; the rest of a longer line is dropped.
  public static let lineBytesMax = 8 * 1_024

  /// Creates a reader that has received no bytes yet.
  public init() {}

  /// Accepts any bytes.
  ///
  /// - Returns: the lines that end in these bytes, without their ends.
  public mutating func append(_ bytes: some Sequence<UInt8>) -> [SafeText] {
    var lines: [SafeText] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines.append(finish())
      } else if line.count < Self.lineBytesMax {
        line.append(byte)
      }
    }
    return lines
  }

  /// Returns the text after the last line; nil if there is none.
  public mutating func rest() -> SafeText? { line.isEmpty ? nil : finish() }

  private mutating func finish() -> SafeText {
    defer { line = [] }
    return SafeText(String(decoding: line, as: UTF8.self))
  }
}
