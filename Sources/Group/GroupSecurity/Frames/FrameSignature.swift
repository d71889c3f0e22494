/// A signature that only the origin can make, in each frame whose number is a multiple of 32. All
/// members that may draw have the keys that seal the other frames. So each drawing member could
/// make an unsigned frame in another member's name.
enum FrameSignature {
  static let every: UInt64 = 32
  static let length = Identity.signatureLength

  /// Returns whether the frame with this number contains a signature.
  static func isCarried(by number: UInt64) -> Bool { number.isMultiple(of: every) }

  /// - Parameter header: the complete header, see `FrameContext`.
  static func sign(
    _ bytes: [UInt8], header: [UInt8], by identity: Identity,
    under epochCertificate: EpochCertificate
  ) throws(SecurityError) -> [UInt8] {
    try identity.sign(purpose, signed(bytes, header, epochCertificate))
  }

  /// Returns the bytes after the signature; nil if the origin did not make this signature.
  static func proved(
    _ plain: [UInt8], header: [UInt8], by identityKey: [UInt8],
    under epochCertificate: EpochCertificate
  ) -> [UInt8]? {
    guard plain.count >= length else { return nil }
    let bytes = Array(plain.dropFirst(length))
    return Identity.verify(
      Array(plain.prefix(length)), purpose, of: signed(bytes, header, epochCertificate),
      by: identityKey)
      ? bytes : nil
  }

  private static let purpose = "signed frame"

  /// Puts the header's length first, so that the border between header and bytes is unique.
  private static func signed(
    _ bytes: [UInt8], _ header: [UInt8], _ epochCertificate: EpochCertificate
  )
    -> [UInt8]
  {
    epochCertificate.context([UInt8](bigEndian: UInt64(header.count)) + header + bytes)
  }
}
