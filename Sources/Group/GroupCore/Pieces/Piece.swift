/// A part of a message that does not fit into one frame and is not sent again.
public struct Piece: Hashable, Sendable {
  /// The number of the message among its sender's messages in pieces: 1, 2, 3 …
  public let message: UInt64
  /// The index of the piece, from 0.
  public let index: Int
  /// The number of pieces of the message.
  public let count: Int
  /// The content: ``bytesMax`` bytes, or 1 to ``bytesMax`` bytes in the last piece of a message.
  public let bytes: [UInt8]

  /// The maximum size of a piece, in bytes. A piece of this size fits into a frame, even if the
  /// envelope names as many readers as a call has members.
  public static let bytesMax = 24 * 1_024
  /// The maximum number of pieces of a message; a message of a session never needs more.
  public static let countMax = (Call.messageBytesMax + 1_024 + bytesMax - 1) / bytesMax

  /// Creates a piece without a check of its index and size.
  public init(message: UInt64, index: Int, count: Int, bytes: [UInt8]) {
    self.message = message
    self.index = index
    self.count = count
    self.bytes = bytes
  }

  /// Whether a received piece is valid: all pieces of a message but the last are full.
  var isSound: Bool {
    (2...Self.countMax).contains(count) && (0..<count).contains(index)
      && (1...Self.bytesMax).contains(bytes.count)
      && (index == count - 1 || bytes.count == Self.bytesMax)
  }

  /// Cuts bytes into at least one piece; all pieces but the last are full.
  static func cut(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    guard bytes.count > bytesMax else { return [bytes[...]] }
    return stride(from: 0, to: bytes.count, by: bytesMax).map {
      bytes[$0..<min($0 + bytesMax, bytes.count)]
    }
  }
}
