import EaselBase
import Testing

@testable import BoardLog

struct EntryTests {
  @Test("the digest covers every field but the signature")
  func covers() {
    var hand = Hand(1)
    let entries = hand.write(2)
    let entry = entries[1]
    func with(
      _ sequence: UInt64 = 2, replica: ReplicaID? = nil, author: AuthorID? = nil,
      lamport: UInt64 = 2, at: Int64 = 1_000, lasted: UInt32 = 20, previous: Digest?,
      replicaGenesis: ReplicaGenesis? = nil, payload: [UInt8] = [1]
    ) -> Digest {
      let stamp = Stamp(
        id: EntryID(replica ?? entry.id.replica, SequenceNumber(sequence)),
        author: author ?? entry.stamp.author, lamport: Lamport(lamport), at: at, lasted: lasted)
      return Entry(
        stamp: stamp, previous: previous, replicaGenesis: replicaGenesis, payload: payload
      ).digest
    }
    let previous = entries[0].digest
    #expect(with(previous: previous) == entry.digest)
    let other = Hand(2).replicaGenesis
    let digests: [Digest] = [
      with(3, previous: previous), with(replica: other.replica, previous: previous),
      with(author: other.author, previous: previous), with(lamport: 3, previous: previous),
      with(at: -1, previous: previous), with(lasted: 21, previous: previous),
      with(previous: nil), with(previous: entry.digest),
      with(previous: previous, replicaGenesis: other),
      with(previous: previous, payload: []), with(previous: previous, payload: [1, 0]),
      entry.digest,
    ]
    #expect(Set(digests).count == digests.count)
    var unsigned = entry
    unsigned.signature = []
    #expect(unsigned.digest == entry.digest)
  }

  @Test("digests are SHA-256, in bytes and in order")
  func digest() {
    let empty = Digest.sha256(of: [])
    #expect(empty.bytes.prefix(4) == [0xE3, 0xB0, 0xC4, 0x42])
    #expect(empty.bytes.suffix(4) == [0x78, 0x52, 0xB8, 0x55])
    #expect(Digest(empty.bytes) == empty)
    #expect(Digest([1, 2]) == nil && Digest(empty.bytes + [0]) == nil)
    #expect(MemoryLayout<Digest>.size == 32)
  }

  @Test("a replica's name depends on the key and on the nonce, an author's on the key alone")
  func replicaGeneses() {
    #expect(Hand(1).replicaGenesis.author == Hand(1, run: 1).replicaGenesis.author)
    #expect(Hand(1).replicaGenesis.replica != Hand(1, run: 1).replicaGenesis.replica)
    #expect(Hand(1).replicaGenesis.author != Hand(2).replicaGenesis.author)
    #expect(
      ReplicaGenesis.author(of: Hand(1).replicaGenesis.publicKey) == Hand(1).replicaGenesis.author)
  }
}
