import EaselBase

/// What an envelope's bytes say.
public enum CallMessage: Hashable, Sendable {
  /// Still here, with an announcement of this version.
  case beat(version: UInt64)
  /// Your announcement, please.
  case ask
  case item(StreamItem)
  case acknowledgement(Acknowledgement)
  /// The piece that opens your stream to me was not seen.
  case unknownStream
  /// What a participant says that is not sent again.
  case passing(SeatMessage)
  /// A part of a reliable payload with such a message.
  case piece(Piece)
  /// Leaves the call.
  case farewell

  /// Whether it may be lost.
  var isPassing: Bool { if case .passing = self { true } else { false } }

  /// Whether it counts only where nobody else can have said it: by words in another's name somebody
  /// could silence two who speak with each other, or come between them. Acknowledgements are too many for
  /// that, and ink has no time.
  var needsProof: Bool {
    switch self {
    case .beat, .item, .unknownStream, .farewell: true
    case .ask, .acknowledgement, .passing, .piece: false
    }
  }
}

/// What a reliable stream carries.
public enum ReliablePayload: Hashable, Sendable {
  case announcement(Announcement)
  case message(SeatMessage)
  /// A message that its sender sent to all before it knew of this reader, with its age in
  /// milliseconds. The reader decides whether it is for it.
  case earlierMessage(SeatMessage, age: UInt64)

  /// An announcement with as many sessions as there may be takes this many; a message less.
  static let bytesMax = 544 * 1_024
}

/// What one participant says to others of its session. Which session that is its sender has
/// announced, so that no message repeats it.
public struct SeatMessage: Hashable, Sendable {
  /// Which of its sender's joins speaks.
  public let join: UInt32
  /// See `SessionMessage`.
  public let name: String
  public let bytes: [UInt8]

  public init(join: UInt32, name: String, bytes: [UInt8]) {
    self.join = join
    self.name = name
    self.bytes = bytes
  }
}

/// What one participant of a session said to others.
public struct SessionMessage: Hashable, Sendable {
  public let session: SessionID
  /// Which of its sender's joins speaks.
  public let join: UInt32
  /// What kind of message, by which a receiver finds whom it is for.
  public let name: String
  public let bytes: [UInt8]

  public static let nameBytesMax = 256

  public init(session: SessionID, join: UInt32, name: String, bytes: [UInt8]) {
    self.session = session
    self.join = join
    self.name = name
    self.bytes = bytes
  }
}

/// How messages become bytes and back. Bytes of no known meaning give nil, or nothing.
public struct CallCoding: Sendable {
  public var encode: @Sendable (CallMessage) -> [UInt8]
  /// Makes one body of several encoded messages.
  public var batch: @Sendable ([[UInt8]]) -> [UInt8]
  /// All that a body says, in order.
  public var decode: @Sendable ([UInt8]) -> [CallMessage]
  public var encodePayload: @Sendable (ReliablePayload) -> [UInt8]
  public var decodePayload: @Sendable ([UInt8]) -> ReliablePayload?

  public init(
    encode: @escaping @Sendable (CallMessage) -> [UInt8],
    batch: @escaping @Sendable ([[UInt8]]) -> [UInt8],
    decode: @escaping @Sendable ([UInt8]) -> [CallMessage],
    encodePayload: @escaping @Sendable (ReliablePayload) -> [UInt8],
    decodePayload: @escaping @Sendable ([UInt8]) -> ReliablePayload?
  ) {
    self.encode = encode
    self.batch = batch
    self.decode = decode
    self.encodePayload = encodePayload
    self.decodePayload = decodePayload
  }
}
