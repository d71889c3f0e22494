import EaselBase
import GroupTesting
import Testing

@testable import BoardLog

struct MergeTests {
  @Test("a run costs one check, and only its last signature counts")
  func oneCheckPerRun() {
    var hand = Hand(1)
    let entries = hand.write(100)
    var checks = 0
    var log = Log()
    let merged = log.merge(entries) { digest, signature, key in
      checks += 1
      return standInVerify(digest, signature, key)
    }
    #expect(merged.applied == entries && checks == 1)
  }

  @Test("entries with a bad signature at a run's end are refused, and those before stay")
  func badEnd() {
    var hand = Hand(1)
    var entries = hand.write(10)
    entries[9].signature = []
    entries[8].signature = [1]
    var log = Log()
    let merged = log.merge(entries)
    #expect(merged.applied == Array(entries.prefix(8)))
    #expect(merged.refused.map(\.reason) == [.badSignature, .badSignature])
  }

  @Test("a gap makes the entries behind it wait")
  func gap() {
    var hand = Hand(1)
    let entries = hand.write(5)
    var log = Log()
    #expect(log.merge([entries[0], entries[1], entries[3], entries[4]]).waiting == 2)
    #expect(log.vector[hand.replica].raw == 2)
    let merged = log.merge([entries[2]])
    #expect(merged.applied == Array(entries[2...]) && merged.waiting == 0)
  }

  @Test("time that runs ahead waits until others have caught up, N and N+1")
  func farAhead() {
    var (ahead, bridge) = (Hand(1), Hand(2))
    let lead = Log.lamportLead
    let first = ahead.write(at: Lamport(lead + 1))
    let second = ahead.write(at: Lamport(lead + 3))
    let third = ahead.write(at: Lamport(lead + 4))
    var log = Log()
    let merged = log.merge([first, second, third])
    #expect(merged.applied == [first] && merged.waiting == 2 && !merged.mustReread)
    let helper = bridge.write(at: Lamport(1))
    let woken = log.merge([helper])
    #expect(woken.applied == [helper, second, third] && woken.waiting == 0)
  }

  @Test("entries that wait for time are applied once this log's own entries have brought it")
  func ownTime() {
    var ahead = Hand(1)
    let own = Hand(2)
    let lead = Log.lamportLead
    var log = Log()
    let first = ahead.write(at: Lamport(lead + 2))
    #expect(log.merge([first]).waiting == 1)
    #expect(log.record([1], as: own.replicaGenesis, at: 0, lasted: 0) != nil)
    #expect(log.merge([]).applied == [first])
  }

  @Test("a signature is as long as the limit and no longer")
  func signatureLimit() {
    var hand = Hand(1)
    var entries = hand.write(2)
    entries[1].signature = [UInt8](repeating: 1, count: Log.signatureLimit + 1)
    var log = Log()
    #expect(log.merge([entries[1]]).refused.map(\.reason) == [.badSignature])
    entries[1].signature.removeLast()
    #expect(log.merge([entries[1]]).waiting == 1)
  }

  @Test("two entries of one number freeze the replica before them, whichever came first")
  func fork() {
    var hand = Hand(1)
    let entries = hand.write(6)
    let rival = entries[3].rival(payload: [7], by: hand.replicaGenesis)
    var late = Log()
    _ = late.merge(entries)
    let merged = late.merge([rival])
    #expect(merged.mustReread)
    #expect(merged.forks.map(\.sequence.raw) == [4])
    #expect(merged.forks.first?.proof == [rival])
    var early = Log()
    _ = early.merge(Array(entries.prefix(3)) + [rival])
    let frozen = early.merge(Array(entries[3...]))
    #expect(frozen.applied.isEmpty && early.hash == late.hash)
    #expect(early.vector[hand.replica].raw == 3)
    #expect(early.record([1], as: hand.replicaGenesis, at: 0, lasted: 0) == nil)
    #expect(early.merge([entries[4]]).refused.map(\.reason) == [.frozen])
  }

  @Test("after a fork, the next entry has a later Lamport time than all entries that count")
  func forkKeepsTime() throws {
    var hand = Hand(1)
    let entries = hand.write(5)
    var log = Log()
    _ = log.merge(entries + [entries[3].rival(payload: [7], by: hand.replicaGenesis)])
    let recorded = log.record([1], as: Hand(2).replicaGenesis, at: 0, lasted: 0)
    let next = try #require(recorded)
    #expect(next.stamp.lamport > entries[2].stamp.lamport)
  }

  @Test("a fork inside one batch takes back what that batch applied")
  func forkInBatch() {
    var hand = Hand(1)
    let entries = hand.write(4)
    var log = Log()
    let merged = log.merge(entries + [entries[1].rival(payload: [7], by: hand.replicaGenesis)])
    #expect(merged.applied == [entries[0]] && merged.forks.count == 1)
    let first = entries[0].rival(payload: [7], by: hand.replicaGenesis)
    #expect(log.merge([first]).forks.map(\.sequence.raw) == [1])
    #expect(log.vector.known.isEmpty && log.head(of: hand.replica)?.isFrozen == true)
  }

  @Test("no author writes into another's replica")
  func strangers() {
    var hand = Hand(1)
    let entries = hand.write(3)
    let thief = Hand(2)
    var log = Log()
    _ = log.merge(Array(entries.prefix(2)))
    let forged = entries[2].rival(payload: [7], by: thief.replicaGenesis)
    #expect(log.merge([forged]).refused.map(\.reason) == [.badSignature])
    let claimed = entries[2].rival(author: thief.replicaGenesis.author, by: thief.replicaGenesis)
    #expect(log.merge([claimed]).refused.map(\.reason) == [.wrongAuthor])
    let stolen = Entry(
      stamp: entries[0].stamp, previous: nil, replicaGenesis: thief.replicaGenesis, payload: []
    ).signed(by: thief.replicaGenesis)
    #expect(log.merge([stolen]).refused.map(\.reason) == [.badReplicaGenesis])
    #expect(log.merge([entries[2]]).applied == [entries[2]])
  }

  @Test("a forgery that waits does not keep out the true entry")
  func forgeryWaits() {
    var hand = Hand(1)
    let entries = hand.write(3)
    var log = Log()
    _ = log.merge([entries[2].rival(payload: [7], by: nil), entries[2].rival(by: nil)])
    #expect(log.merge(entries).applied == entries)
    #expect(log.merge([]).waiting == 0)
  }

  @Test("as many wait as the limit says and no more, N and N+1")
  func crowded() {
    var hand = Hand(1)
    let entries = hand.write(PendingEntries.entriesPerReplica + 2)
    var log = Log()
    #expect(log.merge(Array(entries.dropFirst().prefix(4_096))).refused.isEmpty)
    #expect(log.merge([entries[4_097]]).refused.map(\.reason) == [.crowded])
    #expect(log.merge([entries[0]]).applied.count == 4_097)
    var (large, full) = (Hand(2), Log())
    let megabyte = (0..<9).compactMap { _ in large.write([UInt8](repeating: 1, count: 131_072)) }
    #expect(full.merge(Array(megabyte.dropFirst())).refused.isEmpty)
    var other = Hand(3)
    let two = other.write(2)
    #expect(full.merge([two[1]]).refused.map(\.reason) == [.crowded])
  }

  @Test("as many entries wait as the limit says for all replicas together, and no more")
  func crowdedTogether() {
    var log = Log()
    let each = 1_024
    for number in 0..<UInt8(PendingEntries.entries / each) {
      var hand = Hand(number)
      let entries = hand.write(each + 1)
      let merged = log.merge(Array(entries.dropFirst()))
      #expect(merged.refused.isEmpty && merged.waiting == (Int(number) + 1) * each)
    }
    var one = Hand(200)
    let more = one.write(2)
    #expect(log.merge([more[1]]).refused.map(\.reason) == [.crowded])
    #expect(log.merge([more[0]]).applied.count == 1)
  }

  @Test("a payload is as large as the limit and no larger")
  func payloadLimit() throws {
    let replicaGenesis = Hand(1).replicaGenesis
    let large = [UInt8](repeating: 0, count: Log.payloadLimit + 1)
    var log = Log()
    #expect(log.record(large, as: replicaGenesis, at: 0, lasted: 0) == nil)
    let made = log.record(Array(large.dropLast()), as: replicaGenesis, at: 0, lasted: 0)
    let entry = try #require(made)
    var other = Log()
    #expect(other.merge([entry.signed(by: replicaGenesis)]).applied.count == 1)
    let over = entry.rival(payload: large, by: replicaGenesis)
    #expect(other.merge([over]).refused.map(\.reason) == [.tooLarge])
  }
}
