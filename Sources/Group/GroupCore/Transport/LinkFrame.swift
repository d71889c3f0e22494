/// Bytes that go over several links. All links hold the same copy.
public final class SharedBytes: Sendable {
  /// The bytes.
  public let bytes: [UInt8]

  /// Fewer bytes than this are copied for each link: that costs less than sharing them.
  public static let countMin = 1_024

  /// Creates bytes that links share.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// One message for a link: the bytes of this link alone, followed by bytes that other links send
/// too.
public struct LinkFrame: Sendable {
  /// The bytes of this link alone; they come first.
  public let head: [UInt8]
  /// The bytes that links share; nil if all bytes are in the head.
  public let body: SharedBytes?

  /// Creates a message.
  public init(_ head: [UInt8], _ body: SharedBytes? = nil) { (self.head, self.body) = (head, body) }

  /// The number of bytes of the message.
  public var count: Int { head.count + (body?.bytes.count ?? 0) }
  /// The bytes of the message in one piece, for a transport that shares nothing.
  public var bytes: [UInt8] { body.map { head + $0.bytes } ?? head }
}
