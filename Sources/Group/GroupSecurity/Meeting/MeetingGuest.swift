import Crypto

/// The keys of one side of one meeting, and the steps that both sides share.
struct MeetingSecrets: Sendable {
  let participant: MeetingParticipant
  private let agreement: Curve25519.KeyAgreement.PrivateKey
  let opening: MeetingOpening
  private let comparesWords: Bool

  static let guestPurpose = "meeting guest"
  static let hostPurpose = "meeting host"

  /// - Parameters:
  ///   - chance: random bytes, new for each meeting.
  ///   - comparesWords: false for an exchange in which nobody compares words. Such an exchange and a
  ///     meeting have different transcripts, so no message of one counts in the other.
  init(
    _ participant: MeetingParticipant, chance: [UInt8], comparesWords: Bool = true
  ) throws(MeetingError) {
    guard chance.count == MeetingParticipant.chanceLength,
      let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: chance.prefix(32))
    else { throw .cryptographyFailed }
    (self.participant, agreement, self.comparesWords) = (participant, key, comparesWords)
    opening = MeetingOpening(
      agreementKey: Array(key.publicKey.rawRepresentation), nonce: Array(chance.dropFirst(32)))
  }

  /// Returns the secret that only the two sides of the transcript have. An opening that repeats
  /// this side's key or random bytes is refused.
  func secret(with other: MeetingOpening, _ transcript: [UInt8]) throws(MeetingError) -> Secret {
    guard other.agreementKey != opening.agreementKey, other.nonce != opening.nonce else {
      throw .malformed
    }
    guard
      let key = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: other.agreementKey),
      let shared = try? agreement.sharedSecretFromKeyAgreement(with: key)
    else { throw .malformed }
    return Secret(
      shared.hkdfDerivedSymmetricKey(
        using: SHA256.self, salt: transcript, sharedInfo: labelled("meeting link", []),
        outputByteCount: Secret.length))
  }

  /// Returns the digest of the first three messages.
  func transcript(_ request: [UInt8], _ host: [UInt8], _ guest: [UInt8]) -> [UInt8] {
    var fields = FieldWriter()
    fields.add(1, request)
    fields.add(2, host)
    fields.add(3, guest)
    return digest(comparesWords ? "meeting" : "meeting without words", fields.bytes)
  }

  /// Verifies the proof of the other side.
  func partner(
    provedBy sealed: [UInt8], _ seal: inout LinkSeal, _ purpose: String, _ transcript: [UInt8],
    role: Role? = nil
  ) throws(MeetingError) -> MeetingPartner {
    let proof = try MeetingProof(try seal.openedMessage(sealed), purpose, transcript)
    guard proof.identityKey != participant.identity.publicKey else { throw .ownKey }
    return MeetingPartner(
      identityKey: proof.identityKey, name: proof.name, role: role ?? proof.role,
      words: MeetingWords.words(of: transcript))
  }
}

extension LinkSeal {
  mutating func openedMessage(_ bytes: [UInt8]) throws(MeetingError) -> [UInt8] {
    guard bytes.count <= HandshakeLimits.messageBytesMax else { throw .malformed }
    do { return try opened(bytes) } catch { throw .malformed }
  }

  mutating func sealedMessage(_ bytes: [UInt8]) throws(MeetingError) -> [UInt8] {
    do { return try sealed(bytes) } catch { throw .cryptographyFailed }
  }
}

/// The work that a side of a meeting asks its owner to do.
package enum MeetingAction: Equatable, Sendable {
  case send([UInt8])
  /// The other side proved its key. The user compares the words, unless the key is known.
  case met(MeetingPartner)
  /// The guest received the ticket of the host, and the meeting is over.
  case received(Ticket)
  /// The host sent its ticket to the guest, and the meeting is over.
  case gave
}

/// The side that chose the other one, and receives the ticket.
package struct MeetingGuest: Sendable {
  private enum Stage {
    case requested
    case opened(LinkSeal, transcript: [UInt8])
    case met(LinkSeal, Role)
    case confirmed(LinkSeal, Role)
    case over
  }

  private let secrets: MeetingSecrets
  private var stage = Stage.requested
  /// The first message.
  package let request: [UInt8]

  /// - Parameters:
  ///   - chance: random bytes, new for each meeting.
  ///   - comparesWords: false for an exchange in which nobody compares words, on either side.
  package init(
    _ participant: MeetingParticipant, chance: [UInt8], comparesWords: Bool = true
  ) throws(MeetingError) {
    secrets = try MeetingSecrets(participant, chance: chance, comparesWords: comparesWords)
    request = MeetingRequest(committingTo: secrets.opening.bytes).bytes
  }

  /// Handles the next message. The bytes are untrusted; after an error the meeting is over.
  package mutating func receive(_ bytes: [UInt8]) throws(MeetingError) -> [MeetingAction] {
    let stage = self.stage
    self.stage = .over
    switch stage {
    case .requested:
      let host = try MeetingOpening(bytes)
      let opening = secrets.opening.bytes
      let transcript = secrets.transcript(request, bytes, opening)
      var seal = LinkSeal.ofInitiator(try secrets.secret(with: host, transcript))
      let proof = try seal.sealedMessage(
        try MeetingProof.bytes(
          of: secrets.participant, MeetingSecrets.guestPurpose, transcript))
      self.stage = .opened(seal, transcript: transcript)
      return [.send(opening), .send(proof)]
    case .opened(var seal, let transcript):
      let partner = try secrets.partner(
        provedBy: bytes, &seal, MeetingSecrets.hostPurpose, transcript)
      self.stage = .met(seal, partner.role)
      return [.met(partner)]
    case .confirmed(var seal, let role):
      let text = String(decoding: try seal.openedMessage(bytes), as: UTF8.self)
      guard let ticket = try? Ticket(text), ticket.role <= role else { throw .malformed }
      return [.received(ticket)]
    // The host sends nothing before this user has confirmed.
    case .met, .over: throw .malformed
    }
  }

  /// Confirms the words.
  ///
  /// - Returns: the message for the host; nil if there are no words to confirm.
  package mutating func confirm() throws(MeetingError) -> [UInt8]? {
    guard case .met(var seal, let role) = stage else { return nil }
    let message = try seal.sealedMessage(MeetingHost.confirmation)
    stage = .confirmed(seal, role)
    return message
  }
}
