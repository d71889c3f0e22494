import BoardSync
import GroupWire

/// How what is said becomes bytes: as everywhere.
enum Coding {
  static let call = WireCoding.call

  static func bytes(_ message: SharedBoardMessage) -> [UInt8] { message.encoded() }

  /// Nil where they have no meaning.
  static func boardMessage(_ bytes: [UInt8]) -> SharedBoardMessage? {
    do {
      return try SharedBoardMessage(decoding: bytes)
    } catch {
      return nil
    }
  }
}
