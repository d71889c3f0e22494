import BoardLog

/// Signatures that cost almost nothing, for simulations with many signers where no cipher is
/// attacked.
///
/// Anybody could forge such a signature for any key. The liars in these simulations do not forge
/// signatures.
public enum StandInSigner {
  /// Returns thirty-two bytes, a different key for each number.
  public static func publicKey(_ number: UInt64) -> [UInt8] {
    var chance = SplitMix64(seed: number)
    return (0..<4).flatMap { _ in bytes(of: chance.next()) }
  }

  /// Returns a signature of eight bytes for a digest. It needs no secret key.
  public static func sign(_ digest: Digest, with publicKey: [UInt8]) -> [UInt8] {
    var mix: UInt64 = 0x9E37_79B9_7F4A_7C15
    for byte in digest.bytes { mix = (mix ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for byte in publicKey { mix = (mix ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return bytes(of: mix)
  }

  /// Returns whether a signature is the one that ``sign(_:with:)`` returns for the digest and the
  /// key.
  public static func verifies(_ digest: Digest, _ signature: [UInt8], _ publicKey: [UInt8]) -> Bool
  {
    signature == sign(digest, with: publicKey)
  }

  private static func bytes(of word: UInt64) -> [UInt8] {
    withUnsafeBytes(of: word.bigEndian) { Array($0) }
  }
}
