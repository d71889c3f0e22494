import Crypto

/// AES-256-GCM as all that is sealed here has it: what is proved, then 16 bytes that prove it.
enum Sealing {
  static let tagLength = 16
  static let nonceLength = 12

  static func seal(
    _ bytes: [UInt8], under key: SymmetricKey, nonce: [UInt8], proving header: [UInt8]
  ) throws -> [UInt8] {
    let box = try AES.GCM.seal(
      bytes, using: key, nonce: try AES.GCM.Nonce(data: nonce), authenticating: header)
    var sealed: [UInt8] = []
    sealed.reserveCapacity(bytes.count + tagLength)
    box.ciphertext.withUnsafeBytes { sealed.append(contentsOf: $0) }
    box.tag.withUnsafeBytes { sealed.append(contentsOf: $0) }
    return sealed
  }

  /// Any bytes may come; nil of those that were not sealed so.
  static func open(
    _ sealed: [UInt8], under key: SymmetricKey, nonce: [UInt8], proving header: [UInt8]
  ) -> [UInt8]? {
    guard let box = try? AES.GCM.SealedBox(combined: nonce + sealed),
      let plain = try? AES.GCM.open(box, using: key, authenticating: header)
    else { return nil }
    return Array(plain)
  }

  /// Four zeros and the number: under one key no number comes twice.
  static func nonce(_ number: UInt64) -> [UInt8] {
    var nonce: [UInt8] = []
    nonce.reserveCapacity(nonceLength)
    nonce += [0, 0, 0, 0]
    nonce.append(bigEndian: number)
    return nonce
  }
}
