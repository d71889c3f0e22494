/// Lines of somebody else's, as they come: nothing in them can steer a terminal, and nothing makes
/// them longer than they may be.
public struct SafeLines: Sendable {
  private var line: [UInt8] = []

  /// Of a longer line the rest is passed over.
  public static let lineBytesMax = 8 * 1_024

  public init() {}

  /// Any bytes may come.
  ///
  /// - Returns: the lines that end in them, without their ends.
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

  /// What has come behind the last line; nil where nothing has.
  public mutating func rest() -> SafeText? { line.isEmpty ? nil : finish() }

  private mutating func finish() -> SafeText {
    defer { line = [] }
    return SafeText(String(decoding: line, as: UTF8.self))
  }
}
