import Crypto

/// What is proved beside a frame's bytes.
enum FrameContext {
  /// - Parameter header: what else the origin said of the frame in the clear, such as whom it is for.
  static func header(
    epoch: UInt32, origin: UInt64, number: UInt64, header: [UInt8]
  ) -> [UInt8] {
    labelled(
      "frame",
      [UInt8](bigEndian: UInt64(epoch)) + [UInt8](bigEndian: origin) + [UInt8](bigEndian: number)
        + header)
  }
}

/// The code that only draw tickets can make, over a frame's header and bytes.
struct FrameCode {
  static let length = 8

  /// With the key already in it, which costs more than a short frame itself.
  private let keyed: HMAC<SHA256>

  init(by key: Secret) { keyed = HMAC(key: key.key) }

  /// The header's length first, so that header and bytes cannot be told apart in two ways.
  func callAsFunction(over bytes: [UInt8], header: [UInt8]) -> [UInt8] {
    var code = keyed
    code.update(data: [UInt8](bigEndian: UInt64(header.count)) + header + bytes)
    return Array(code.finalize().prefix(Self.length))
  }
}
