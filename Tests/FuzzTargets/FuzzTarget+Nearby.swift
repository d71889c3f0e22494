import EaselBase
import GroupSecurity

@testable import LocalDiscovery
@testable import OpenMultipeerConnectivity

// Readers of strangers' bytes in the same network.
extension FuzzTarget {
  private static let announcement = NearbyAnnouncement(
    instance: Array(1...8), port: 40_000, mayDraw: true, mark: Array(9...16))

  func checkDiscovery(_ bytes: [UInt8]) throws {
    if let answer = Self.announcement.answer(to: bytes, from: 50_000) {
      try hold("an answer is short", answer.count <= DNSMessage.bytesMax)
    }
    for found in NearbyAnnouncement.all(in: bytes, answering: 7) {
      try hold("an announcement has a port", found.port > 0)
      let answer = found.answer(to: NearbyAnnouncement.question(7), from: 50_000) ?? []
      try hold(
        "an announcement is read as it is written",
        NearbyAnnouncement.all(in: answer, answering: 7) == [found])
    }
    guard let message = accepted({ try DNSMessage(bytes) }) else { return }
    let written = message.bytes
    guard written.count <= DNSMessage.bytesMax else { return }
    try hold("a message is read as it is written", try DNSMessage(written) == message)
  }

  func discoverySeeds() -> [[UInt8]] {
    let question = NearbyAnnouncement.question(7)
    return [question, Self.announcement.answer(to: question, from: 50_000) ?? []]
  }

  private struct Sides {
    var guest: MeetingGuest
    var host: MeetingHost

    init() throws {
      func side(_ byte: UInt8) throws -> (MeetingParticipant, [UInt8]) {
        guard let identity = Identity(seed: Array(repeating: byte, count: Identity.seedLength))
        else { throw Broken(description: "no identity") }
        return (
          MeetingParticipant(identity, name: [byte], role: .draw),
          Array(repeating: byte, count: MeetingParticipant.chanceLength)
        )
      }
      let (guest, host) = (try side(1), try side(2))
      self.guest = try MeetingGuest(guest.0, chance: guest.1)
      self.host = try MeetingHost(host.0, chance: host.1)
    }

    /// Takes so many steps of a meeting.
    mutating func advance(_ steps: UInt8) throws {
      guard steps > 0 else { return }
      let offer = sent(in: try host.receive(guest.request))
      guard steps > 1, let opening = offer.first else { return }
      let messages = sent(in: try guest.receive(opening))
      guard steps > 2, messages.count == 2 else { return }
      _ = try host.receive(messages[0])
      guard steps > 3 else { return }
      let proof = sent(in: try host.receive(messages[1]))
      guard steps > 4, let proof = proof.first else { return }
      _ = try guest.receive(proof)
      _ = try guest.confirm()
    }

    private func sent(in actions: [MeetingAction]) -> [[UInt8]] {
      actions.compactMap { if case .send(let bytes) = $0 { bytes } else { nil } }
    }
  }

  /// The first byte says how far the meeting is, and which side gets the rest.
  func checkMeeting(_ bytes: [UInt8]) throws {
    guard let kind = bytes.first else { return }
    let bytes = Array(bytes.dropFirst())
    var sides = try Sides()
    try sides.advance(kind / 2 % 6)
    let toHost = kind % 2 == 0
    let actions =
      accepted { toHost ? try sides.host.receive(bytes) : try sides.guest.receive(bytes) } ?? []
    for action in actions {
      switch action {
      case .send: break
      case .met, .received, .gave: try hold("nobody is met by chance", false)
      }
    }
  }

  func meetingSeeds() throws -> [[UInt8]] {
    let sides = try Sides()
    var host = sides.host
    var guest = sides.guest
    let offer = try host.receive(guest.request)
    guard case .send(let opening)? = offer.first else { return [] }
    let messages = try guest.receive(opening).compactMap { action in
      if case .send(let bytes) = action { bytes } else { nil }
    }
    // The proof is left out: with it, the two sides do meet.
    return [[0] + guest.request, [1] + opening, [2] + messages[0], [7], [10]]
  }

  func checkInvitation(_ bytes: [UInt8]) throws {
    guard let message = InvitationMessage(bytes), let written = message.bytes else { return }
    try hold("a message is read as it is written", InvitationMessage(written) == message)
  }

  func invitationSeeds() -> [[UInt8]] {
    guard let peer = MCPeerID(name: "Ann", number: Array(1...16)) else { return [] }
    let messages: [InvitationMessage] = [
      .descriptionRequest, .come, .description(peer, ["topic": "tea"]),
      .invitation(PeerInvitation(peer: peer, isInSession: true, context: [1, 2])),
    ]
    return messages.compactMap(\.bytes)
  }
}
