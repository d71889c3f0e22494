import BoardLog
import BoardModel
import EaselBase
import GroupTesting
import Testing

@testable import BoardCodec

struct EntryRunTests {
  private func merged(_ batches: [[Entry]]) -> (log: Log, applied: [Entry]) {
    var log = Log()
    let applied = batches.flatMap { log.merge($0, verify: isSigned).applied }
    return (log, applied)
  }

  private func decoded(_ runs: [[UInt8]]) throws -> [[Entry]] {
    try runs.map { try EntryRun.decode($0) }
  }

  private func picture(_ entries: [Entry]) throws -> Picture {
    var picture = Picture()
    for entry in entries {
      _ = picture.apply(try BoardModel.Operation(decoding: entry.payload), entry.stamp)
    }
    return picture
  }

  @Test("a run comes back with the same digests, and with its last signature")
  func roundTrip() throws {
    let entries = written((0..<9).map { [UInt8](repeating: 1, count: $0 * 40) }, people: 1)
    let runs = try decoded(EntryRun.encoded(entries))
    #expect(runs.count == 1 && runs.joined().map(\.digest) == entries.map(\.digest))
    #expect(runs[0].dropLast().allSatisfy { $0.signature.isEmpty })
    #expect(runs[0].last == entries.last)
    #expect(EntryRun.encoded([]).isEmpty)
  }

  @Test("L4 · a log merged from runs is the log merged from entries, and so is its picture")
  func sameLog() throws {
    let operations = (0..<4).flatMap { _ in samples() }
    let entries = written(operations.map { $0.encoded() }, people: 3)
    let (plain, all) = merged([entries])
    let runs = EntryRun.encoded(entries)
    let (log, applied) = merged(try decoded(runs))
    #expect(log.hash == plain.hash && log.vector == plain.vector && runs.count > 3)
    let (drawn, expected) = (try picture(applied), try picture(all))
    #expect(drawn.canonicalBytes() == expected.canonicalBytes())
  }

  @Test("runs made of received runs, in any order, give the same log and are no larger")
  func again() throws {
    let payloads = (0..<600).map { [UInt8](repeating: 7, count: 300 + $0 % 50) }
    let entries = written(payloads, people: 1)
    let once = EntryRun.encoded(entries)
    let received = merged(try decoded(once)).applied
    #expect(once.count > 3 && EntryRun.encoded(received) == once)
    // Behind a tail that begins elsewhere, the same signatures are still where runs end.
    let tail = EntryRun.encoded(Array(received.dropFirst(10)))
    #expect(tail.count == once.count && tail.allSatisfy { $0.count <= EntryRun.bytesMax })
    #expect(merged(try decoded(once.reversed())).log.hash == merged([entries]).log.hash)
  }

  @Test("Entries without a covering signature are left out, and a gap begins a new run")
  func breaks() throws {
    var entries = written((0..<8).map { [UInt8($0)] }, people: 1)
    entries[7].signature = []
    let (head, tail) = (entries.prefix(3), entries.suffix(3))
    let runs = try decoded(EntryRun.encoded(Array(head + tail)))
    #expect(runs.map { $0.map(\.id.sequence.raw) } == [[1, 2, 3], [6, 7]])
    let rival = Entry(
      stamp: entries[4].stamp, previous: entries[4].previous, replicaGenesis: nil, payload: [9],
      signature: [1])
    let forked = try decoded(EntryRun.encoded(Array(entries.prefix(7)) + [rival]))
    #expect(forked.map(\.count) == [7, 1] && forked.last == [rival])
  }

  @Test("bytes that are no valid signature end no run, neither inside a full run nor at its end")
  func junk() throws {
    let payloads = (0..<600).map { [UInt8](repeating: 7, count: 300 + $0 % 50) }
    var entries = written(payloads, people: 1)
    let key = try #require(entries.first?.replicaGenesis?.publicKey)
    for index in entries.indices where index % 5 != 0 { entries[index].signature = [7] }
    let runs = try decoded(
      EntryRun.encoded(entries) { isSigned($0.digest, $0.signature, key) })
    #expect(runs.count > 3 && runs.joined().map(\.digest) == entries.prefix(596).map(\.digest))
    for run in runs { #expect(run.last.map { isSigned($0.digest, $0.signature, key) } == true) }
    #expect(EntryRun.encoded(entries) { _ in false }.isEmpty)
  }

  @Test("with any bit flipped a run is refused, or no entry changed is taken")
  func flips() throws {
    let entries = written([[1, 2, 3], [], [4, 5]], people: 1)
    for bytes in EntryRun.encoded(entries) + EntryRun.encoded(Array(entries.dropFirst())) {
      let original = try EntryRun.decode(bytes)
      for bit in 0..<bytes.count * 8 {
        var flipped = bytes
        flipped[bit / 8] ^= 1 << UInt8(bit % 8)
        guard let other = try? EntryRun.decode(flipped) else { continue }
        var log = merged([[entries[0]]]).log
        let applied = log.merge(other, verify: isSigned).applied
        if !applied.isEmpty || other == original { Issue.record("bit \(bit)") }
      }
    }
  }

  @Test("any times have a way between them")
  func edges() throws {
    var log = Log()
    let replicaGenesis = try #require(sampleEntry(first: true).replicaGenesis)
    let times: [(Int64, UInt32)] = [(.min, .max), (.max, 0), (-1, .max), (.min, 1), (0, 0)]
    let entries = try times.map { at, lasted in
      let entry = log.record([], as: replicaGenesis, at: at, lasted: lasted)
      var signed = try #require(entry)
      signed.signature = [1]
      return signed
    }
    let runs = try decoded(EntryRun.encoded(entries))
    #expect(runs.joined().map(\.stamp) == entries.map(\.stamp))
  }

  @Test("damaged runs never trap, and no other bytes give the same", arguments: [13])
  func mutations(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let entries = written((0..<6).map { [UInt8](repeating: 1, count: $0) }, people: 1)
    let original = try #require(EntryRun.encoded(entries).first)
    for _ in 0..<Seeds.count(20_000) {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
      guard let run = try? EntryRun.decode(bytes) else { continue }
      if EntryRun.encoded(run) != [bytes] { Issue.record("seed \(seed): \(bytes)") }
    }
    for other in [original + [0xF8, 1, 7], original + original, Array(original.dropLast()), []] {
      #expect(throws: CodecError.self) { try EntryRun.decode(other) }
    }
  }
}
