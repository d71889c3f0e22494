import EaselBase

/// Parts what one author answers for from what strangers wrote in that author's name.
///
/// An author answers for what they signed and, through the hashes, for all that it stands on. So
/// entries are looked at from the last back to the first, and a run costs one check.
struct SignatureFilter {
  let publicKey: [UInt8]
  let author: AuthorID
  private(set) var refused: [RejectedEntry] = []
  /// Signatures that were checked and are good.
  private var signed: [Digest: [UInt8]] = [:]
  /// What those that passed stand on.
  private var parents: Set<Digest> = []

  init(publicKey: [UInt8], author: AuthorID) {
    (self.publicKey, self.author) = (publicKey, author)
  }

  /// Those that the author answers for, by number, one of each digest. `isAnsweredFor` may know of
  /// others that stand on an entry.
  mutating func pass(
    _ entries: [Entry], isAnsweredFor: (Entry) -> Bool, verify: Log.Verifier
  ) -> [Entry] {
    var passed: [Entry] = []
    for entry in entries.byNumber.reversed() {
      guard entry.stamp.author == author else {
        refused.append(RejectedEntry(id: entry.id, reason: .wrongAuthor))
        continue
      }
      if let twin = passed.twin(of: entry) {
        passed[twin].signature = better(of: entry, passed[twin], verify: verify)
      } else if parents.contains(entry.digest) || isAnsweredFor(entry)
        || isSigned(entry, verify: verify)
      {
        passed.append(entry)
        if let previous = entry.previous { parents.insert(previous) }
      } else {
        refused.append(RejectedEntry(id: entry.id, reason: .badSignature))
      }
    }
    return passed.reversed()
  }

  mutating func isSigned(_ entry: Entry, verify: Log.Verifier) -> Bool {
    if entry.signature.isEmpty { return false }
    if signed[entry.digest] == entry.signature { return true }
    guard verify(entry.digest, entry.signature, publicKey) else { return false }
    signed[entry.digest] = entry.signature
    return true
  }

  /// Of two copies of one entry; none rather than a bad one, which would spoil runs sent on.
  private mutating func better(
    of one: Entry, _ other: Entry, verify: Log.Verifier
  ) -> [UInt8] {
    if one.signature == other.signature || isSigned(other, verify: verify) {
      return other.signature
    }
    return isSigned(one, verify: verify) ? one.signature : []
  }
}

extension [Entry] {
  /// Sorted by number; those of one number stay as they came.
  fileprivate var byNumber: [Entry] {
    let isSorted = zip(self, dropFirst()).allSatisfy { $0.id.sequence <= $1.id.sequence }
    return isSorted ? self : sorted { $0.id.sequence < $1.id.sequence }
  }

  /// Where a copy of the entry is, in a list that goes down to its number.
  fileprivate func twin(of entry: Entry) -> Int? {
    var index = count - 1
    while index >= 0, self[index].id.sequence == entry.id.sequence {
      if self[index].digest == entry.digest { return index }
      index -= 1
    }
    return nil
  }
}
