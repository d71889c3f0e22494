import Crypto

/// One end of the datagram path beside a link. A datagram may be lost, come twice or come late. So each
/// holds the number under which it is sealed, and is opened by itself.
///
/// A datagram consists of the name of the path, which is 8 bytes and which only the two neighbours can
/// tell before the first datagram, of 8 bytes of the number, and of the sealed content.
public struct DatagramSeal: Sendable {
  /// The first bytes of each datagram of this path.
  public let pathName: [UInt8]
  private let own: SymmetricKey
  private let others: SymmetricKey
  private let header: [UInt8]
  private var last: UInt64 = 0

  /// The bytes of a name.
  public static let nameLength = 8
  /// The bytes that a datagram has besides its content.
  public static let overhead = nameLength + 8 + Sealing.tagLength

  private init(_ secret: Secret, _ own: String, _ others: String) {
    self.own = secret.derived(own).key
    self.others = secret.derived(others).key
    pathName = Array(secret.derived("datagram path").bytes.prefix(Self.nameLength))
    header = labelled("datagram", pathName)
  }

  /// - Parameter secret: the secret of a link.
  static func ofResponder(_ secret: Secret) -> DatagramSeal {
    DatagramSeal(secret, "datagrams from host", "datagrams from guest")
  }

  /// - Parameter secret: the secret of a link.
  static func ofInitiator(_ secret: Secret) -> DatagramSeal {
    DatagramSeal(secret, "datagrams from guest", "datagrams from host")
  }

  /// Returns a datagram with this content.
  ///
  /// - Parameter number: a number above all that were used before.
  /// - Throws: `cryptographyFailed` for any other number.
  public mutating func sealed(
    _ content: [UInt8], under number: UInt64
  ) throws(FrameRefusal) -> [UInt8] {
    guard number > last else { throw .cryptographyFailed }
    last = number
    do {
      let sealed = try Sealing.seal(
        content, under: own, nonce: Sealing.nonce(number), proving: header)
      return pathName + [UInt8](bigEndian: number) + sealed
    } catch { throw .cryptographyFailed }
  }

  /// Opens a datagram of any bytes; nil if the other end did not seal it. The caller remembers the
  /// numbers that came.
  public func opened(_ datagram: [UInt8]) -> (number: UInt64, content: [UInt8])? {
    guard datagram.count >= Self.overhead, datagram.starts(with: pathName) else { return nil }
    let number = datagram[Self.nameLength..<Self.nameLength + 8].reduce(0) { $0 << 8 | UInt64($1) }
    return Sealing.open(
      Array(datagram.dropFirst(Self.nameLength + 8)), under: others, nonce: Sealing.nonce(number),
      proving: header
    ).map { (number, $0) }
  }
}
