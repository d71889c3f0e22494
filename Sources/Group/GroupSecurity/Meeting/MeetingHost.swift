/// The side that was chosen, and gives its ticket after both people have confirmed.
package struct MeetingHost: Sendable {
  private enum Stage {
    case awaitingRequest
    case opened(MeetingRequest, request: [UInt8])
    case awaitingProof(LinkSeal, transcript: [UInt8])
    /// The ticket is nil until this side's user has confirmed.
    case met(LinkSeal, isConfirmed: Bool, ticket: Ticket?)
    case over
  }

  private let secrets: MeetingSecrets
  private var stage = Stage.awaitingRequest

  static let confirmation = Array("yes".utf8)

  /// - Parameters:
  ///   - chance: random bytes, new for each meeting.
  ///   - comparesWords: false for an exchange in which nobody compares words, on either side.
  package init(
    _ participant: MeetingParticipant, chance: [UInt8], comparesWords: Bool = true
  ) throws(MeetingError) {
    secrets = try MeetingSecrets(participant, chance: chance, comparesWords: comparesWords)
  }

  /// Handles the next message. The bytes are untrusted; after an error the meeting is over.
  package mutating func receive(_ bytes: [UInt8]) throws(MeetingError) -> [MeetingAction] {
    let stage = self.stage
    self.stage = .over
    switch stage {
    case .awaitingRequest:
      self.stage = .opened(try MeetingRequest(bytes), request: bytes)
      return [.send(secrets.opening.bytes)]
    case .opened(let request, let requestBytes):
      let guest = try MeetingOpening(bytes)
      guard areSame(request.commitment, MeetingRequest(committingTo: bytes).commitment) else {
        throw .malformed
      }
      let transcript = secrets.transcript(requestBytes, secrets.opening.bytes, bytes)
      let seal = LinkSeal.ofResponder(try secrets.secret(with: guest, transcript))
      self.stage = .awaitingProof(seal, transcript: transcript)
      return []
    case .awaitingProof(var seal, let transcript):
      let partner = try secrets.partner(
        provedBy: bytes, &seal, MeetingSecrets.guestPurpose, transcript,
        role: secrets.participant.role)
      let proof = try seal.sealedMessage(
        try MeetingProof.bytes(
          of: secrets.participant, MeetingSecrets.hostPurpose, transcript))
      self.stage = .met(seal, isConfirmed: false, ticket: nil)
      return [.send(proof), .met(partner)]
    case .met(var seal, false, let ticket):
      guard try seal.openedMessage(bytes) == Self.confirmation else { throw .malformed }
      self.stage = .met(seal, isConfirmed: true, ticket: ticket)
      return try giveTicket()
    case .met, .over: throw .malformed
    }
  }

  /// Confirms the words.
  ///
  /// - Parameter ticket: the ticket for the guest, of at most the role that the words stood beside.
  /// - Returns: nothing while the guest has not confirmed.
  package mutating func confirm(with ticket: Ticket) throws(MeetingError) -> [MeetingAction] {
    guard case .met(let seal, let isConfirmed, nil) = stage else { return [] }
    stage = .met(
      seal, isConfirmed: isConfirmed, ticket: ticket.atMost(secrets.participant.role))
    return try giveTicket()
  }

  private mutating func giveTicket() throws(MeetingError) -> [MeetingAction] {
    guard case .met(var seal, true, let ticket?) = stage else { return [] }
    stage = .over
    return [.send(try seal.sealedMessage(Array(ticket.text.utf8))), .gave]
  }
}
