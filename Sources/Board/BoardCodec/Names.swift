import BoardLog
import BoardModel
import EaselBase
import struct Foundation.Data

extension ReplicaID {
  init(decoding data: Data) throws(CodecError) {
    guard let raw = Bytes16(data) else { throw CodecError("replica", .malformed) }
    self.init(raw)
  }
}

extension SequenceNumber {
  init(
    decoding raw: UInt64, _ field: String = "sequence", atLeast least: UInt64 = 1
  ) throws(CodecError) {
    guard raw >= least, raw <= SequenceNumber.max.raw else { throw CodecError(field, .outOfRange) }
    self.init(raw)
  }
}

extension EntryID {
  init(decoding name: ProtoEntryName) throws(CodecError) {
    self.init(
      try ReplicaID(decoding: name.replica), try SequenceNumber(decoding: name.sequence))
  }

  var proto: ProtoEntryName {
    .with {
      $0.replica = Data(replica.raw.bytes)
      $0.sequence = sequence.raw
    }
  }
}

extension VersionVector {
  /// Reads at most `Limits.replicas` replicas, which must be in order and each occur once.
  init(decoding vector: ProtoVector) throws(CodecError) {
    guard vector.seen.count <= Limits.replicas else {
      throw CodecError("vector", .tooMany)
    }
    var known: [ReplicaID: SequenceNumber] = [:]
    var last: ReplicaID?
    for name in vector.seen {
      let id = try EntryID(decoding: name)
      if let last, id.replica <= last { throw CodecError("vector", .malformed) }
      last = id.replica
      known[id.replica] = id.sequence
    }
    self.init(known)
  }

  var proto: ProtoVector { .with { $0.seen = sorted.map(\.proto) } }
}
