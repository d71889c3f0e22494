import BoardLog
import EaselBase
import struct Foundation.Data

extension Entry {
  /// Returns the bytes that files store and peers pass on.
  package func encoded() -> [UInt8] {
    let message = ProtoEntry.with {
      $0.replica = Data(id.replica.raw.bytes)
      $0.sequence = id.sequence.raw
      $0.lamport = stamp.lamport.raw
      $0.author = Data(stamp.author.raw.bytes)
      $0.at = stamp.at
      $0.lasted = stamp.lasted
      if let previous { $0.previous = Data(previous.bytes) }
      if let replicaGenesis { $0.replicaGenesis = replicaGenesis.proto }
      $0.payload = Data(payload)
      $0.signature = Data(signature)
      $0.purpose = UInt32(purpose.rawValue)
    }
    return message.bytes
  }

  /// The greatest length of an entry, in bytes.
  package static let encodedBytesMax = Log.payloadLimit + 512

  /// Reads an entry in its single form. No other bytes give the same entry, so no sender can add
  /// unsigned data to it. `Log.merge` decides whether a log accepts the entry.
  package init(decoding bytes: [UInt8]) throws(CodecError) {
    guard bytes.count <= Self.encodedBytesMax else { throw CodecError("entry", .tooMany) }
    var reader = CanonicalReader(bytes)
    let replica = try reader.name(1, "replica")
    let sequence = try SequenceNumber(decoding: try reader.number(2, "sequence"))
    let lamport = try reader.number(3, "lamport")
    guard lamport >= 1, lamport <= Lamport.max.raw else { throw CodecError("lamport", .outOfRange) }
    let author = try reader.name(4, "author")
    let at = try reader.number(5, "at")
    guard let lasted = UInt32(exactly: try reader.number(6, "lasted")) else {
      throw CodecError("lasted", .outOfRange)
    }
    let previous = try reader.digest(7, "previous")
    let replicaGenesis = try ReplicaGenesis(decoding: try reader.list(8, "replicaGenesis"))
    let payload = try reader.list(9, "payload")
    let signature = try reader.list(10, "signature")
    let purpose = try Purpose(decoding: try reader.number(11, "purpose"))
    guard reader.isAtEnd else { throw CodecError("entry", .malformed) }
    let stamp = Stamp(
      id: EntryID(ReplicaID(replica), sequence), author: AuthorID(author),
      lamport: Lamport(lamport),
      at: at.zigZag, lasted: lasted)
    self.init(
      stamp: stamp, previous: previous, replicaGenesis: replicaGenesis, purpose: purpose,
      payload: Array(payload),
      signature: Array(signature))
  }
}

extension ReplicaGenesis {
  var proto: ProtoReplicaGenesis {
    .with {
      $0.publicKey = Data(publicKey)
      $0.nonce = Data(nonce)
    }
  }

  /// Reads a replica genesis; nil if there are no bytes.
  init?(decoding bytes: ArraySlice<UInt8>) throws(CodecError) {
    guard !bytes.isEmpty else { return nil }
    var reader = CanonicalReader(Array(bytes))
    self.init(
      publicKey: Array(try reader.list(1, "replicaGenesis")),
      nonce: Array(try reader.list(2, "replicaGenesis")))
    guard isWellFormed, reader.isAtEnd else { throw CodecError("replicaGenesis", .malformed) }
  }
}

extension Purpose {
  init(decoding number: UInt64) throws(CodecError) {
    guard let value = UInt8(exactly: number), let purpose = Purpose(rawValue: value) else {
      throw CodecError("purpose", .outOfRange)
    }
    self = purpose
  }
}

extension UInt64 {
  /// The signed number that Protobuf's zig-zag form stands for: 0, 1, 2, 3 … give 0, −1, 1, −2 …
  var zigZag: Int64 { Int64(bitPattern: self >> 1) ^ -Int64(bitPattern: self & 1) }
}

extension CanonicalReader {
  /// Reads a digest; nil if the field is absent.
  mutating func digest(_ field: UInt8, _ name: String) throws(CodecError) -> Digest? {
    let bytes = try list(field, name)
    guard !bytes.isEmpty else { return nil }
    guard let digest = Digest(bytes) else { throw CodecError(name, .malformed) }
    return digest
  }

  mutating func name(_ field: UInt8, _ name: String) throws(CodecError) -> Bytes16 {
    guard let bytes = Bytes16(try list(field, name)) else { throw CodecError(name, .malformed) }
    return bytes
  }
}
