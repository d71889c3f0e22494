/// What is proved beside a frame's bytes, and the code that only draw tickets can make.
enum FrameContext {
  static let codeLength = 8

  /// - Parameter header: what else the origin said of the frame in the clear, such as whom it is for.
  static func header(
    epoch: UInt32, origin: UInt64, number: UInt64, header: [UInt8]
  ) -> [UInt8] {
    labelled(
      "frame",
      [UInt8](bigEndian: UInt64(epoch)) + [UInt8](bigEndian: origin) + [UInt8](bigEndian: number)
        + header)
  }

  /// A digest first, so that header and bytes cannot be told apart in two ways.
  static func code(over bytes: [UInt8], header: [UInt8], by key: Secret) -> [UInt8] {
    key.code(over: digest("header", header) + bytes, length: codeLength)
  }
}
