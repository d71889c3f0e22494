import Crypto

/// AES-256-GCM as frames have it.
enum Sealing {
  static let tagLength = 16
  static let nonceLength = 12

  /// Four zeros and the number: under one key no number comes twice.
  static func nonce(_ number: UInt64) throws -> AES.GCM.Nonce {
    try AES.GCM.Nonce(data: [0, 0, 0, 0] + [UInt8](bigEndian: number))
  }
}
