import EaselBase
import GroupCore

/// The format of messages in a byte stream: each message follows its length.
public enum WireFrame {
  /// Returns the length of a message in one to three bytes, seven bits in each, and the message.
  public static func encoded(_ message: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(message.count + 3)
    head(ofCount: message.count) { bytes.append($0) }
    bytes += message
    return bytes
  }

  /// Writes the length that comes before a message of so many bytes, one to three bytes.
  @inlinable
  public static func head(ofCount count: Int, _ write: (UInt8) -> Void) {
    var rest = UInt(count)
    while rest >= 128 {
      write(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    write(UInt8(truncatingIfNeeded: rest))
  }

  /// Maximum bytes of a message from a sender that has not yet identified itself.
  public static let greetingBytesMax = 4 * 1_024
}

/// The reason why a stream cannot be read any further.
public enum FrameError: Error, Hashable, Sendable {
  /// Thrown as soon as the length is known, before the message is complete.
  case tooLarge(bytes: Int, limit: Int)
  /// A length with more bytes than it needs, or with more than three.
  case malformed
}

/// Finds the messages in a stream of bytes that arrives in pieces of any size.
///
/// It holds at most one incomplete message in addition to the bytes that were appended last. A
/// caller that takes all complete messages after each read holds little memory, whatever the sender
/// does.
public struct FrameDecoder: Sendable {
  /// Maximum bytes in a message. Small at first; raise it after the other side has proved that it
  /// may send.
  public var limit = WireFrame.greetingBytesMax
  private var bytes: [UInt8] = []
  private var start = 0
  private var fault: FrameError?

  /// Creates a decoder with the limit for a sender that has not yet identified itself.
  public init() {}

  /// Appends bytes as they arrived. Ignores them after an error.
  public mutating func append(_ new: some Collection<UInt8>) {
    guard fault == nil else { return }
    // A link that is silent between two messages keeps no buffer.
    if start == bytes.count { bytes = [] } else { bytes.removeFirst(start) }
    start = 0
    bytes.append(contentsOf: new)
  }

  /// Returns the next complete message; nil if more bytes have to arrive first. After an error,
  /// every further call throws the same error.
  public mutating func next() throws(FrameError) -> [UInt8]? {
    if let fault { throw fault }
    do throws(FrameError) {
      guard let (length, head) = try length() else { return nil }
      guard length <= limit else { throw .tooLarge(bytes: length, limit: limit) }
      let from = start + head
      guard bytes.count - from >= length else {
        // The rest of the message arrives in pieces. Without this, the array would grow to twice
        // the message.
        bytes.reserveCapacity(from + length)
        return nil
      }
      start = from + length
      return Array(bytes[from..<start])
    } catch {
      fault = error
      bytes = []
      start = 0
      throw error
    }
  }

  /// Returns a message's length and the number of bytes that encode it; nil if bytes are missing.
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
