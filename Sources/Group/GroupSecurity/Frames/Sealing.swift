import Crypto

/// AES-256-GCM in the format of all sealed data here: the ciphertext, then a tag of 16 bytes.
enum Sealing {
  static let tagLength = 16
  static let nonceLength = 12

  static func seal(
    _ bytes: [UInt8], under key: SymmetricKey, nonce: [UInt8], proving header: [UInt8]
  ) throws -> [UInt8] {
    let sealedBox = try AES.GCM.seal(
      bytes, using: key, nonce: try AES.GCM.Nonce(data: nonce), authenticating: header)
    var sealed: [UInt8] = []
    sealed.reserveCapacity(bytes.count + tagLength)
    sealedBox.ciphertext.withUnsafeBytes { sealed.append(contentsOf: $0) }
    sealedBox.tag.withUnsafeBytes { sealed.append(contentsOf: $0) }
    return sealed
  }

  /// Opens sealed bytes, which are untrusted; nil if they were not sealed with these arguments.
  static func open(
    _ sealed: [UInt8], under key: SymmetricKey, nonce: [UInt8], proving header: [UInt8]
  ) -> [UInt8]? {
    guard let sealedBox = try? AES.GCM.SealedBox(combined: nonce + sealed),
      let plain = try? AES.GCM.open(sealedBox, using: key, authenticating: header)
    else { return nil }
    return Array(plain)
  }

  /// Returns four zero bytes and the number. No number may be used twice under one key.
  static func nonce(_ number: UInt64) -> [UInt8] {
    var nonce: [UInt8] = []
    nonce.reserveCapacity(nonceLength)
    nonce += [0, 0, 0, 0]
    nonce.append(bigEndian: number)
    return nonce
  }
}
