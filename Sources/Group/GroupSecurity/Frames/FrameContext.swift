import Crypto

/// What is proved beside a frame's bytes.
enum FrameContext {
  /// - Parameter header: what else the origin said of the frame in the clear, such as whom it is for.
  static func header(
    epoch: UInt32, origin: UInt64, number: UInt64, header: [UInt8]
  ) -> [UInt8] {
    // Piece by piece, since joining arrays makes one for each piece.
    var bytes = label
    bytes.reserveCapacity(label.count + 3 * MemoryLayout<UInt64>.size + header.count)
    for part in [UInt64(epoch), origin, number] { bytes.append(bigEndian: part) }
    bytes += header
    return bytes
  }

  private static let label = labelled("frame", [])
}

/// The code that only draw tickets can make, over a frame's header and bytes.
struct FrameCode {
  static let length = 8

  /// With the key already in it, which costs more than a short frame itself.
  private let keyed: HMAC<SHA256>

  init(by key: Secret) { keyed = HMAC(key: key.key) }

  /// The header's length first, so that header and bytes cannot be told apart in two ways.
  func callAsFunction(over bytes: [UInt8], header: [UInt8]) -> [UInt8] {
    var told: [UInt8] = []
    told.reserveCapacity(MemoryLayout<UInt64>.size + header.count + bytes.count)
    told.append(bigEndian: UInt64(header.count))
    told += header
    told += bytes
    var code = keyed
    code.update(data: told)
    return code.finalize().withUnsafeBytes { Array($0.prefix(Self.length)) }
  }
}
