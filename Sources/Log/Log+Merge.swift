import Vocabulary

extension Log {
  /// Whether a signature over a digest is by the owner of a public key.
  public typealias Verifier = (_ digest: Digest, _ signature: [UInt8], _ publicKey: [UInt8]) -> Bool

  /// Takes entries from a file or a peer, in any order, any number of times.
  ///
  /// A run of one replica's entries is taken when its last signature verifies and the hashes chain
  /// back, so that a long run costs one check; it must come in one piece. What does not chain yet
  /// waits. Nothing that others wrote in an author's name, before or with the author's entries,
  /// changes what becomes of these. Entries each cost well under a microsecond beside that check.
  ///
  /// - Parameter bytesMax: what the log may come to weigh. What was taken once and is read again has
  ///   no limit but its file.
  public mutating func merge(
    _ entries: [Entry], upTo bytesMax: Int = Log.bytesMax, verify: Verifier
  ) -> Merged {
    var merged = Merged()
    var arrivals: [ReplicaID: [Entry]] = [:]
    for entry in entries {
      if let reason = entry.flaw {
        merged.refused.append(Refusal(id: entry.id, reason: reason))
      } else {
        arrivals[entry.id.replica, default: []].append(entry)
      }
    }
    for replica in arrivals.keys.sorted() {
      merge(arrivals[replica] ?? [], of: replica, upTo: bytesMax, into: &merged, verify: verify)
    }
    if lamport > lamportLooked { wakeSleepers(upTo: bytesMax, into: &merged, verify: verify) }
    merged.waiting = waiting.count
    return merged
  }

  /// What one replica gained may be what others waited for: their time is no longer far ahead.
  private mutating func wakeSleepers(
    upTo bytesMax: Int, into merged: inout Merged, verify: Verifier
  ) {
    while lamport > lamportLooked {
      lamportLooked = lamport
      for replica in waiting.replicas.sorted() {
        let next = SequenceNumber(vector[replica].raw + 1)
        guard waiting.holdsAny(EntryID(replica, next)) else { continue }
        merge([], of: replica, upTo: bytesMax, into: &merged, verify: verify)
      }
    }
  }

  private mutating func merge(
    _ arrivals: [Entry], of replica: ReplicaID, upTo bytesMax: Int, into merged: inout Merged,
    verify: Verifier
  ) {
    var run = Run(
      replica: replica, head: removeHead(of: replica), lamport: lamport,
      room: bytesMax - bytes, waiting: waiting, merged: merged)
    // The run now owns both; a second reference would make every change a copy.
    waiting = WaitingRoom()
    merged = Merged()
    run.take(arrivals, verify: verify)
    waiting = run.waiting
    merged = run.merged
    bytes = bytesMax - run.room
    // A head that was frozen in this merge no longer says what counted before.
    lamport = max(lamport, run.lamport)
    if let head = run.head { put(head) }
  }
}

extension Entry {
  /// What it adds to what a log weighs.
  var weight: Int { payload.count + Log.entryOverhead }

  /// What makes it unacceptable in any log, if anything does.
  fileprivate var flaw: Refusal.Reason? {
    let (number, time) = (id.sequence, stamp.lamport)
    // Each entry's time is above that of the one before, so no number is above its time.
    guard number.raw >= 1, number <= .max, time <= .max, time.raw >= number.raw else {
      return .outOfRange
    }
    guard payload.count <= Log.payloadLimit else { return .tooLarge }
    guard signature.count <= Log.signatureLimit else { return .badSignature }
    guard (number.raw == 1) == (previous == nil) else { return .brokenChain }
    guard let birth else { return number.raw == 1 ? .badBirth : nil }
    guard number.raw == 1, birth.isWellFormed, birth.replica == id.replica,
      birth.author == stamp.author
    else { return .badBirth }
    return nil
  }
}
