import BoardClient
import CEaselQRencode

extension QRCode {
  /// Makes the smallest code of a text, by libqrencode; returns nil if the text is too long.
  ///
  /// Uses the lowest level of error correction: a screen has no dirt on it, and the code is
  /// smaller.
  init?(of text: String) {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
    defer { QRcode_free(code) }
    guard let modules = code.pointee.data, let size = Int(exactly: code.pointee.width),
      Self.sizes.contains(size)
    else { return nil }
    // The lowest bit is the module; the other bits tell its purpose.
    self.init(size: size, dark: (0..<size * size).map { modules[$0] & 1 == 1 })
  }
}
