/// A part of what does not fit into one frame and is not sent again.
public struct Piece: Hashable, Sendable {
  /// Which of its sender's messages in pieces: 1, 2, 3 …
  public let message: UInt64
  /// Which of the pieces, from 0.
  public let index: Int
  /// Of how many.
  public let count: Int
  public let bytes: [UInt8]

  /// With as many readers named as a call has members this still fits into a frame.
  public static let bytesMax = 24 * 1_024
  /// What takes more is no message of a session.
  public static let countMax = (Call.messageBytesMax + 1_024 + bytesMax - 1) / bytesMax

  public init(message: UInt64, index: Int, count: Int, bytes: [UInt8]) {
    self.message = message
    self.index = index
    self.count = count
    self.bytes = bytes
  }

  /// Whether one that came from outside can be meant: all but the last are full.
  var isSound: Bool {
    (2...Self.countMax).contains(count) && (0..<count).contains(index)
      && (1...Self.bytesMax).contains(bytes.count)
      && (index == count - 1 || bytes.count == Self.bytesMax)
  }

  /// At least one; all but the last are full.
  static func cut(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    guard bytes.count > bytesMax else { return [bytes[...]] }
    return stride(from: 0, to: bytes.count, by: bytesMax).map {
      bytes[$0..<min($0 + bytesMax, bytes.count)]
    }
  }
}
