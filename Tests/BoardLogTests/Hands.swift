import EaselBase
import GroupTesting

@testable import BoardLog

/// The stand-in for Ed25519: everyone with the digest and the public key can sign.
func standInSignature(_ digest: Digest, _ publicKey: [UInt8]) -> [UInt8] {
  Array(digest.bytes.prefix(8) + publicKey.prefix(8))
}

func standInVerify(_ digest: Digest, _ signature: [UInt8], _ publicKey: [UInt8]) -> Bool {
  signature == standInSignature(digest, publicKey)
}

extension Entry {
  func signed(by replicaGenesis: ReplicaGenesis) -> Entry {
    var copy = self
    copy.signature = standInSignature(digest, replicaGenesis.publicKey)
    return copy
  }

  /// Another entry in the same place, signed or not.
  func rival(
    payload: [UInt8]? = nil, lamport: Lamport? = nil, author: AuthorID? = nil,
    previous: Digest? = nil, by replicaGenesis: ReplicaGenesis?
  ) -> Entry {
    let stamp = Stamp(
      id: id, author: author ?? stamp.author, lamport: lamport ?? stamp.lamport, at: stamp.at,
      lasted: stamp.lasted)
    let entry = Entry(
      stamp: stamp, previous: previous ?? self.previous, replicaGenesis: self.replicaGenesis,
      payload: payload ?? self.payload)
    return replicaGenesis.map(entry.signed) ?? entry
  }
}

/// A person who draws: a log of their own and the replica they write to.
struct Hand {
  let replicaGenesis: ReplicaGenesis
  var log: Log

  init(_ number: UInt8, run: UInt8 = 0, log: Log = Log()) {
    self.log = log
    replicaGenesis = ReplicaGenesis(
      publicKey: [UInt8](repeating: number, count: 32), nonce: [UInt8](repeating: run, count: 16))
  }

  var replica: ReplicaID { replicaGenesis.replica(on: log.board) }

  mutating func write(_ payload: [UInt8] = [1, 2, 3], for purpose: Purpose = .draw) -> Entry? {
    log.record(payload, as: replicaGenesis, for: purpose, at: 1_000, lasted: 20)?.signed(
      by: replicaGenesis)
  }

  mutating func write(_ count: Int) -> [Entry] {
    (0..<count).compactMap { write([UInt8(truncatingIfNeeded: $0)]) }
  }

  /// Writes what follows at a time of its own choosing.
  mutating func write(at lamport: Lamport) -> Entry {
    let before = log.head(of: replica)
    let number = SequenceNumber((before?.sequence.raw ?? 0) + 1)
    let stamp = Stamp(
      id: EntryID(replica, number), author: replicaGenesis.author, lamport: lamport, at: 0,
      lasted: 0)
    let entry = Entry(
      stamp: stamp, previous: before?.digest, replicaGenesis: before == nil ? replicaGenesis : nil,
      payload: [9]
    ).signed(by: replicaGenesis)
    var head = before ?? Head(replicaGenesis, replica)
    head.advance(to: entry)
    log.setHead(head)
    log.noteCounted(entry)
    return entry
  }

  mutating func hear(_ entries: [Entry]) { _ = log.merge(entries, verify: standInVerify) }
}

/// A log, and the file that it is kept in.
struct KeptLog {
  private(set) var log: Log
  private(set) var file: [Entry] = []

  init(_ log: Log = Log()) { self.log = log }

  @discardableResult
  mutating func merge(_ entries: [Entry]) -> MergeResult {
    let merged = log.merge(entries, verify: standInVerify)
    file += merged.applied + merged.forks.flatMap(\.proof) + merged.evidence
    if merged.mustReread { reread() }
    return merged
  }

  /// Reads the log anew as a program does, with the waiting entries.
  mutating func reread() {
    let waiting = log.waitingEntries
    log =
      Log.reading(
        log.genesis, allowances: log.allowances, file, verify: standInVerify
      ).log
    merge(waiting)
  }
}

extension ReplicaGenesis {
  /// The replica on the board that the tests use where it does not matter.
  var replica: ReplicaID { replica(on: BoardGenesis.unowned.id) }
}

extension Log {
  mutating func merge(_ entries: [Entry]) -> MergeResult { merge(entries, verify: standInVerify) }
}

/// The entries of several people who heard of each other now and then.
func randomEntries(people: Int, writes: Int, using random: inout SplitMix64) -> [Entry] {
  var hands = (0..<people).map { Hand(UInt8($0 + 1), run: UInt8.random(in: 0...3, using: &random)) }
  var all: [Entry] = []
  for _ in 0..<writes {
    let who = Int.random(in: 0..<people, using: &random)
    if Int.random(in: 0..<4, using: &random) == 0 { hands[who].hear(all) }
    if let entry = hands[who].write([UInt8.random(in: 0...255, using: &random)]) {
      all.append(entry)
    }
  }
  return all
}

/// Cuts a list into batches of random length.
func batches<Element>(_ entries: [Element], using random: inout SplitMix64) -> [[Element]] {
  var (rest, batches) = (entries[...], [[Element]]())
  while !rest.isEmpty {
    let count = Int.random(in: 1...8, using: &random)
    batches.append(Array(rest.prefix(count)))
    rest = rest.dropFirst(count)
  }
  return batches
}
