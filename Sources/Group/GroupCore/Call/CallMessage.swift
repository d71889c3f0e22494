import EaselBase
import GroupBase

/// A message in the body of an envelope.
public enum CallMessage: Hashable, Sendable {
  /// The sender is still here; its announcement has this version.
  case beat(version: UInt64)
  /// Asks the receiver for its announcement.
  case ask
  /// A piece of the sender's reliable stream.
  case item(StreamItem)
  /// Tells the receiver which pieces of its reliable stream have arrived at the sender of this
  /// message.
  case acknowledgement(Acknowledgement)
  /// Tells the receiver that the sender of this message cannot read the receiver's reliable stream:
  /// the first piece of the stream is missing, or a later piece does not arrive.
  case unknownStream
  /// An unreliable message of a participant. If it is lost, it is not sent again.
  case passing(ParticipantMessage)
  /// One part of an unreliable message that is too large for one frame. Such a part is no piece of
  /// the reliable stream.
  case piece(Piece)
  /// The sender leaves the call.
  case farewell

  /// Whether a link may drop the message.
  var mode: DeliveryMode { if case .passing = self { .unreliable } else { .reliable } }

  /// Returns whether receivers accept the message only with a proof of its origin.
  ///
  /// All members have the keys that seal a watcher's messages. Without the proof, each of them could
  /// show words and a pointer in the watcher's name.
  func needsProof(ofWatcher isFromWatcher: Bool) -> Bool {
    switch self {
    case .passing, .piece: isFromWatcher
    case .beat, .item, .unknownStream, .farewell, .ask, .acknowledgement: needsProof
    }
  }

  /// Whether receivers accept the message only with a proof of its origin, whoever sends it. Without
  /// the proof, a member could send such messages in another member's name, and so stop or change
  /// the messages between two other members. Acknowledgements are too frequent for a proof, and ink
  /// is too urgent.
  var needsProof: Bool {
    switch self {
    case .beat, .item, .unknownStream, .farewell: true
    case .ask, .acknowledgement, .passing, .piece: false
    }
  }
}

/// A payload of a reliable stream.
public enum ReliablePayload: Hashable, Sendable {
  /// The sender's description of itself.
  case announcement(Announcement)
  /// A message that was sent in a session.
  case message(ParticipantMessage)
  /// A message that its sender sent to all before the sender knew of this reader, with the
  /// message's age in milliseconds. The reader uses the age to decide whether the message was meant
  /// for it.
  case earlierMessage(ParticipantMessage, age: UInt64)

  /// The maximum bytes of a payload: the size of an announcement with the most sessions.
  static let bytesMax = 544 * 1_024
}

/// A message from one participant to others in its session. The sender's announcement lists its
/// joins, each with its number and its session. A message carries the join number, which implies
/// the session.
public struct ParticipantMessage: Hashable, Sendable {
  /// The number of the join with which the sender entered the session.
  public let join: UInt32
  /// The kind of message; see `SessionMessage`.
  public let name: String
  /// The content, at most `Call.messageBytesMax` bytes.
  public let bytes: [UInt8]

  /// Creates a message without a check of its limits.
  public init(join: UInt32, name: String, bytes: [UInt8]) {
    self.join = join
    self.name = name
    self.bytes = bytes
  }
}

/// A message from one participant of a session to others.
public struct SessionMessage: Hashable, Sendable {
  /// The session that the message was sent in.
  public let session: SessionID
  /// The number of the join with which the sender entered the session.
  public let join: UInt32
  /// The kind of message, by which a receiver finds the handler for it.
  public let name: String
  /// The content, at most `Call.messageBytesMax` bytes.
  public let bytes: [UInt8]

  /// The maximum length of a name, in UTF-8 bytes.
  public static let nameBytesMax = 256

  /// Creates a message without a check of its limits.
  public init(session: SessionID, join: UInt32, name: String, bytes: [UInt8]) {
    self.session = session
    self.join = join
    self.name = name
    self.bytes = bytes
  }
}

/// Encodes messages to bytes and decodes bytes to messages. Unknown bytes decode to nil or to an
/// empty array.
public struct CallCoding: Sendable {
  /// Encodes one message.
  public var encode: @Sendable (CallMessage) -> [UInt8]
  /// Encodes several encoded messages as one body.
  public var batch: @Sendable ([[UInt8]]) -> [UInt8]
  /// Decodes all messages in a body, in order; empty if the bytes are invalid.
  public var decode: @Sendable ([UInt8]) -> [CallMessage]
  /// Reads how the messages in a body were sent, without decoding all of them.
  public var mode: @Sendable ([UInt8]) -> DeliveryMode
  /// Encodes a payload of a reliable stream.
  public var encodePayload: @Sendable (ReliablePayload) -> [UInt8]
  /// Decodes a payload of a reliable stream; nil if it is unknown or the bytes are invalid.
  public var decodePayload: @Sendable ([UInt8]) -> ReliablePayload?

  /// Creates a coding from its functions, which may be called from any thread.
  public init(
    encode: @escaping @Sendable (CallMessage) -> [UInt8],
    batch: @escaping @Sendable ([[UInt8]]) -> [UInt8],
    decode: @escaping @Sendable ([UInt8]) -> [CallMessage],
    mode: @escaping @Sendable ([UInt8]) -> DeliveryMode,
    encodePayload: @escaping @Sendable (ReliablePayload) -> [UInt8],
    decodePayload: @escaping @Sendable ([UInt8]) -> ReliablePayload?
  ) {
    self.encode = encode
    self.batch = batch
    self.decode = decode
    self.mode = mode
    self.encodePayload = encodePayload
    self.decodePayload = decodePayload
  }
}

/// The circumstances of a message that a call receives.
struct IncomingMessage: Sendable {
  /// The rank of the message's origin.
  var rank = AdmissionRule.Rank.drawer
  /// Whether the origin of the message is a watcher.
  var isFromWatcher: Bool { rank == .watcher }
  /// The name that the origin has to use; nil if the origin may choose its name.
  var givenName: SafeText?
  /// Whether the origin announced another name than ``givenName``.
  var isMisnamed = false
  /// The messages in the envelope, if the rate check has already decoded them.
  var messages: [CallMessage]?

  /// Returns the part of an announcement that its sender may make; nil if its name is false.
  mutating func permitted(_ announcement: Announcement) -> Announcement? {
    if let givenName, announcement.profile.name != givenName {
      isMisnamed = true
      return nil
    }
    guard isFromWatcher else { return announcement }
    var announcement = announcement
    // A watcher cannot admit a new member, so the other members never dial its addresses.
    (announcement.sessions, announcement.profile.addresses) = ([], [])
    return announcement
  }
}
