import GroupBase
import Testing

@testable import OpenGroupActivities
@testable import OpenMultipeerConnectivity

/// The decisions about peers, without any socket.
@Suite struct PeerTableTests {
  private let own = MCPeerID(displayName: "Ann")
  private let bob = MCPeerID(displayName: "Bob")

  private func participant(_ number: UInt64) -> Participant {
    Participant(ParticipantID(MemberID(number), join: 1), name: nil)
  }

  private func question(_ peer: MCPeerID, key: UInt8 = 7) -> PeerTable.Question {
    PeerTable.Question(peer: peer, key: [key])
  }

  @Test("M1 · A peer is connected once it is shown, introduced and accepted, in any order")
  func order() {
    enum Step: CaseIterable { case show, introduce, accept }
    let orders: [[Step]] = [
      [.show, .introduce, .accept], [.introduce, .show, .accept], [.introduce, .accept, .show],
    ]
    for steps in orders {
      var table = PeerTable(own: own)
      for (index, step) in steps.enumerated() {
        #expect(table.connected.isEmpty)
        #expect(table.receive([UInt8(index)], from: participant(2)).isEmpty, "it is held")
        let changes =
          switch step {
          case .show: table.show([participant(2)])
          case .introduce: table.introduce(participant(2), as: question(bob))
          case .accept: table.answer(question(bob), accepts: true)
          }
        guard index == 2 else { continue }
        #expect(
          changes == [.state(bob, .connected)] + (0..<3).map { .data([UInt8($0)], from: bob) })
      }
      #expect(table.receive([9], from: participant(2)) == [.data([9], from: bob)])
      #expect(table.show([]) == [.state(bob, .notConnected)])
    }
  }

  @Test("M2 · A state is told once")
  func states() {
    var table = PeerTable(own: own)
    #expect(table.begin(bob) == [.state(bob, .connecting)] && table.begin(bob).isEmpty)
    #expect(table.fail(bob) == [.state(bob, .notConnected)] && table.fail(bob).isEmpty)
    _ = table.begin(bob)
    #expect(table.end() == [.state(bob, .notConnected)] && table.end().isEmpty)
  }

  @Test("M2 · A program is asked about a key once, and a second answer changes nothing")
  func keys() {
    var table = PeerTable(own: own)
    #expect(table.ask(question(bob)) == [.question(question(bob))])
    #expect(table.ask(question(bob)).isEmpty && table.answer(to: question(bob)) == nil)
    _ = table.answer(question(bob), accepts: false)
    _ = table.answer(question(bob), accepts: true)
    #expect(table.answer(to: question(bob)) == false)
    _ = table.introduce(participant(2), as: question(bob))
    #expect(table.show([participant(2)]).isEmpty && table.connected.isEmpty)
  }

  @Test("A participant with the id of a connected peer, or of this program, is not connected")
  func liars() {
    var table = PeerTable(own: own)
    _ = table.show([participant(2), participant(3)])
    _ = table.introduce(participant(2), as: question(bob))
    _ = table.answer(question(bob), accepts: true)
    _ = table.introduce(participant(3), as: question(bob, key: 8))
    #expect(table.answer(question(bob, key: 8), accepts: true).isEmpty)
    #expect(table.introduce(participant(3), as: question(own)).isEmpty)
    #expect(table.connected == [bob: participant(2)])
    #expect(
      table.show([participant(3)]) == [.state(bob, .notConnected), .state(bob, .connected)],
      "the id is free again")
  }

  @Test("M5 · No more than seven other peers are connected")
  func full() {
    var table = PeerTable(own: own)
    for number in 2...10 {
      let peer = MCPeerID(displayName: "\(number)")
      _ = table.introduce(participant(UInt64(number)), as: question(peer))
      _ = table.answer(question(peer), accepts: true)
    }
    _ = table.show(Set((2...10).map { participant(UInt64($0)) }))
    #expect(table.connected.count == 7 && table.isFull)
  }

  @Test("At most 64 messages wait for a peer, and 1 MiB for all peers")
  func heldMax() {
    func count(of bytes: Int, from numbers: ClosedRange<UInt64>) -> Int {
      var table = PeerTable(own: own)
      for number in numbers {
        for _ in 0...PeerTable.heldMax {
          _ = table.receive([UInt8](repeating: 0, count: bytes), from: participant(number))
        }
      }
      var changes = table.show(Set(numbers.map { participant($0) }))
      for number in numbers {
        let question = question(MCPeerID(displayName: "\(number)"))
        changes += table.introduce(participant(number), as: question)
        changes += table.answer(question, accepts: true)
      }
      return changes.count { if case .data = $0 { true } else { false } }
    }
    #expect(count(of: 1, from: 2...2) == PeerTable.heldMax)
    #expect(count(of: 256 * 1_024 - 64, from: 2...4) == 4)
  }

  @Test("No message waits for a refused key, or in a full session")
  func notHeld() {
    var table = PeerTable(own: own)
    _ = table.receive([1], from: participant(2))
    _ = table.introduce(participant(2), as: question(bob))
    _ = table.answer(question(bob), accepts: false)
    #expect(table.heldBytes == 0)
    _ = table.receive([1], from: participant(2))
    #expect(table.heldBytes == 0)
    _ = table.receive([1], from: participant(20))
    #expect(table.heldBytes > 0)
    for number in 3...9 {
      let peer = MCPeerID(displayName: "\(number)")
      _ = table.introduce(participant(UInt64(number)), as: question(peer))
      _ = table.answer(question(peer), accepts: true)
    }
    _ = table.show(Set((2...9).map { participant($0) }))
    _ = table.receive([1], from: participant(20))
    #expect(table.isFull && table.heldBytes == 0)
  }

  @Test("No more than sixteen members name an id")
  func introductions() {
    var table = PeerTable(own: own)
    let changes = (2...40).flatMap { number in
      table.introduce(participant(number), as: question(MCPeerID(displayName: "\(number)")))
    }
    #expect(changes.count == PeerTable.introducedMax)
  }

  @Test("A peer at two addresses is found once, and lost with the last address")
  func found() {
    var found = FoundPeers(besides: own)
    #expect(found.note(own, [:], at: "unix:///a").isEmpty)
    #expect(found.note(bob, ["a": "b"], at: "tcp://192.0.2.1:1") == [.found(bob, ["a": "b"])])
    #expect(found.note(bob, [:], at: "unix:///b").isEmpty)
    #expect(found.addresses(of: bob) == ["unix:///b", "tcp://192.0.2.1:1"])
    #expect(found.forget("unix:///b").isEmpty)
    let cleo = MCPeerID(displayName: "Cleo")
    #expect(
      found.note(cleo, [:], at: "tcp://192.0.2.1:1") == [.lost(bob), .found(cleo, [:])])
    #expect(found.note(own, [:], at: "tcp://192.0.2.1:1") == [.lost(cleo)])
  }
}
