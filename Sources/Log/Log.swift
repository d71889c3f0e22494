import Vocabulary

/// A board's grow-only log: which entries are known, in what order they stand, and what may follow.
///
/// It keeps heads, not payloads: those are the board file's. A value, to be used by one thread at a
/// time. Its laws:
/// - L1 The same entries in any order give the same log.
/// - L2 Merging twice changes nothing.
/// - L3 One replica's entries apply in order and without gaps; later ones wait, bounded.
/// - L4 A snapshot and the entries after it give the whole log.
/// - L5 Whatever is merged is bounded and checked.
public struct Log: Sendable {
  /// The hash of the log whose picture this board began from; nil where it began empty.
  public let base: Digest?
  /// The largest time of any entry that counts or ever counted.
  public internal(set) var lamport: Lamport
  public private(set) var vector: VersionVector
  private(set) var heads: [ReplicaID: Head]
  var waiting = WaitingRoom()
  /// The largest time known when those that wait for others' time were last looked at.
  var lamportLooked = Lamport(0)
  /// What all entries taken so far weigh. What a fork takes back goes on weighing.
  public internal(set) var bytes = 0

  /// An entry's payload has at most this many bytes.
  public static let payloadLimit = 128 * 1_024
  /// A signature has at most this many, as Ed25519's have.
  public static let signatureLimit = 64
  /// An entry whose time runs further ahead of everything known waits until that caught up.
  public static let lamportLead: UInt64 = 1 << 20
  /// What an entry weighs beside its payload: its numbers and times, its hash and its signature.
  public static let entryOverhead = 128
  /// Nobody's own entry makes a log heavier than this.
  public static let recordedBytesMax = 64 << 20
  /// What others wrote is taken up to this, since two halves of a call that was cut in two may each
  /// have filled theirs: together they are whole. What is beyond waits, bounded.
  public static let bytesMax = 2 * recordedBytesMax

  public init(base: Digest? = nil) {
    self.init(Snapshot(base: base, lamport: Lamport(0), heads: []))
  }

  /// Where a log stands, without what waits.
  public struct Snapshot: Hashable, Sendable {
    public let base: Digest?
    public let lamport: Lamport
    /// In replica order.
    public let heads: [Head]

    public init(base: Digest?, lamport: Lamport, heads: [Head]) {
      (self.base, self.lamport, self.heads) = (base, lamport, heads)
    }
  }

  public var snapshot: Snapshot {
    Snapshot(base: base, lamport: lamport, heads: heads.values.sorted { $0.replica < $1.replica })
  }

  public init(_ snapshot: Snapshot) {
    base = snapshot.base
    lamport = min(snapshot.lamport, .max)
    heads = Dictionary(snapshot.heads.map { ($0.replica, $0) }) { first, _ in first }
    vector = VersionVector(heads.mapValues(\.sequence))
  }

  public func head(of replica: ReplicaID) -> Head? { heads[replica] }

  /// The same for everybody who knows the same entries, however they came to know them.
  public var hash: Digest {
    var bytes = CanonicalBytes(domain: "easel log 1", capacity: 64 + heads.count * 64)
    bytes.append(base)
    bytes.append(UInt64(heads.count))
    for head in snapshot.heads {
      bytes.append(head.replica.raw)
      bytes.append(head.sequence.raw)
      bytes.append(head.digest)
      bytes.append(UInt8(head.isFrozen ? 1 : 0))
    }
    return bytes.digest()
  }

  /// What this log has and one that knows `other` lacks, in replica order.
  public func missing(from other: VersionVector) -> [EntryRange] {
    vector.sorted.compactMap { last in
      guard let first = other[last.replica].next, first <= last.sequence else { return nil }
      return EntryRange(replica: last.replica, first: first, last: last.sequence)
    }
  }

  /// Makes the next entry of one's own replica, which begins with it if it is the first. The only
  /// place where numbers and times are given. The entry counts at once; its signature may follow,
  /// since the digest does not depend on it.
  ///
  /// Nil where the numbers end, the payload is beyond `payloadLimit`, the log would weigh more than
  /// `recordedBytesMax`, or the replica is frozen; another nonce then begins another replica.
  public mutating func record(
    _ payload: [UInt8], as birth: Birth, at: Int64, lasted: UInt32
  ) -> Entry? {
    let head = heads[birth.replica] ?? Head(birth)
    guard !head.isFrozen, birth.isWellFormed, payload.count <= Self.payloadLimit,
      bytes + payload.count + Self.entryOverhead <= Self.recordedBytesMax,
      let number = head.sequence.next, let time = lamport.next
    else { return nil }
    let stamp = Stamp(
      id: EntryID(birth.replica, number), author: head.author, lamport: time, at: at,
      lasted: lasted)
    let entry = Entry(
      stamp: stamp, previous: head.digest, birth: head.digest == nil ? birth : nil,
      payload: payload)
    // What strangers wrote ahead in a replica's name must not wait on behind its first entry.
    if heads[birth.replica] == nil { _ = waiting.leave(birth.replica) }
    heads[birth.replica, default: head].advance(to: entry)
    bytes += entry.weight
    lamport = time
    vector.include(entry.id)
    return entry
  }

  /// Takes a head out, so that it can be changed without copying its history.
  mutating func removeHead(of replica: ReplicaID) -> Head? { heads.removeValue(forKey: replica) }

  mutating func put(_ head: Head) {
    lamport = max(lamport, head.lamport)
    if head.isFrozen {
      heads[head.replica] = head
      vector = VersionVector(heads.mapValues(\.sequence))
    } else {
      vector.include(EntryID(head.replica, head.sequence))
      heads[head.replica] = head
    }
  }
}
