import Vocabulary

@testable import Log

/// What a log must say of a set of entries, found the slow way: by looking at all of them at once,
/// again and again until nothing changes.
struct Oracle {
  struct Tip: Equatable {
    var number: UInt64 = 0
    var digest: Digest?
    var lamport: UInt64 = 0
    var isFrozen = false
  }

  private(set) var tips: [ReplicaID: Tip] = [:]
  private(set) var counted: [EntryID: Digest] = [:]

  init(_ entries: [Entry], keys: [ReplicaID: Birth]) {
    let valid = entries.filter { entry in
      guard let birth = keys[entry.id.replica] else { return false }
      return standInVerify(entry.digest, entry.signature, birth.publicKey)
        && entry.stamp.author == birth.author
        && (entry.id.sequence.raw == 1 ? entry.birth == birth : entry.birth == nil)
    }
    for replica in Set(valid.map(\.id.replica)) { tips[replica] = Tip() }
    var changed = true
    while changed {
      changed = false
      for replica in tips.keys { if step(replica, valid) { changed = true } }
    }
    tips = tips.filter { $0.value != Tip() }
  }

  private mutating func step(_ replica: ReplicaID, _ valid: [Entry]) -> Bool {
    guard var tip = tips[replica], !tip.isFrozen else { return false }
    var options: [Digest: Entry] = [:]
    for entry in valid where entry.id.replica == replica {
      if entry.id.sequence.raw == tip.number + 1, entry.previous == tip.digest {
        options[entry.digest] = entry
      }
    }
    let known = tips.values.map(\.lamport).max() ?? 0
    let timely = options.values.filter { $0.stamp.lamport.raw <= known + 1_048_576 }
    guard let one = timely.first else { return false }
    if options.count > 1 || one.stamp.lamport.raw <= tip.lamport {
      tip.isFrozen = true
    } else {
      tip.number += 1
      tip.digest = one.digest
      tip.lamport = one.stamp.lamport.raw
      counted[one.id] = one.digest
    }
    tips[replica] = tip
    return true
  }

  /// Whether a log stands where this says.
  func agrees(with log: Log) -> Bool {
    let heads = log.snapshot.heads
    return heads.count == tips.count
      && heads.allSatisfy { head in
        guard let tip = tips[head.replica] else { return false }
        return tip.number == head.sequence.raw && tip.digest == head.digest
          && tip.isFrozen == head.isFrozen
      }
  }
}
