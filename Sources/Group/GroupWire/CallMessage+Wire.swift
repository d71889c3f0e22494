import EaselBase
import GroupBase
import struct Foundation.Data
import GroupCore

extension CallMessage {
  /// The first bytes of the short form. A Protobuf message never begins with these bytes, because
  /// field numbers start at 1. In the short form, the first byte is the join of a passing
  /// (unreliable) message without a name, and all further bytes are its content. A stroke in
  /// progress sends thirty such messages per second.
  private static let shortJoins: ClosedRange<UInt32> = 1...7

  /// The first byte of the long form of a passing message: field 2.
  private static let passingTag: UInt8 = 2 << 3 | 2

  /// Returns how the messages of an envelope's body were sent: unreliably if they are passing
  /// messages, in either form. Looks only at the first byte of the first message, because all
  /// messages of a batch have one mode.
  public static func mode(ofBody body: [UInt8]) -> DeliveryMode {
    let first =
      body.first == MessageBatchForm.mark ? MessageBatchForm.firstPart(of: body) : body[...]
    let isPassing = first.first.map { shortJoins.contains(UInt32($0)) || $0 == passingTag }
    return isPassing == true ? .unreliable : .reliable
  }

  /// Returns the message as bytes, in the short form if it has one; the length is not included.
  public func encoded() -> [UInt8] {
    if case .passing(let said) = self, said.name.isEmpty, Self.shortJoins.contains(said.join) {
      return [UInt8(truncatingIfNeeded: said.join)] + said.bytes
    }
    let message = ProtoCallMessage.with {
      switch self {
      case .beat(let version): $0.beat = version
      case .ask: $0.ask = ProtoNothing()
      case .item(let item): $0.item = item.proto
      case .acknowledgement(let word):
        $0.acknowledgement = .with {
          $0.upTo = word.upTo
          $0.held = word.held
        }
      case .unknownStream: $0.unknownStream = ProtoNothing()
      case .passing(let message):
        $0.passing = Data(message.bytes)
        $0.join = message.join
        $0.name = message.name
      case .piece(let piece): $0.piece = piece.proto
      case .farewell: $0.farewell = ProtoNothing()
      }
    }
    return message.bytes
  }

  /// Decodes a message. The bytes are untrusted. Nil for a message of a newer version that this
  /// version need not understand.
  ///
  /// - Throws: the field at fault, if the bytes are invalid or exceed a limit.
  public init?(decoding bytes: [UInt8]) throws(WireError) {
    try self.init(decoding: bytes[...])
  }

  /// Decodes all messages of an envelope's body, in order, and skips unknown messages. The bytes
  /// are untrusted; one invalid message makes the whole body invalid.
  public static func all(decoding body: [UInt8]) throws(WireError) -> [CallMessage] {
    guard body.first == MessageBatchForm.mark else {
      return try CallMessage(decoding: body).map { [$0] } ?? []
    }
    let parts = try MessageBatchForm.parts(of: body)
    var messages: [CallMessage] = []
    messages.reserveCapacity(parts.count)
    for part in parts {
      if let message = try CallMessage(decoding: part) { messages.append(message) }
    }
    return messages
  }

  private init?(decoding bytes: ArraySlice<UInt8>) throws(WireError) {
    if let join = bytes.first.map(UInt32.init), Self.shortJoins.contains(join) {
      self = .passing(ParticipantMessage(join: join, name: "", bytes: Array(bytes.dropFirst())))
      return
    }
    let message = try ProtoCallMessage(bytes: Array(bytes), named: "call")
    switch message.content {
    case .beat(let version): self = .beat(version: version)
    case .ask: self = .ask
    case .item(let item): self = .item(try StreamItem(decoding: item))
    case .acknowledgement(let word):
      self = .acknowledgement(try Acknowledgement(decoding: word))
    case .unknownStream: self = .unknownStream
    case .passing(let bytes):
      self = .passing(
        try ParticipantMessage(join: message.join, checking: message.name, bytes: Array(bytes)))
    case .piece(let piece): self = .piece(try Piece(decoding: piece))
    case .farewell: self = .farewell
    case nil: return nil
    }
  }

  /// Decodes as ``all(decoding:)`` does, but returns no messages if the bytes are invalid.
  static func all(reading body: [UInt8]) -> [CallMessage] { (try? all(decoding: body)) ?? [] }
}

extension ParticipantMessage {
  init(join: UInt32, checking name: String, bytes: [UInt8]) throws(WireError) {
    guard name.utf8.count <= SessionMessage.nameBytesMax else { throw WireError("name", .tooMany) }
    self.init(join: join, name: name, bytes: bytes)
  }
}

extension Acknowledgement {
  fileprivate init(decoding word: ProtoAcknowledgement) throws(WireError) {
    guard word.held.count <= Self.heldMax else { throw WireError("held", .tooMany) }
    guard isAscending(word.held) else { throw WireError("held", .malformed) }
    self.init(upTo: word.upTo, held: word.held)
  }
}

extension StreamItem {
  fileprivate var proto: ProtoStreamItem {
    .with {
      $0.number = number
      $0.to = to.named
      $0.toNobody = to.isNobody
      $0.previous = previous
      $0.readers = exceptions.map(\.reader.raw)
      $0.previouses = exceptions.map(\.previous)
      $0.content = Data(content)
      $0.isContinued = isContinued
    }
  }

  fileprivate init(decoding item: ProtoStreamItem) throws(WireError) {
    guard item.readers.count <= EnvelopeDestination.membersMax else {
      throw WireError("readers", .tooMany)
    }
    guard isAscending(item.readers), item.readers.count == item.previouses.count else {
      throw WireError("readers", .malformed)
    }
    self.init(
      number: item.number, to: try EnvelopeDestination(decoding: item.to, isNobody: item.toNobody),
      previous: item.previous,
      exceptions: zip(item.readers, item.previouses).map {
        Exception(MemberID($0), previous: $1)
      },
      content: Array(item.content), isContinued: item.isContinued)
  }
}

extension Piece {
  fileprivate var proto: ProtoPiece {
    .with {
      $0.message = message
      $0.index = UInt32(clamping: index)
      $0.count = UInt32(clamping: count)
      $0.content = Data(bytes)
    }
  }

  fileprivate init(decoding piece: ProtoPiece) throws(WireError) {
    guard piece.count <= Self.countMax, piece.content.count <= Self.bytesMax else {
      throw WireError("piece", .tooMany)
    }
    guard piece.index < piece.count else { throw WireError("piece", .outOfRange) }
    self.init(
      message: piece.message, index: Int(piece.index), count: Int(piece.count),
      bytes: Array(piece.content))
  }
}
