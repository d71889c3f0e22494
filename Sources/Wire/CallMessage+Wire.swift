import struct Foundation.Data
import Sharing

extension CallMessage {
  public func encoded() -> [UInt8] {
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
      case .farewell: $0.farewell = ProtoNothing()
      }
    }
    return message.bytes
  }

  /// Any bytes may come. Nil where a newer version says what this one need not understand.
  public init?(decoding bytes: [UInt8]) throws(WireError) {
    let message = try ProtoCallMessage(bytes: bytes, named: "call")
    switch message.content {
    case .beat(let version): self = .beat(version: version)
    case .ask: self = .ask
    case .item(let item): self = .item(try StreamItem(decoding: item))
    case .acknowledgement(let word):
      self = .acknowledgement(try Acknowledgement(decoding: word))
    case .unknownStream: self = .unknownStream
    case .passing(let bytes):
      self = .passing(
        try SeatMessage(join: message.join, checking: message.name, bytes: Array(bytes)))
    case .farewell: self = .farewell
    case nil: return nil
    }
  }

  /// The same where nobody asks why.
  init?(reading bytes: [UInt8]) {
    guard let message = try? Self(decoding: bytes) else { return nil }
    self = message
  }
}

extension SeatMessage {
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
      $0.exceptions = exceptions.map { exception in
        .with {
          $0.reader = exception.reader.raw
          $0.previous = exception.previous
        }
      }
      $0.content = Data(content)
    }
  }

  fileprivate init(decoding item: ProtoStreamItem) throws(WireError) {
    guard item.exceptions.count <= Destination.membersMax else {
      throw WireError("exceptions", .tooMany)
    }
    guard isAscending(item.exceptions.map(\.reader)) else {
      throw WireError("exceptions", .malformed)
    }
    self.init(
      number: item.number, to: try Destination(decoding: item.to, isNobody: item.toNobody),
      previous: item.previous,
      exceptions: item.exceptions.map { Exception(MemberID($0.reader), previous: $0.previous) },
      content: Array(item.content))
  }
}
