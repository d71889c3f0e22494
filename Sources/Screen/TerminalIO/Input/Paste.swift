/// A bracketed paste as it arrives.
struct Paste: Sendable {
  /// The maximum size of a paste in bytes; the rest of a longer paste is dropped.
  static let sizeMax = 1 << 20
  private static let end = Array("\u{1B}[201~".utf8)

  private(set) var bytes: [UInt8] = []
  /// The number of bytes of the end sequence that have come.
  private var matched = 0

  var isComplete: Bool { matched == Self.end.count }

  /// Adds bytes up to the end of the paste, and returns the number of bytes that it used.
  mutating func append(_ input: UnsafeRawBufferPointer) -> Int {
    var index = 0
    while index < input.count {
      if matched == 0 {
        let run = input[index...].prefix { $0 != Self.end[0] }
        keep(run)
        index += run.count
        if index == input.count { break }
      }
      if input[index] == Self.end[matched] {
        matched += 1
        index += 1
        if isComplete { break }
      } else {
        keep(Self.end[..<matched])
        matched = 0
      }
    }
    return index
  }

  private mutating func keep(_ more: some Collection<UInt8>) {
    bytes.append(contentsOf: more.prefix(Self.sizeMax - bytes.count))
  }
}
