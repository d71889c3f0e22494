import Crypto

/// The data that a frame's tag authenticates in addition to the frame's bytes.
enum FrameContext {
  /// - Parameter header: further data that the origin sends in clear text, such as the recipients.
  static func header(
    epoch: UInt32, origin: UInt64, number: UInt64, header: [UInt8]
  ) -> [UInt8] {
    // Appends piece by piece, because joining arrays creates a new array for each piece.
    var bytes = label
    bytes.reserveCapacity(label.count + 3 * MemoryLayout<UInt64>.size + header.count)
    for part in [UInt64(epoch), origin, number] { bytes.append(bigEndian: part) }
    bytes += header
    return bytes
  }

  private static let label = labelled("frame", [])
}

/// The code over a frame's header and bytes that only draw tickets can make.
struct FrameCode {
  static let length = 8

  /// Already holds the key; setting the key costs more than the code of a short frame.
  private let keyed: HMAC<SHA256>

  init(by key: Secret) { keyed = HMAC(key: key.key) }

  /// Returns the code, 8 bytes. The header's length comes first, so that the border between header
  /// and bytes is unique.
  func callAsFunction(over bytes: [UInt8], header: [UInt8]) -> [UInt8] {
    var authenticated: [UInt8] = []
    authenticated.reserveCapacity(MemoryLayout<UInt64>.size + header.count + bytes.count)
    authenticated.append(bigEndian: UInt64(header.count))
    authenticated += header
    authenticated += bytes
    var code = keyed
    code.update(data: authenticated)
    return code.finalize().withUnsafeBytes { Array($0.prefix(Self.length)) }
  }
}
