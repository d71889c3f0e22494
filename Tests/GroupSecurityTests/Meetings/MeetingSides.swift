import Testing

@testable import GroupSecurity

/// Two people who meet; the same in every run that has the same seed.
struct MeetingSides {
  var guest: MeetingGuest
  var host: MeetingHost
  let guestIdentity: Identity
  let hostIdentity: Identity

  init(_ seed: UInt64 = 1, role: Role = .draw, isOnePerson: Bool = false) throws {
    var chance = Chance(seed)
    guestIdentity = try Self.identity(1)
    hostIdentity = try Self.identity(isOnePerson ? 1 : 2)
    guest = try MeetingGuest(
      MeetingParticipant(guestIdentity, name: Array("Bo".utf8), role: .draw),
      chance: chance.bytes(MeetingParticipant.chanceLength))
    host = try MeetingHost(
      MeetingParticipant(hostIdentity, name: Array("Ann".utf8), role: role),
      chance: chance.bytes(MeetingParticipant.chanceLength))
  }

  static func identity(_ byte: UInt8) throws -> Identity {
    try #require(Identity(seed: [UInt8](repeating: byte, count: 32)))
  }

  /// The facts that the sides learned about each other, and all messages on the way there.
  struct Met {
    let ofGuest: MeetingPartner
    let ofHost: MeetingPartner
    let messages: [[UInt8]]
  }

  /// Passes the messages on until both sides show the words.
  mutating func meet() throws -> Met {
    let offer = try host.receive(guest.request)
    let opening = try #require(Self.message(in: offer))
    let sent = try guest.receive(opening).compactMap(Self.message)
    try #require(sent.count == 2)
    try #require(try host.receive(sent[0]) == [])
    let shown = try host.receive(sent[1])
    let proof = try #require(Self.message(in: shown))
    let seen = try guest.receive(proof)
    return Met(
      ofGuest: try #require(Self.partner(in: shown)),
      ofHost: try #require(Self.partner(in: seen)),
      messages: [guest.request, opening, sent[0], sent[1], proof])
  }

  static func message(in actions: [MeetingAction]) -> [UInt8]? {
    actions.compactMap(message).first
  }

  static func message(_ action: MeetingAction) -> [UInt8]? {
    if case .send(let bytes) = action { bytes } else { nil }
  }

  static func partner(in actions: [MeetingAction]) -> MeetingPartner? {
    actions.compactMap { if case .met(let partner) = $0 { partner } else { nil } }.first
  }
}

/// The error of a side of a meeting; nil if it throws none.
func meetingError(_ judged: () throws -> Void) -> MeetingError? {
  do {
    try judged()
    return nil
  } catch { return error as? MeetingError }
}
