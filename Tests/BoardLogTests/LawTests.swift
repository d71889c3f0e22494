import EaselBase
import GroupTesting
import Testing

@testable import BoardLog

struct LawTests {
  @Test("L1 · the same entries in any order give the same log", arguments: Seeds.range(60))
  func order(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let entries = randomEntries(people: 4, writes: 60, using: &random)
    let oracle = Oracle(entries, keys: replicaGeneses(in: entries))
    var hashes: Set<Digest> = []
    for _ in 0..<4 {
      var log = Log()
      var applied: [Entry] = []
      for batch in batches(entries.shuffled(using: &random), using: &random) {
        let merged = log.merge(batch)
        #expect(!merged.mustReread && merged.refused.isEmpty)
        applied += merged.applied
      }
      hashes.insert(log.hash)
      #expect(oracle.difference(from: log) == nil)
      #expect(
        Dictionary(uniqueKeysWithValues: applied.map { ($0.id, $0.digest) }) == oracle.counted)
      #expect(log.lamport == entries.map(\.stamp.lamport).max())
    }
    #expect(hashes.count == 1)
  }

  @Test("L1 · gaps, forgeries and forks included", arguments: Seeds.range(200))
  func hostile(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let honest = randomEntries(people: 3, writes: 40, using: &random)
    let keys = replicaGeneses(in: honest)
    var entries = honest.filter { _ in Int.random(in: 0..<20, using: &random) > 0 }
    for entry in honest.shuffled(using: &random).prefix(6) {
      entries.append(mischief(entry, keys, using: &random))
    }
    let oracle = Oracle(entries, keys: keys)
    for _ in 0..<4 {
      var kept = KeptLog()
      var before: Digest?
      // The test asks again for dropped and forgotten entries.
      repeat {
        before = kept.log.hash
        for batch in batches(entries.shuffled(using: &random), using: &random) { kept.merge(batch) }
      } while kept.log.hash != before
      #expect(oracle.difference(from: kept.log) == nil)
    }
  }

  @Test("L2 · merging twice changes nothing", arguments: Seeds.range(20))
  func twice(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let entries = randomEntries(people: 3, writes: 40, using: &random)
    var log = Log()
    #expect(log.merge(entries + entries.shuffled(using: &random)).applied.count == entries.count)
    let before = (log.hash, log.weight, log.lamport)
    for batch in batches(entries.shuffled(using: &random), using: &random) {
      let again = log.merge(batch)
      #expect(again.applied.isEmpty && again.refused.isEmpty && again.forks.isEmpty)
    }
    #expect((log.hash, log.weight, log.lamport) == before)
  }

  @Test("L3 · entries of one replica apply in order and without gaps", arguments: Seeds.range(20))
  func inOrder(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let entries = randomEntries(people: 3, writes: 60, using: &random)
    var log = Log()
    var seen: [ReplicaID: UInt64] = [:]
    for batch in batches(entries.shuffled(using: &random), using: &random) {
      for entry in log.merge(batch).applied {
        #expect(entry.id.sequence.raw == seen[entry.id.replica, default: 0] + 1)
        seen[entry.id.replica] = entry.id.sequence.raw
      }
    }
    #expect(seen.values.reduce(0, +) == 60)
  }

  @Test("L4 · a snapshot and the entries after it give the whole log", arguments: Seeds.range(20))
  func snapshot(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let entries = randomEntries(people: 3, writes: 60, using: &random)
    var whole = Log()
    _ = whole.merge(entries)
    var part = Log()
    _ = part.merge(Array(entries.prefix(Int.random(in: 0...60, using: &random))))
    var mended = part.snapshot
    let tail = whole.missing(from: mended.vector).flatMap { range in
      entries.filter {
        $0.id.replica == range.replica && $0.id.sequence >= range.first
          && $0.id.sequence <= range.last
      }
    }
    #expect(mended.merge(tail.shuffled(using: &random)).applied.count == tail.count)
    #expect(mended.hash == whole.hash && mended.weight == whole.weight)
    #expect(whole.missing(from: whole.vector).isEmpty)
    let other = BoardGenesis(nonce: [UInt8](repeating: 1, count: 16))
    #expect(whole.snapshot.hash == whole.hash && Log().hash != Log(other).hash)
  }

  @Test("L5 · every merged entry is checked", arguments: Seeds.range(20))
  func nonsense(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let edges: [UInt64] = [0, 1, 2, 1 << 20, 1 << 53 - 1, 1 << 53, .max]
    var log = Log()
    for _ in 0..<300 {
      let replicaGenesis = Hand(UInt8.random(in: 0...3, using: &random)).replicaGenesis
      let bad = ReplicaGenesis(publicKey: [1], nonce: [])
      let stamp = Stamp(
        id: EntryID(
          replicaGenesis.replica, SequenceNumber(edges.randomElement(using: &random) ?? 0)),
        author: replicaGenesis.author, lamport: Lamport(edges.randomElement(using: &random) ?? 0),
        at: .min, lasted: .max)
      let entry = Entry(
        stamp: stamp, previous: Bool.random(using: &random) ? bad.digestForTests : nil,
        replicaGenesis: [replicaGenesis, bad, nil].randomElement(using: &random) ?? nil, payload: []
      )
      _ = log.merge([Bool.random(using: &random) ? entry.signed(by: replicaGenesis) : entry])
    }
    for head in log.sortedHeads { #expect(head.sequence.raw <= 1) }
  }
}

extension ReplicaGenesis {
  fileprivate var digestForTests: Digest? { Digest(repeatElement(7, count: 32)) }
}

func replicaGeneses(in entries: [Entry]) -> [ReplicaID: ReplicaGenesis] {
  var replicaGeneses: [ReplicaID: ReplicaGenesis] = [:]
  for entry in entries {
    if let replicaGenesis = entry.replicaGenesis {
      replicaGeneses[entry.id.replica] = replicaGenesis
    }
  }
  return replicaGeneses
}

/// A forgery that an attacker might send in the place of an entry. Honest payloads have one byte,
/// so that these are never the honest entry with a worse signature: a run takes that for what it
/// is.
private func mischief(
  _ entry: Entry, _ keys: [ReplicaID: ReplicaGenesis], using random: inout SplitMix64
) -> Entry {
  let replicaGenesis = keys[entry.id.replica]
  let stranger = Hand(99).replicaGenesis
  switch Int.random(in: 0..<7, using: &random) {
  case 0: return entry.rival(payload: [0xEE, 0xEE], by: replicaGenesis)
  case 1: return entry.rival(payload: [0xEE, 0xEE], by: nil)
  case 2: return entry.rival(payload: [0xEE, 0xEE], by: stranger)
  case 3: return entry.rival(author: stranger.author, by: replicaGenesis)
  case 4: return entry.rival(lamport: Lamport(entry.id.sequence.raw), by: replicaGenesis)
  case 5: return entry.rival(previous: Digest(repeatElement(7, count: 32)), by: replicaGenesis)
  default: return entry
  }
}
