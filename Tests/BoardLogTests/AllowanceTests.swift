import EaselBase
import GroupTesting
import Testing

@testable import BoardLog

/// How much one author may write, at the limit and one beyond.
struct AllowanceTests {
  private static let small = Log.Allowances(
    guest: Allowance(drawing: 1_000, tidying: 300), owner: Allowance(drawing: 4_000, tidying: 1_000)
  )

  @Test("L5 · one's own entries fill an allowance to the byte, and not one more is made")
  func recorded() {
    var hand = Hand(1, log: Log(allowances: Self.small))
    let payload = [UInt8](repeating: 0, count: 72)
    for _ in 0..<5 { #expect(hand.write(payload) != nil) }
    #expect(hand.log.charge(of: hand.replicaGenesis.author).drawing == 1_000)
    #expect(hand.write([]) == nil)
    // Erasing and undoing have an allowance of their own.
    #expect(hand.write([], for: .tidy) != nil && hand.write([], for: .tidy) != nil)
    #expect(hand.write([], for: .tidy) == nil && hand.log.weight == 1_256)
  }

  @Test("the owner of a board has room whatever others have written")
  func owner() {
    let owner = Hand(1).replicaGenesis
    let genesis = BoardGenesis(
      nonce: [UInt8](repeating: 1, count: 16), owner: owner.publicKey)
    var host = Hand(1, log: Log(genesis, allowances: Self.small))
    for number in UInt8(2)...40 {
      var guest = Hand(number, log: Log(genesis, allowances: Self.small))
      host.hear((0..<7).compactMap { _ in guest.write([]) })
    }
    #expect(host.log.count == 39 * 7)
    var own = 0
    while host.write([]) != nil { own += 1 }
    #expect(own == 31 && host.write([], for: .tidy) != nil)
  }

  @Test("every receiver refuses the first entry beyond an allowance, and the entries behind it")
  func received() {
    var hand = Hand(1, log: Log(allowances: Log.Allowances(guest: .owner)))
    let entries = hand.write(9)
    var log = Log(allowances: Self.small)
    let merged = log.merge(entries)
    #expect(merged.applied.count == 7 && merged.overdrawn == [hand.replicaGenesis.author])
    #expect(merged.refused.map(\.id.sequence.raw) == [9] && merged.waiting == 1)
    #expect(!merged.mustReread)
  }

  @Test("an earlier entry of the same author takes the place of later ones, whichever came first")
  func displaced() {
    var (early, late) = (Hand(1, run: 1), Hand(1, run: 2))
    let first = early.write(5)
    late.log.lastTime = Lamport(20)
    let second = late.write(5)
    var logs: [Log] = []
    for order in [first + second, second + first] {
      var kept = KeptLog(Log(allowances: Self.small))
      for entry in order + order { kept.merge([entry]) }
      logs.append(kept.log)
    }
    #expect(logs[0].hash == logs[1].hash)
    #expect(logs[0].vector[early.replica].raw == 5 && logs[0].vector[late.replica].raw == 2)
  }

  @Test("a run that an allowance cuts is kept whole, and counts as far as there is room")
  func partOfARun() {
    var hand = Hand(1, log: Log(allowances: Log.Allowances(guest: .owner)))
    var entries = hand.write(9)
    for index in entries.indices.dropLast() { entries[index].signature = [] }
    var kept = KeptLog(Log(allowances: Self.small))
    #expect(kept.merge(entries).mustReread)
    #expect(kept.log.count == 7 && !kept.log.canGoOn(hand.replica))
    #expect(!kept.merge(entries).mustReread && kept.log.count == 7)
  }
}

/// The effect of a revocation by a board's owner.
struct RevocationTests {
  private let owner = Hand(1).replicaGenesis
  private var genesis: BoardGenesis {
    BoardGenesis(nonce: [UInt8](repeating: 1, count: 16), owner: owner.publicKey)
  }

  @Test("entries of a removed author beyond the vector do not count, in any order of arrival")
  func ends() {
    var (host, guest) = (Hand(1, log: Log(genesis)), Hand(2, log: Log(genesis)))
    let seen = guest.write(3)
    host.hear(seen)
    let unseen = guest.write(2)
    var other = Hand(2, run: 9, log: Log(genesis))
    let elsewhere = other.write(2)
    let ruling = host.write(
      Revocation(
        authors: [guest.replicaGenesis.author],
        vector: VersionVector([guest.replica: SequenceNumber(3)]),
        allowsNewReplicas: false
      ).encoded(), for: .revoke)
    let all = seen + unseen + elsewhere + [ruling].compactMap { $0 }
    for order in [all, all.reversed()] {
      var kept = KeptLog(Log(genesis))
      for entry in order + order { kept.merge([entry]) }
      #expect(kept.log.vector[guest.replica].raw == 3 && kept.log.vector[other.replica].raw == 0)
      #expect(kept.log.isRevoked(guest.replicaGenesis.author) && kept.log.count == 4)
      var log = kept.log
      #expect(log.record([], as: guest.replicaGenesis, at: 0, lasted: 0) == nil)
    }
  }

  @Test("a contradiction beyond what a revocation lets count freezes nothing, whichever came first")
  func contradictionBeyondTheEnd() throws {
    var (host, guest) = (Hand(1, log: Log(genesis)), Hand(2, log: Log(genesis)))
    let seen = [guest.write(at: Lamport(10)), guest.write(at: Lamport(11))]
    host.hear(seen)
    // Its time is before that of the entry on which it stands.
    let contradiction = guest.write(at: Lamport(3))
    let revocation = Revocation(
      authors: [guest.replicaGenesis.author],
      vector: VersionVector([guest.replica: SequenceNumber(2)]),
      allowsNewReplicas: false)
    let recorded = host.write(revocation.encoded(), for: .revoke)
    let ruling = try #require(recorded)
    for order in [[contradiction, ruling], [ruling, contradiction]] {
      var kept = KeptLog(Log(genesis))
      for entry in seen + order { kept.merge([entry]) }
      let head = try #require(kept.log.head(of: guest.replica))
      #expect(head.sequence == SequenceNumber(2) && !head.isFrozen)
    }
  }

  @Test("the owner may let them draw again: new replicas count, ended replicas stay ended")
  func again() {
    var (host, guest) = (Hand(1, log: Log(genesis)), Hand(2, log: Log(genesis)))
    let before = guest.write(4)
    host.hear(Array(before.prefix(2)))
    let vector = VersionVector([guest.replica: SequenceNumber(2)])
    let rulings = [false, true].compactMap { allows in
      host.write(
        Revocation(
          authors: [guest.replicaGenesis.author], vector: vector, allowsNewReplicas: allows
        )
        .encoded(), for: .revoke)
    }
    var returned = Hand(2, run: 5, log: host.log)
    let after = returned.write(3)
    var kept = KeptLog(Log(genesis))
    for entry in before + rulings + after { kept.merge([entry]) }
    for entry in before + after { kept.merge([entry]) }
    #expect(kept.log.vector[guest.replica].raw == 2 && kept.log.vector[returned.replica].raw == 3)
    #expect(!kept.log.isRevoked(guest.replicaGenesis.author))
  }

  /// The orders in which some entries can arrive.
  private func orders(_ entries: [Entry]) -> [[Entry]] {
    guard let first = entries.first else { return [[]] }
    return orders(Array(entries.dropFirst())).flatMap { rest in
      (0...rest.count).map { Array(rest[..<$0]) + [first] + rest[$0...] }
    }
  }

  @Test(
    "L1 · a revocation below what was seen ends the entries beyond it, in all orders of arrival")
  func belowWhatWasSeen() throws {
    for kept in [UInt64(0), 2] {
      var (host, guest) = (Hand(1, log: Log(genesis)), Hand(2, log: Log(genesis)))
      let drawn = guest.write(4)
      host.hear(drawn)
      let author = guest.replicaGenesis.author
      let recorded = host.write(
        Revocation(
          of: [author], in: host.log,
          upTo: VersionVector([guest.replica: SequenceNumber(kept)]), allowsNewReplicas: false
        ).encoded(), for: .revoke)
      let ruling = try #require(recorded)
      #expect(host.log.isProvisional, "what counted until now counts no more")
      for order in orders(drawn + [ruling]) {
        var log = KeptLog(Log(genesis))
        for entry in order + order { log.merge([entry]) }
        #expect(log.log.vector[guest.replica].raw == kept && log.log.count == Int(kept) + 1)
        log.reread()
        #expect(log.log.vector[guest.replica].raw == kept && !log.log.isProvisional)
      }
      // The author may draw again: the ended entries stay ended.
      var counted = KeptLog(Log(genesis))
      for entry in drawn + [ruling] { counted.merge([entry]) }
      counted.reread()
      host.log = counted.log
      let allowing = host.write(
        Revocation(of: [author], in: host.log, allowsNewReplicas: true).encoded(), for: .revoke)
      let again = try #require(allowing)
      var returned = Hand(2, run: 7, log: host.log)
      let later = returned.write(1)
      for order in orders([ruling, again] + drawn.suffix(2) + later) {
        var log = KeptLog(Log(genesis))
        for entry in drawn + order + order { log.merge([entry]) }
        log.reread()
        #expect(log.log.vector[guest.replica].raw == kept)
        #expect(log.log.vector[returned.replica].raw == 1)
      }
    }
  }

  @Test(
    "L1 · the lower number of two revocations of one author holds, in either order",
    arguments: [[4, 1], [1, 4]] as [[UInt64]])
  func lower(numbers: [UInt64]) throws {
    var guest = Hand(2, log: Log(genesis))
    let drawn = guest.write(4)
    let author = guest.replicaGenesis.author
    // Two runs of the owner revoke at once.
    var rulings: [Entry] = []
    for (run, kept) in zip(UInt8(0)..., numbers) {
      var host = Hand(1, run: run, log: Log(genesis))
      host.hear(drawn)
      let ruling = host.write(
        Revocation(
          of: [author], in: host.log,
          upTo: VersionVector([guest.replica: SequenceNumber(kept)]), allowsNewReplicas: false
        ).encoded(), for: .revoke)
      rulings.append(try #require(ruling))
    }
    for order in orders(Array(drawn.suffix(2)) + rulings) {
      var log = KeptLog(Log(genesis))
      for entry in drawn + order + order { log.merge([entry]) }
      log.reread()
      #expect(log.log.vector[guest.replica].raw == 1)
    }
  }

  @Test("only the owner revokes, and the owner cannot be revoked")
  func onlyTheOwner() {
    var (host, guest) = (Hand(1, log: Log(genesis)), Hand(2, log: Log(genesis)))
    let other = Hand(3, log: Log(genesis)).replicaGenesis.author
    let drawn = host.write(2)
    guest.hear(drawn)
    let rulings = [
      guest.write(
        Revocation(
          authors: [owner.author, other], vector: VersionVector(), allowsNewReplicas: false
        ).encoded(), for: .revoke),
      host.write(
        Revocation(
          authors: [owner.author], vector: VersionVector(), allowsNewReplicas: false
        ).encoded(), for: .revoke),
    ].compactMap { $0 }
    var log = Log(genesis)
    _ = log.merge(drawn + rulings)
    #expect(log.count == 4 && !log.isProvisional)
    #expect(!log.isRevoked(owner.author) && !log.isRevoked(other))
  }

  @Test("a revocation has one form, with at most so many names", arguments: [0, 1])
  func forms(beyond: Int) {
    let authors = (0..<Revocation.authorsMax + beyond).map {
      AuthorID(Bytes16(high: 0, low: UInt64($0)))
    }
    let bytes = Revocation(
      authors: authors, vector: VersionVector(), allowsNewReplicas: false
    ).encoded()
    #expect((Revocation(decoding: bytes) != nil) == (beyond == 0))
    #expect(Revocation(decoding: bytes + [0]) == nil && Revocation(decoding: []) == nil)
  }
}

/// Entries belong to their board.
struct BoardBindingTests {
  private func genesis(_ number: UInt8) -> BoardGenesis {
    BoardGenesis(nonce: [UInt8](repeating: number, count: 16))
  }

  @Test("entries of one board are refused on another")
  func foreign() {
    var hand = Hand(1, log: Log(genesis(1)))
    let entries = hand.write(3)
    var log = Log(genesis(2))
    let merged = log.merge(entries)
    #expect(merged.applied.isEmpty && merged.refused.first?.reason == .badReplicaGenesis)
    #expect(log.vector.known.isEmpty && log.count == 0)
    log = Log(genesis(1))
    #expect(log.merge(entries).applied == entries)
  }

  @Test("a member who may not draw brings no entries of an unknown replica")
  func watcher() {
    var hand = Hand(1, log: Log(genesis(1)))
    let entries = hand.write(3)
    var log = Log(genesis(1))
    let watcher = Log.Source.member(Bytes16(high: 0, low: 1), mayOnlyPassOn: true)
    let merged = log.merge(Array(entries[1...]), from: watcher, verify: standInVerify)
    #expect(
      merged.waiting == 0 && merged.refused.map(\.reason) == [.unknownReplica, .unknownReplica])
    #expect(log.merge(entries, from: watcher, verify: standInVerify).applied == entries)
  }

  @Test("a genesis is read in the one form that it is written in")
  func forms() throws {
    let digest = Digest.sha256(of: [1])
    let genesis = BoardGenesis(
      nonce: [UInt8](repeating: 1, count: 16), owner: [UInt8](repeating: 2, count: 32),
      base: .init(log: digest, picture: digest), time: Lamport(7))
    let bytes = genesis.encoded()
    #expect(BoardGenesis(decoding: bytes) == genesis && bytes.count <= BoardGenesis.bytesMax)
    for length in 0..<bytes.count {
      #expect(BoardGenesis(decoding: Array(bytes.prefix(length))) == nil)
    }
    #expect(BoardGenesis(decoding: bytes + [0]) == nil)
  }
}
