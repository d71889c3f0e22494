import struct Foundation.Data
import Log
import Vocabulary

extension Entry {
  /// The bytes that files keep and peers pass on.
  public func encoded() -> [UInt8] {
    let message = ProtoEntry.with {
      $0.replica = Data(id.replica.raw.bytes)
      $0.sequence = id.sequence.raw
      $0.lamport = stamp.lamport.raw
      $0.author = Data(stamp.author.raw.bytes)
      $0.at = stamp.at
      $0.lasted = stamp.lasted
      if let previous { $0.previous = Data(previous.bytes) }
      if let birth {
        $0.birth = .with {
          $0.publicKey = Data(birth.publicKey)
          $0.nonce = Data(birth.nonce)
        }
      }
      $0.payload = Data(payload)
      $0.signature = Data(signature)
    }
    return message.bytes
  }

  /// An entry's bytes are at most this many.
  public static let encodedBytesMax = Log.payloadLimit + 512

  /// Reads an entry in its one form: there are no other bytes that give the same entry, so that
  /// nothing unsigned travels along. Whether it may be taken is `Log.merge`'s to say.
  public init(decoding bytes: [UInt8]) throws(CodecError) {
    guard bytes.count <= Self.encodedBytesMax else { throw CodecError("entry", .tooMany) }
    let message = try ProtoEntry(bytes: bytes, named: "entry")
    guard message.unknownFields.data.isEmpty, message.birth.unknownFields.data.isEmpty,
      message.bytes == bytes
    else { throw CodecError("entry", .malformed) }
    guard let author = Bytes16(message.author) else { throw CodecError("author", .malformed) }
    guard message.lamport >= 1, message.lamport <= Lamport.max.raw else {
      throw CodecError("lamport", .outOfRange)
    }
    var previous: Digest?
    if !message.previous.isEmpty {
      guard let digest = Digest(message.previous) else { throw CodecError("previous", .malformed) }
      previous = digest
    }
    let id = EntryID(
      try ReplicaID(decoding: message.replica), try SequenceNumber(decoding: message.sequence))
    let stamp = Stamp(
      id: id, author: AuthorID(author), lamport: Lamport(message.lamport), at: message.at,
      lasted: message.lasted)
    self.init(
      stamp: stamp, previous: previous,
      birth: message.hasBirth ? try Birth(decoding: message.birth) : nil,
      payload: Array(message.payload), signature: Array(message.signature))
  }
}

extension Birth {
  fileprivate init(decoding birth: ProtoBirth) throws(CodecError) {
    self.init(publicKey: Array(birth.publicKey), nonce: Array(birth.nonce))
    guard isWellFormed else { throw CodecError("birth", .malformed) }
  }
}
