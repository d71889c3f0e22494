import BoardLog
import EaselBase
import GroupTesting
import Testing

@testable import BoardCodec

struct EntryCodecTests {
  @Test("an entry comes back as it was")
  func roundTrip() throws {
    for entry in [sampleEntry(first: true), sampleEntry(first: false)] {
      #expect(try Entry(decoding: entry.encoded()) == entry)
    }
    let stamp = sampleEntry(first: true).stamp
    let bare = Entry(stamp: stamp, previous: nil, replicaGenesis: nil, payload: [])
    #expect(try Entry(decoding: bare.encoded()) == bare)
  }

  @Test("with any bit flipped it is refused, or another entry, or not signed so")
  func flips() {
    for entry in [sampleEntry(first: true), sampleEntry(first: false)] {
      let bytes = entry.encoded()
      for bit in 0..<bytes.count * 8 {
        var flipped = bytes
        flipped[bit / 8] ^= 1 << UInt8(bit % 8)
        guard let other = try? Entry(decoding: flipped) else { continue }
        #expect(other.digest != entry.digest || other.signature != entry.signature, "bit \(bit)")
      }
    }
  }

  @Test("no other bytes give the same entry: nothing unsigned travels along")
  func canonical() {
    let bytes = sampleEntry(first: true).encoded()
    let swapped = Array(bytes[18...] + bytes[..<18])
    for other in [bytes + [0xF8, 1, 7], bytes + bytes, swapped, Array(bytes.dropLast())] {
      #expect(throws: CodecError.self) { try Entry(decoding: other) }
    }
  }

  @Test("the generated reader finds the same in an entry's bytes, whatever numbers are in it")
  func generated() throws {
    let edges: [UInt64] = [1, 127, 128, 1 << 32, 1 << 53 - 1]
    for (index, edge) in edges.enumerated() {
      let sample = sampleEntry(first: false)
      let stamp = Stamp(
        id: EntryID(sample.id.replica, SequenceNumber(edge)), author: sample.stamp.author,
        lamport: Lamport(edge), at: [0, -1, 1, .min, .max][index],
        lasted: [0, 1, 127, 128, .max][index])
      let entry = Entry(stamp: stamp, previous: sample.previous, replicaGenesis: nil, payload: [])
      #expect(try Entry(decoding: entry.encoded()) == entry)
      let message = try ProtoEntry(bytes: entry.encoded(), named: "entry")
      #expect(message.sequence == edge && message.lamport == edge)
      #expect(message.at == stamp.at && message.lasted == stamp.lasted)
    }
  }

  @Test("an entry is as large as the limit and no larger")
  func size() throws {
    let full = sampleEntry(first: true, payload: [UInt8](repeating: 1, count: Log.payloadLimit))
    #expect(try Entry(decoding: full.encoded()) == full)
    let over = [UInt8](repeating: 0, count: Entry.encodedBytesMax + 1)
    #expect(throws: CodecError("entry", .tooMany)) { try Entry(decoding: over) }
  }

  @Test("damaged entries never trap", arguments: [11])
  func mutations(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let originals = [sampleEntry(first: true).encoded(), sampleEntry(first: false).encoded()]
    for round in 0..<Seeds.count(20_000) {
      var bytes = originals[Int(round % 2)]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
      guard let entry = try? Entry(decoding: bytes) else { continue }
      if entry.encoded() != bytes { Issue.record("seed \(seed): \(bytes)") }
    }
  }
}
