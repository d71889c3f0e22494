import EaselBase
import GroupCore

/// How messages stand in a stream of bytes: each behind its length.
public enum WireFrame {
  /// A message as it is written: its length in one to three bytes, seven bits in each, and itself.
  public static func encoded(_ message: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(message.count + 3)
    head(of: message) { bytes.append($0) }
    bytes += message
    return bytes
  }

  /// What is written before a message, one to three bytes.
  @inlinable
  public static func head(of message: [UInt8], _ write: (UInt8) -> Void) {
    var rest = UInt(message.count)
    while rest >= 128 {
      write(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    write(UInt8(truncatingIfNeeded: rest))
  }

  /// What is taken from one who has not yet said who it is.
  public static let greetingBytesMax = 4 * 1_024
}

/// Why a stream cannot be read any further.
public enum FrameError: Error, Hashable, Sendable {
  /// Said before any of the message was taken in.
  case tooLarge(bytes: Int, limit: Int)
  /// A length in more bytes than it needs, or than any has.
  case malformed
}

/// Finds the messages in a stream of bytes that come as they like.
///
/// Never holds more than one message that is not whole beside what was last appended, so that who
/// appends what one read gave, and then takes all that is whole, is safe from any sender.
public struct FrameDecoder: Sendable {
  /// Bytes in a message. Small at first; raise it when the other side has shown that it may speak.
  public var limit = WireFrame.greetingBytesMax
  private var bytes: [UInt8] = []
  private var start = 0
  private var fault: FrameError?

  public init() {}

  public mutating func append(_ new: some Collection<UInt8>) {
    guard fault == nil else { return }
    bytes.removeFirst(start)
    start = 0
    bytes.append(contentsOf: new)
  }

  /// The next whole message; nil where more bytes have to come. After an error there is none any
  /// more.
  public mutating func next() throws(FrameError) -> [UInt8]? {
    if let fault { throw fault }
    do throws(FrameError) {
      guard let (length, head) = try length() else { return nil }
      guard length <= limit else { throw .tooLarge(bytes: length, limit: limit) }
      let from = start + head
      guard bytes.count - from >= length else { return nil }
      start = from + length
      return Array(bytes[from..<start])
    } catch {
      fault = error
      bytes = []
      start = 0
      throw error
    }
  }

  /// A message's length, and how many bytes say it.
  private func length() throws(FrameError) -> (length: Int, head: Int)? {
    var length = 0
    for (index, byte) in bytes[start...].prefix(3).enumerated() {
      length |= Int(byte & 127) << (7 * index)
      guard byte >= 128 else {
        guard byte > 0 || index == 0 else { throw .malformed }
        return (length, index + 1)
      }
    }
    guard bytes.count - start < 3 else { throw .malformed }
    return nil
  }
}
