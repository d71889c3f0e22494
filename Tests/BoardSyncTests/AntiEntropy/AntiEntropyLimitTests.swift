import EaselBase
import GroupBase
import Testing

@testable import BoardSync

/// A member notes which peers it asked for entries: at most as many as its bounds allow.
@Suite struct AntiEntropyLimitTests {
  private let now = Uptime(milliseconds: 0)

  @Test("four rivals of an asked member are noted, and a fifth is not")
  func rivals() throws {
    let replica = ReplicaID(Bytes16(high: 1, low: 1))
    func head(_ number: UInt64) -> ReplicaHead {
      ReplicaHead(replica, SequenceNumber(number), digest: Bytes16(high: number, low: 0))
    }
    func peer(_ number: UInt64) -> ParticipantID { ParticipantID(MemberID(number), join: 1) }
    var want = try #require(Want(head(5), at: nil, of: peer(1), now: now))
    for number in 2...UInt64(Want.rivalsMax + 2) {
      want.add(.init(peer: peer(number), head: head(number)))
    }
    #expect(want.rivals.map(\.peer) == (2...UInt64(Want.rivalsMax + 1)).map(peer))
    want.add(.init(peer: peer(2), head: head(9)))
    #expect(want.rivals.count == Want.rivalsMax && want.rivals[0].head == head(9))
  }

  @Test("a member's 256 refusals are noted; it is asked for no other replica while they are noted")
  func refusals() {
    var peer = PeerState()
    func replica(_ number: Int) -> ReplicaID {
      ReplicaID(Bytes16(high: 0, low: UInt64(number)))
    }
    for number in 0..<PeerState.refusalsMax {
      #expect(peer.isWorthAsking(for: replica(number), at: now))
      peer.disappointed(in: replica(number), at: now)
    }
    #expect(peer.refusals.count == PeerState.refusalsMax)
    #expect(!peer.isWorthAsking(for: replica(PeerState.refusalsMax), at: now))
    #expect(peer.isWorthAsking(for: replica(PeerState.refusalsMax), at: now.advanced(by: 1_000)))
    peer.kept(replica(0))
    #expect(peer.isWorthAsking(for: replica(PeerState.refusalsMax), at: now))
    // Replicas that were asked for before may be given up afterwards, and each takes the place of another.
    for number in 0..<40 { peer.disappointed(in: replica(1_000 + number), at: now) }
    #expect(peer.refusals.count == PeerState.refusalsMax)
    #expect(!peer.isWorthAsking(for: replica(1_039), at: now))
  }
}
