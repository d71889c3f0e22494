import EaselBase
import GroupTesting
import Testing

@testable import BoardLog

/// The counted entries, the clock and the weight depend on the known entries, in no way on their
/// order.
struct AnyOrderTests {
  @Test(
    "L1 · forks, far times, allowances and revocations in any order give the same log, read again too",
    arguments: Seeds.range(1_000))
  func anyOrder(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let board = CrowdedBoard(using: &random)
    let oracle = Oracle(
      board.entries, keys: board.replicaGeneses, on: board.genesis, allowances: board.allowances)
    for _ in 0..<2 {
      var kept = KeptLog(Log(board.genesis, allowances: board.allowances))
      var before: Digest?
      // The test asks again for refused and dropped entries, until nothing changes.
      repeat {
        before = kept.log.hash
        for batch in batches(board.pieces.shuffled(using: &random), using: &random) {
          kept.merge(Array(batch.joined()))
          if Int.random(in: 0..<20, using: &random) == 0 { kept.reread() }
        }
      } while kept.log.hash != before
      #expect(oracle.difference(from: kept.log) == nil, "seed \(seed)")
      kept.reread()
      #expect(oracle.difference(from: kept.log) == nil, "seed \(seed), read again")
    }
  }

  @Test("L1 · two parts of a call that each filled their allowances show the same when they meet")
  func twoParts() {
    let allowances = Log.Allowances(
      guest: Allowance(drawing: 1_000, tidying: 300), owner: Allowance(drawing: 1_000, tidying: 300)
    )
    func part(_ run: UInt8) -> [Entry] {
      // The same author in both parts, each with a run of their own.
      var hands = [Hand(1, run: run), Hand(run + 2)].map { hand in
        var hand = hand
        hand.log = Log(allowances: allowances)
        return hand
      }
      return hands.indices.flatMap { index in
        var entries: [Entry] = []
        while let entry = hands[index].write([run]) { entries.append(entry) }
        return entries
      }
    }
    let parts = [part(1), part(2)]
    let logs = [parts[0] + parts[1], parts[1] + parts[0]].map { entries in
      var kept = KeptLog(Log(allowances: allowances))
      for entry in entries + entries { kept.merge([entry]) }
      return kept.log
    }
    #expect(logs[0].hash == logs[1].hash && logs[0].weight == logs[1].weight)
    #expect(logs[0].charge(of: Hand(1).replicaGenesis.author).drawing <= 1_000)
    #expect(logs[0].count == 7 * 3)
  }
}

/// Everything that can make a board's entries count or not, on a small scale.
struct CrowdedBoard {
  private(set) var entries: [Entry] = []
  /// The same in pieces, as they are sent: only the last entry of each is signed for certain.
  private(set) var pieces: [[Entry]] = []
  private(set) var replicaGeneses: [ReplicaID: ReplicaGenesis] = [:]
  let genesis: BoardGenesis
  let allowances: Log.Allowances

  init(using random: inout SplitMix64) {
    let owner = Hand(1).replicaGenesis
    genesis = BoardGenesis(
      nonce: [UInt8](repeating: 3, count: 16), owner: owner.publicKey,
      time: Lamport(UInt64.random(in: 0...3, using: &random)))
    allowances = Log.Allowances(
      guest: Allowance(
        drawing: Int.random(in: 400...1_600, using: &random),
        tidying: Int.random(in: 150...700, using: &random)),
      owner: Allowance(drawing: 2_000, tidying: 2_000))
    let log = Log(genesis, allowances: Log.Allowances(guest: .owner, owner: .owner))
    var hands = (0..<Int.random(in: 2...5, using: &random)).map { _ in
      Hand(
        UInt8.random(in: 1...3, using: &random), run: UInt8.random(in: 0...9, using: &random),
        log: log)
    }
    for _ in 0..<Int.random(in: 5...25, using: &random) {
      let index = Int.random(in: 0..<hands.count, using: &random)
      write(&hands[index], using: &random)
      if Int.random(in: 0..<4, using: &random) == 0 {
        hands[index].hear(entries.filter { $0.id.replica != hands[index].replica })
      }
    }
    cut(using: &random)
  }

  private mutating func cut(using random: inout SplitMix64) {
    for (_, entries) in Dictionary(grouping: entries, by: \.id.replica).sorted(by: {
      $0.key < $1.key
    }) {
      var piece: [Entry] = []
      for (index, entry) in entries.enumerated() {
        piece.append(entry)
        let next = index + 1 < entries.count ? entries[index + 1] : nil
        if next?.previous == entry.digest, Int.random(in: 0..<3, using: &random) == 0 {
          piece[piece.count - 1].signature = []
        } else {
          pieces.append(piece)
          piece = []
        }
      }
    }
    entries = pieces.flatMap { $0 }
  }

  private mutating func write(_ hand: inout Hand, using random: inout SplitMix64) {
    replicaGeneses[hand.replica] = hand.replicaGenesis
    let payload = [UInt8.random(in: 0...255, using: &random)]
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      let lead = Bool.random(using: &random) ? Log.lamportLead : 1 << 40
      let far = lead + UInt64.random(in: 0...40, using: &random)
      if far > hand.log.head(of: hand.replica)?.lamport.raw ?? 0 {
        entries.append(hand.write(at: Lamport(far)))
      }
    case 1:
      if let entry = entries.filter({ $0.id.replica == hand.replica }).randomElement(using: &random)
      {
        entries.append(entry.rival(payload: [9, 9], by: hand.replicaGenesis))
      }
    case 2, 3: if let entry = hand.write(payload, for: .tidy) { entries.append(entry) }
    case 4:
      if let entry = hand.write(revocation(using: &random), for: .revoke) { entries.append(entry) }
    default: if let entry = hand.write(payload) { entries.append(entry) }
    }
  }

  private func revocation(using random: inout SplitMix64) -> [UInt8] {
    let author = Hand(UInt8.random(in: 1...3, using: &random)).replicaGenesis.author
    let replicas = replicaGeneses.filter { $0.value.author == author }.keys.sorted()
    let known = replicas.filter { _ in Bool.random(using: &random) }.map {
      ($0, SequenceNumber(UInt64.random(in: 1...4, using: &random)))
    }
    return Revocation(
      authors: [author], vector: VersionVector(Dictionary(known) { first, _ in first }),
      excluded: replicas.filter { _ in Bool.random(using: &random) },
      allowsNewReplicas: Bool.random(using: &random)
    ).encoded()
  }
}
