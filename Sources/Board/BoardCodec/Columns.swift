import BoardSync
import EaselBase
import struct Foundation.Data

// Lists are written as columns: a separate message for each line would need four more bytes per
// line.

extension Data {
  init(column: some Collection<Bytes16>) {
    self.init(capacity: column.count * 16)
    for value in column { append(contentsOf: value.bytes) }
  }
}

extension [Bytes16] {
  /// Reads exactly `count` values.
  init(column: Data, count: Int, _ field: String) throws(CodecError) {
    guard column.count == count * 16 else { throw CodecError(field, .malformed) }
    let bytes = Array<UInt8>(column)
    self = (0..<count).compactMap { Bytes16(bytes[$0 * 16..<$0 * 16 + 16]) }
  }
}

extension Bytes16 {
  init(decoding data: Data, _ field: String) throws(CodecError) {
    guard let value = Bytes16(data) else { throw CodecError(field, .malformed) }
    self = value
  }
}

extension VersionVector {
  var columns: ProtoVectorColumns {
    let sorted = sorted
    return .with {
      $0.replicas = Data(column: sorted.map(\.replica.raw))
      $0.sequences = sorted.map(\.sequence.raw)
    }
  }

  init(decoding vector: ProtoVectorColumns) throws(CodecError) {
    let count = vector.sequences.count
    guard count <= Self.sentReplicasMax else { throw CodecError("vector", .tooMany) }
    let replicas = try [Bytes16](column: vector.replicas, count: count, "vector")
    guard isAscending(replicas) else { throw CodecError("vector", .malformed) }
    var known: [ReplicaID: SequenceNumber] = [:]
    for (replica, raw) in zip(replicas, vector.sequences) {
      known[ReplicaID(replica)] = try SequenceNumber(decoding: raw)
    }
    self.init(known)
  }
}

extension ProtoHeads {
  init(_ heads: [ReplicaHead]) {
    self.init()
    replicas = Data(column: heads.map(\.replica.raw))
    sequences = heads.map(\.sequence.raw)
    digests = Data(column: heads.map(\.digest))
    frozen = heads.indices.filter { heads[$0].isFrozen }.map { UInt32(clamping: $0) }
  }

  func decoded() throws(CodecError) -> [ReplicaHead] {
    guard sequences.count <= VectorPart.headsMax else { throw CodecError("heads", .tooMany) }
    let replicas = try [Bytes16](column: replicas, count: sequences.count, "heads")
    let digests = try [Bytes16](column: digests, count: sequences.count, "heads")
    guard isAscending(frozen), frozen.last.map({ $0 < sequences.count }) ?? true else {
      throw CodecError("frozen", .malformed)
    }
    let frozen = Set(frozen)
    var heads: [ReplicaHead] = []
    for (index, raw) in sequences.enumerated() {
      heads.append(
        ReplicaHead(
          ReplicaID(replicas[index]), try SequenceNumber(decoding: raw, atLeast: 0),
          digest: digests[index], isFrozen: frozen.contains(UInt32(clamping: index))))
    }
    return heads
  }
}

extension ProtoRanges {
  init(_ ranges: [EntryRange]) {
    self.init()
    replicas = Data(column: ranges.map(\.replica.raw))
    firsts = ranges.map(\.first.raw)
    lasts = ranges.map(\.last.raw)
  }

  func decoded() throws(CodecError) -> [EntryRange] {
    guard firsts.count <= AntiEntropyMessage.rangesMax else { throw CodecError("ranges", .tooMany) }
    guard lasts.count == firsts.count else { throw CodecError("ranges", .malformed) }
    let replicas = try [Bytes16](column: replicas, count: firsts.count, "ranges")
    var ranges: [EntryRange] = []
    for (index, replica) in replicas.enumerated() {
      ranges.append(
        EntryRange(
          replica: ReplicaID(replica), first: try SequenceNumber(decoding: firsts[index]),
          last: try SequenceNumber(decoding: lasts[index])))
    }
    return ranges
  }
}
