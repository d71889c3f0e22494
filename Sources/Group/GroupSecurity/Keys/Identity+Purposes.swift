extension Identity {
  /// A signature that is good for this purpose only; entries are signed over 32 bytes, which is
  /// fewer than any of these.
  func sign(_ purpose: String, _ bytes: [UInt8]) throws(SecurityError) -> [UInt8] {
    do { return try sign(labelled(purpose, bytes)) } catch { throw .cryptographyFailed }
  }

  static func verify(
    _ signature: [UInt8], _ purpose: String, of bytes: [UInt8], by publicKey: [UInt8]
  ) -> Bool {
    verify(signature, of: labelled(purpose, bytes), by: publicKey)
  }
}
