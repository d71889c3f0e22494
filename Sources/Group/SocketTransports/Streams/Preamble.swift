/// What a program at the far end of a pipe says first, so that what its shell or its machine said before
/// it is passed over.
struct Preamble: Sendable {
  /// No text has zeros in it.
  static let bytes: [UInt8] = [0] + Array("easel 1".utf8) + [0]
  /// More than any greeting that a machine has.
  static let noiseMax = 64 * 1_024

  private var noise: [UInt8] = []

  /// - Returns: what comes behind it; nil where it has not come yet.
  /// - Throws: where so much else came that it will not.
  mutating func rest(after bytes: some Collection<UInt8>) throws(TooNoisy) -> [UInt8]? {
    // All of it may lie in what came before, but for its last byte.
    let from = max(noise.count - Self.bytes.count + 1, 0)
    noise += bytes
    var start = from
    while start + Self.bytes.count <= noise.count {
      if noise[start...].starts(with: Self.bytes) {
        return Array(noise[(start + Self.bytes.count)...])
      }
      start += 1
    }
    guard noise.count <= Self.noiseMax else { throw TooNoisy() }
    return nil
  }

  struct TooNoisy: Error {}
}
