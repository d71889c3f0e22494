import EaselBase
import GroupTesting
import Testing

@testable import BoardLog

/// Entries of strangers without a key change nothing for authors with one.
struct ForgeryTests {
  @Test("a forgery that waits does not break a run whose last entry alone is signed")
  func waitingRival() {
    var hand = Hand(1)
    let run = asRun(hand.write(6))
    var log = Log()
    _ = log.merge([run[2].rival(payload: [7], by: nil)])
    let merged = log.merge(run)
    #expect(merged.applied == run && merged.waiting == 0)
  }

  @Test("forgeries of every number, in front of a run, inside it and behind", arguments: [0, 3, 6])
  func everyNumber(index: Int) {
    var hand = Hand(1)
    let run = asRun(hand.write(6))
    var batch = run
    batch.insert(
      contentsOf: run.flatMap { entry in
        (0..<20).map { entry.rival(payload: [7, $0], by: nil, signature: [$0]) }
      }, at: index)
    var log = Log()
    let merged = log.merge(batch)
    #expect(merged.applied == run && merged.waiting == 0 && merged.forks.isEmpty)
    #expect(merged.refused.count == 120)
  }

  @Test(
    "L1 · good runs among forgeries give the log of the good alone", arguments: Seeds.range(200))
  func amongForgeries(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let runs = randomRuns(using: &random)
    let good = runs.flatMap { $0 }
    var alone = Log()
    for run in runs { _ = alone.merge(run) }
    #expect(alone.sortedHeads.reduce(0) { $0 + Int($1.sequence.raw) } == good.count)

    var log = Log()
    var applied: [Entry] = []
    for run in runs.shuffled(using: &random) {
      for batch in forgedAround(run, good, using: &random) {
        let merged = log.merge(batch)
        applied += merged.applied
        #expect(merged.forks.isEmpty)
      }
    }
    #expect(log.hash == alone.hash && log.merge([]).waiting == 0)
    #expect(Set(applied.map(\.digest)) == Set(good.map(\.digest)) && applied.count == good.count)
    // Applied entries can be read again from a file, since a signature covers each.
    #expect(
      Dictionary(grouping: applied, by: \.id.replica).values.allSatisfy {
        var again = Log()
        return again.merge($0).applied.count == $0.count
      })
  }

  @Test("many forgeries keep no honest author out for ever", arguments: [true, false])
  func flood(ofOneReplica: Bool) {
    var hand = Hand(1)
    let run = asRun(hand.write(6))
    var log = Log()
    for number in 0..<UInt64(20_000) {
      let replica = ofOneReplica ? hand.replica : ReplicaID(Bytes16(high: number / 4_000, low: 9))
      _ = log.merge([forgery(of: replica, number: 2 + number % 4_000, payload: number)])
    }
    let limit = ofOneReplica ? PendingEntries.entriesPerReplica : PendingEntries.entries
    #expect(log.merge(Array(run.dropFirst(3))).waiting == limit)
    #expect(log.merge(run).applied == run)
    #expect(log.merge([]).waiting == (ofOneReplica ? 0 : limit))
  }

  @Test("copies of a waiting entry, each with another signature, take no room")
  func copies() {
    var hand = Hand(1)
    let run = asRun(hand.write(6))
    var log = Log()
    _ = log.merge([hand.signedFirst(run)])
    #expect(log.merge(Array(run.dropFirst(2))).waiting == 4)
    for number in UInt8(0)..<100 {
      #expect(log.merge(run[2...].map { $0.with(signature: [number]) }).waiting == 4)
    }
    #expect(log.merge(run).applied == Array(run.dropFirst()))
  }

  @Test("a junk signature beside a good copy is not kept")
  func copiesInOneBatch() {
    var hand = Hand(1)
    let entries = hand.write(3)
    for copies in [
      [entries[1], entries[1].with(signature: [7])], [entries[1].with(signature: [7]), entries[1]],
    ] {
      var log = Log()
      #expect(log.merge([entries[0]] + copies + [entries[2]]).applied == entries)
    }
    var log = Log()
    let bare = entries[1].with(signature: [])
    let applied = log.merge([entries[0], bare, entries[1].with(signature: [7]), entries[2]]).applied
    #expect(applied == [entries[0], bare, entries[2]])
  }

  @Test("a run whose end is too early is kept whole, and counts as far as it is in time")
  func partOfARun() {
    var hand = Hand(1)
    let start = hand.write(1)
    let middle = hand.write(2)
    let far = hand.write(at: Lamport(Log.lamportLead * 2))
    var log = Log()
    let merged = log.merge(asRun(start) + asRun(middle + [far]))
    #expect(merged.applied == start && merged.evidence == asRun(middle + [far]))
    #expect(merged.mustReread && merged.refused.isEmpty)
    let reading = Log.reading(.unowned, merged.applied + merged.evidence, verify: standInVerify)
    var again = reading.log
    #expect(again.count == 3 && again.merge([]).waiting == 1)
  }

  @Test("the entries that prove a fork prove it to every later reader")
  func forkInRuns() {
    var hand = Hand(1)
    let start = hand.write(2)
    var twin = hand
    let (one, two) = (asRun(hand.write(3)), asRun((0..<3).compactMap { twin.write([9, $0]) }))
    var split = Log()
    let first = split.merge(start + one)
    let fork = split.merge(two)
    #expect(fork.forks.map(\.sequence.raw) == [3] && fork.mustReread)
    var whole = Log()
    let both = whole.merge(start + one + two)
    #expect(both.applied == start && whole.hash == split.hash)
    for file in [
      first.applied + fork.forks.flatMap(\.proof), both.applied + both.forks.flatMap(\.proof),
    ] {
      var again = Log()
      _ = again.merge(file)
      #expect(again.hash == split.hash)
    }
  }
}

extension Hand {
  fileprivate func signedFirst(_ run: [Entry]) -> Entry { run[0].signed(by: replicaGenesis) }
}

extension Entry {
  fileprivate func with(signature: [UInt8]) -> Entry {
    var copy = self
    copy.signature = signature
    return copy
  }

  fileprivate func rival(payload: [UInt8], by replicaGenesis: ReplicaGenesis?, signature: [UInt8])
    -> Entry
  {
    rival(payload: payload, by: replicaGenesis).with(signature: signature)
  }
}

/// As runs travel: only the last is signed.
private func asRun(_ entries: [Entry]) -> [Entry] {
  entries.dropLast().map { $0.with(signature: []) } + entries.suffix(1)
}

/// The entries of three people, each in runs.
private func randomRuns(using random: inout SplitMix64) -> [[Entry]] {
  var runs: [[Entry]] = []
  for person in UInt8(1)...3 {
    var hand = Hand(person)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      runs.append(asRun(hand.write(Int.random(in: 1...7, using: &random))))
    }
  }
  return runs
}

/// A run with forgeries mixed into it, or between batches of nothing else.
private func forgedAround(
  _ run: [Entry], _ good: [Entry], using random: inout SplitMix64
) -> [[Entry]] {
  func some(using random: inout SplitMix64) -> [Entry] {
    (0..<Int.random(in: 0...6, using: &random)).flatMap { _ in
      good.randomElement(using: &random).map { forgeries(of: $0, using: &random) } ?? []
    }
  }
  let (before, after) = (some(using: &random), some(using: &random))
  var mixed = run
  for entry in some(using: &random) {
    mixed.insert(entry, at: Int.random(in: 0...mixed.count, using: &random))
  }
  return [before, mixed, after]
}

/// Something in the place of an entry, and perhaps something that follows it.
private func forgeries(of entry: Entry, using random: inout SplitMix64) -> [Entry] {
  let stranger = Hand(99).replicaGenesis
  let junk = [UInt8](repeating: UInt8.random(in: 0...255, using: &random), count: 3)
  switch Int.random(in: 0..<6, using: &random) {
  case 0: return [entry.rival(payload: junk, by: nil)]
  case 1: return [entry.rival(payload: junk, by: stranger)]
  case 2: return [entry.with(signature: junk)]
  case 3: return [entry.rival(lamport: Lamport(1 << 40), by: stranger)]
  case 4: return [entry.rival(previous: Digest(repeatElement(7, count: 32)), by: stranger)]
  default:
    let first = entry.rival(payload: junk, by: nil)
    let stamp = Stamp(
      id: EntryID(entry.id.replica, SequenceNumber(entry.id.sequence.raw + 1)),
      author: entry.stamp.author, lamport: Lamport(entry.stamp.lamport.raw + 1), at: 0, lasted: 0)
    let second = Entry(
      stamp: stamp, previous: first.digest, replicaGenesis: nil, payload: [], signature: junk)
    return [first, second]
  }
}

private func forgery(of replica: ReplicaID, number: UInt64, payload: UInt64) -> Entry {
  let stamp = Stamp(
    id: EntryID(replica, SequenceNumber(number)), author: AuthorID(replica.raw),
    lamport: Lamport(number), at: Int64(payload), lasted: 0)
  return Entry(
    stamp: stamp, previous: Digest(repeatElement(7, count: 32)), replicaGenesis: nil, payload: [],
    signature: [1])
}
