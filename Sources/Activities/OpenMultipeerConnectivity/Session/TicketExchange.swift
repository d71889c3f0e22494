import GroupSecurity

/// The exchange of a ticket between two peers that share no secret. It seals the ticket for the other
/// side, and proves the key of each side. It does not prove whose key that is, since nobody compares
/// words: a relay between the two can hold a key of its own towards each of them.
struct TicketExchange {
  private enum Side {
    case giver(MeetingHost)
    case taker(MeetingGuest)
  }

  private var side: Side
  /// The key of the other side; nil before it is proved.
  private(set) var question: PeerTable.Question?
  /// Whether the program accepted the key, and this side has not given its ticket yet.
  private(set) var isReady = false

  /// The side that gives a ticket.
  init(givingAs participant: MeetingParticipant) throws(MeetingError) {
    side = .giver(try MeetingHost(participant, chance: Self.chance, comparesWords: false))
  }

  /// The side that takes a ticket.
  init(takingAs participant: MeetingParticipant) throws(MeetingError) {
    side = .taker(try MeetingGuest(participant, chance: Self.chance, comparesWords: false))
  }

  private static var chance: [UInt8] { PeerNetwork.random(MeetingParticipant.chanceLength) }

  var isTaker: Bool { if case .taker = side { true } else { false } }

  /// The first message of the side that takes a ticket.
  var request: [UInt8]? { if case .taker(let guest) = side { guest.request } else { nil } }

  /// Handles the next message of a peer. The bytes are untrusted; after an error the exchange is over.
  mutating func receive(
    _ bytes: [UInt8], from peer: MCPeerID
  ) throws(MeetingError) -> [MeetingAction] {
    let actions: [MeetingAction]
    switch side {
    case .giver(var host):
      defer { side = .giver(host) }
      actions = try host.receive(bytes)
    case .taker(var guest):
      defer { side = .taker(guest) }
      actions = try guest.receive(bytes)
    }
    for case .met(let partner) in actions {
      question = PeerTable.Question(peer: peer, key: partner.identityKey)
    }
    return actions
  }

  /// Notes that the program accepted the key.
  ///
  /// - Returns: the messages to send. A giver sends none before it has a ticket.
  mutating func accept() throws(MeetingError) -> [MeetingAction] {
    guard case .taker(var guest) = side else {
      isReady = true
      return []
    }
    defer { side = .taker(guest) }
    return try guest.confirm().map { [.send($0)] } ?? []
  }

  /// Gives the ticket, once the other side has accepted this side's key too.
  mutating func give(_ ticket: Ticket) throws(MeetingError) -> [MeetingAction] {
    guard isReady, case .giver(var host) = side else { return [] }
    isReady = false
    defer { side = .giver(host) }
    return try host.confirm(with: ticket)
  }
}
