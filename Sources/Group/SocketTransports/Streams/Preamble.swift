/// The first bytes from a program at the far end of a pipe. The near end skips all bytes before the
/// preamble: they are text from a shell or a machine.
struct Preamble: Sendable {
  /// Text contains no zero bytes, so no text can look like the preamble.
  static let bytes: [UInt8] = [0] + Array("easel pipe 1".utf8) + [0]
  /// The preamble of versions that were never released.
  private static let unreleased: [UInt8] = [0] + Array("easel 1".utf8) + [0]
  /// The maximum number of bytes before the preamble; more than the greeting of any machine.
  static let noiseMax = 64 * 1_024

  private var noise: [UInt8] = []

  /// - Returns: the bytes after the preamble; nil if the preamble has not arrived yet.
  /// - Throws: an error if more than `noiseMax` bytes came without it, or if the program at the far
  ///   end is of an unreleased version.
  mutating func rest(after bytes: some Collection<UInt8>) throws(Fault) -> [UInt8]? {
    // All bytes of the preamble except the last may have arrived before.
    let from = max(noise.count - Self.bytes.count + 1, 0)
    noise += bytes
    var start = from
    while start + Self.bytes.count <= noise.count {
      if noise[start...].starts(with: Self.bytes) {
        return Array(noise[(start + Self.bytes.count)...])
      }
      start += 1
    }
    guard noise[from...].firstRange(of: Self.unreleased) == nil else { throw .unreleasedVersion }
    guard noise.count <= Self.noiseMax else { throw .tooNoisy }
    return nil
  }

  enum Fault: Error {
    case tooNoisy
    case unreleasedVersion
  }
}
