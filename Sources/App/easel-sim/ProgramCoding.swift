import BoardSync
import GroupWire

/// Encodes and decodes messages in the program's format.
enum ProgramCoding {
  static let call = WireCoding.call

  static func bytes(_ message: SharedBoardMessage) -> [UInt8] { message.encoded() }

  /// Returns nil if the bytes have no meaning.
  static func boardMessage(_ bytes: [UInt8]) -> SharedBoardMessage? {
    do {
      return try SharedBoardMessage(decoding: bytes)
    } catch {
      return nil
    }
  }
}
