import GroupBase
import GroupSecurity
import GroupTesting
import SocketTransports
import Testing

@testable import OpenMultipeerConnectivity

@Suite struct InvitationMessageTests {
  private let ann = MCPeerID(displayName: "Ann")

  private var messages: [InvitationMessage] {
    [
      .descriptionRequest, .come, .description(ann, [:]),
      .description(ann, ["topic": "tea", "é": ""]),
      .invitation(PeerInvitation(peer: ann, isInSession: true, context: [0, 255])),
      .invitation(PeerInvitation(peer: ann, isInSession: false, context: nil)),
    ]
  }

  @Test("A message is read as it was written")
  func roundTrip() throws {
    for message in messages {
      #expect(InvitationMessage(try #require(message.bytes)) == message)
    }
  }

  @Test("The longest context fits into an invitation, and a message that is too long is not made")
  func limits() {
    func invitation(_ count: Int) -> InvitationMessage {
      let context = [UInt8](repeating: 7, count: count)
      return .invitation(PeerInvitation(peer: ann, isInSession: true, context: context))
    }
    #expect(invitation(PeerSession.contextBytesMax).bytes != nil)
    #expect(invitation(InvitationMessage.bytesMax).bytes == nil)
  }

  @Test("M6 · Cut and changed bytes are read or refused, and what is read is written the same")
  func hostile() throws {
    var chance = SplitMix64(seed: 3)
    for bytes in messages.compactMap(\.bytes) {
      for count in 0..<bytes.count { check(Array(bytes.prefix(count))) }
      for _ in 0..<5_000 {
        var mangled = bytes
        for _ in 0..<Int.random(in: 1...5, using: &chance) {
          mangled[Int.random(in: mangled.indices, using: &chance)] =
            UInt8.random(in: 0...255, using: &chance)
        }
        check(mangled)
      }
    }
  }

  private func check(_ bytes: [UInt8]) {
    guard let message = InvitationMessage(bytes), let written = message.bytes else { return }
    #expect(InvitationMessage(written) == message)
  }
}

/// The two sides of an exchange, and a relay between two others.
@Suite struct TicketExchangeTests {
  private let peer = MCPeerID(displayName: "Ann")

  private func participant(_ byte: UInt8) throws -> MeetingParticipant {
    let identity = try #require(
      Identity(seed: [UInt8](repeating: byte, count: Identity.seedLength)))
    return MeetingParticipant(identity, name: [byte], role: .draw)
  }

  private func ticket() throws -> Ticket {
    let keys = try #require(CallRootKeys(chance: [UInt8](repeating: 9, count: 96)))
    return try #require(
      try keys.epoch().ticket(to: .draw, at: ["unix:///tmp/easel-door-0/service.a.0"]))
  }

  @Test("The messages of an exchange and those of a meeting with words do not count for each other")
  func meeting() throws {
    var host = try MeetingHost(participant(1), chance: PeerNetwork.random(48))
    var taker = try TicketExchange(takingAs: participant(2))
    guard case .send(let opening)? = try host.receive(try #require(taker.request)).first else {
      Issue.record("the host does not open")
      return
    }
    let answers = try taker.receive(opening, from: peer)
    #expect(throws: MeetingError.malformed) {
      for case .send(let bytes) in answers { _ = try host.receive(bytes) }
    }
  }

  /// Passes messages until both sides have proved their keys; returns the keys that each side saw.
  private func meet(
    _ giver: inout TicketExchange, _ taker: inout TicketExchange
  ) throws -> (ofTaker: [UInt8], ofGiver: [UInt8]) {
    var toGiver = [try #require(taker.request)]
    while !toGiver.isEmpty {
      for action in try giver.receive(toGiver.removeFirst(), from: peer) {
        guard case .send(let bytes) = action else { continue }
        for answer in try taker.receive(bytes, from: peer) {
          if case .send(let bytes) = answer { toGiver.append(bytes) }
        }
      }
    }
    return (try #require(giver.question?.key), try #require(taker.question?.key))
  }

  /// Lets both sides accept; returns the ticket that the taker got.
  private func finish(
    _ giver: inout TicketExchange, _ taker: inout TicketExchange
  ) throws -> Ticket? {
    #expect(try giver.accept().isEmpty && giver.isReady)
    guard case .send(let yes)? = try taker.accept().first else { return nil }
    #expect(try giver.receive(yes, from: peer).isEmpty, "no ticket passes before it is given")
    guard case .send(let sealed)? = try giver.give(try ticket()).first,
      case .received(let ticket)? = try taker.receive(sealed, from: peer).first
    else { return nil }
    return ticket
  }

  @Test("Each side gets the key of the other one, and the taker gets the ticket once")
  func exchange() throws {
    var giver = try TicketExchange(givingAs: participant(1))
    var taker = try TicketExchange(takingAs: participant(2))
    let keys = try meet(&giver, &taker)
    #expect(keys.ofGiver != keys.ofTaker)
    #expect(try finish(&giver, &taker) == ticket())
    #expect(try giver.give(ticket()).isEmpty)
  }

  @Test("M3 · No ticket passes before both programs have accepted the keys")
  func unaccepted() throws {
    var giver = try TicketExchange(givingAs: participant(1))
    var taker = try TicketExchange(takingAs: participant(2))
    _ = try meet(&giver, &taker)
    #expect(try giver.give(ticket()).isEmpty)
    guard case .send(let yes)? = try taker.accept().first else {
      Issue.record("the taker does not confirm")
      return
    }
    #expect(try giver.receive(yes, from: peer).isEmpty, "only the taker has accepted")
  }

  @Test("A relay between two peers gets the ticket, and only its key tells it from the other peer")
  func relay() throws {
    var (giver, toGiver) = (
      try TicketExchange(givingAs: participant(1)), try TicketExchange(takingAs: participant(3))
    )
    var (toTaker, taker) = (
      try TicketExchange(givingAs: participant(3)), try TicketExchange(takingAs: participant(2))
    )
    let (near, far) = (try meet(&giver, &toGiver), try meet(&toTaker, &taker))
    #expect(try finish(&giver, &toGiver) == ticket())
    #expect(try finish(&toTaker, &taker) == ticket())
    #expect(near.ofTaker == far.ofGiver, "both see the relay's key")
    #expect(near.ofTaker != far.ofTaker && far.ofGiver != near.ofGiver)
  }

  @Test("Attempts that exchange keys or join count against the limit of eight peers")
  func fullOfAttempts() throws {
    let links = InvitationLinks(over: UnixTransport()) { _ in nil }
    defer { links.stop() }
    for (stage, isFull) in [
      (PeerSession.Attempt.Stage.invited, false), (.waiting, false), (.joining, true),
      (.exchanging(try TicketExchange(givingAs: participant(1))), true),
    ] {
      var state = PeerSession.State(table: PeerTable(own: peer))
      for number in 0..<PeerTable.othersMax {
        #expect(!state.isFull)
        state.attempts[MCPeerID(displayName: "\(number)")] = PeerSession.Attempt(
          number: UInt64(number), link: InvitationLink(links, LinkID(1), host: nil), stage: stage)
      }
      #expect(state.isFull == isFull)
    }
  }

  @Test("A ticket leads only to a session of the machine from which it came")
  func addresses() throws {
    let local = "unix:///tmp/easel-door-0/service.member_1_a.0"
    let ticket = try ticket().at([
      local, "unix:///run/docker.sock", "tcp://127.0.0.1:22", "tcp://192.0.2.9:7000",
    ])
    let links = InvitationLinks(over: UnixTransport()) { _ in nil }
    defer { links.stop() }
    let near = InvitationLink(links, LinkID(1), host: nil)
    #expect(PeerSockets.addresses(of: ticket, over: near) == [local])
    let far = InvitationLink(links, LinkID(2), host: "192.0.2.1")
    #expect(
      PeerSockets.addresses(of: ticket, over: far) == [
        "tcp://192.0.2.1:22", "tcp://192.0.2.1:7000",
      ])
  }

  @Test("M6 · Cut and changed messages end the exchange without a ticket")
  func hostile() throws {
    let taker = try TicketExchange(takingAs: participant(2))
    var chance = SplitMix64(seed: 4)
    for _ in 0..<2_000 {
      var giver = try TicketExchange(givingAs: participant(1))
      var bytes = try #require(taker.request)
      bytes[Int.random(in: bytes.indices, using: &chance)] ^= UInt8.random(
        in: 1...255, using: &chance)
      // A changed commitment is only found when it is opened.
      let actions = (try? giver.receive(bytes, from: peer)) ?? []
      #expect(
        giver.question == nil && actions.allSatisfy { if case .send = $0 { true } else { false } })
    }
  }
}
