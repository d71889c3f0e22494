extension Identity {
  /// Returns a signature that is valid for this purpose only. It cannot pass as the signature of an
  /// entry, which covers 32 bytes: every signature here covers more bytes.
  package func sign(_ purpose: String, _ bytes: [UInt8]) throws(SecurityError) -> [UInt8] {
    do { return try sign(labelled(purpose, bytes)) } catch { throw .cryptographyFailed }
  }

  package static func verify(
    _ signature: [UInt8], _ purpose: String, of bytes: [UInt8], by publicKey: [UInt8]
  ) -> Bool {
    verify(signature, of: labelled(purpose, bytes), by: publicKey)
  }
}
