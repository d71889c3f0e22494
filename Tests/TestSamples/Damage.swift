/// The damage that bytes can take on their way.
public enum Damage {
  /// Every beginning of them, and them with each single bit flipped.
  public static func of(_ bytes: [UInt8]) -> [[UInt8]] {
    let beginnings = bytes.indices.map { Array(bytes[..<$0]) }
    let flips = (0..<bytes.count * 8).map { bit in
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      return flipped
    }
    return beginnings + flips
  }
}
