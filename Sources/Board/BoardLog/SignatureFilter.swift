import EaselBase

/// Separates the entries that one author's signatures cover from forged entries in the author's
/// name.
///
/// A signature covers the signed entry and, through the hashes, all entries before it in the chain.
/// The filter goes from the last entry back to the first; one signature check covers the whole run.
struct SignatureFilter {
  let publicKey: [UInt8]
  let author: AuthorID
  private(set) var refused: [RefusedEntry] = []
  /// The signatures that were checked and are valid, by the digest of the entry.
  private var signed: [Digest: [UInt8]] = [:]
  /// The digests of the entries that directly precede the accepted entries.
  private var parents: Set<Digest> = []

  init(publicKey: [UInt8], author: AuthorID) {
    (self.publicKey, self.author) = (publicKey, author)
  }

  /// Returns the entries that the author's signatures cover, sorted by number, each digest once.
  /// `isAnsweredFor` returns whether a known entry outside of the list directly follows an entry.
  mutating func pass(
    _ entries: [Entry], isAnsweredFor: (Entry) -> Bool, verify: Log.Verifier
  ) -> [Entry] {
    var passed: [Entry] = []
    passed.reserveCapacity(entries.count)
    parents.reserveCapacity(entries.count)
    for entry in entries.byNumber.reversed() {
      guard entry.stamp.author == author else {
        refused.append(RefusedEntry(id: entry.id, reason: .wrongAuthor))
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
        refused.append(RefusedEntry(id: entry.id, reason: .badSignature))
      }
    }
    passed.reverse()
    return passed
  }

  mutating func isSigned(_ entry: Entry, verify: Log.Verifier) -> Bool {
    if entry.signature.isEmpty { return false }
    if signed[entry.digest] == entry.signature { return true }
    guard verify(entry.digest, entry.signature, publicKey) else { return false }
    signed[entry.digest] = entry.signature
    return true
  }

  /// Returns the valid signature of two copies of one entry; empty if neither is valid. An invalid
  /// signature would spoil the runs that members pass on.
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
  /// The entries sorted by number. Entries of one number keep their order.
  fileprivate var byNumber: [Entry] {
    let isSorted = indices.dropFirst().allSatisfy {
      self[$0 - 1].id.sequence <= self[$0].id.sequence
    }
    return isSorted ? self : sorted { $0.id.sequence < $1.id.sequence }
  }

  /// Returns the index of a copy of the entry. The list must be sorted by descending number, down
  /// to the number of the entry.
  fileprivate func twin(of entry: Entry) -> Int? {
    var index = count - 1
    while index >= 0, self[index].id.sequence == entry.id.sequence {
      if self[index].digest == entry.digest { return index }
      index -= 1
    }
    return nil
  }
}
