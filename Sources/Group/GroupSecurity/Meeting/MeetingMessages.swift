import Crypto
import EaselBase

/// The reason why a meeting ended without a ticket.
package enum MeetingError: Error, Hashable, Sendable {
  /// The message does not belong here, was damaged on the way, or was invented.
  case malformed
  /// The other side speaks another version.
  case version
  /// Both sides have the same identity: they are the same person, or the same run.
  case ownKey
  /// The cryptography library failed; no input causes this.
  case cryptographyFailed
}

/// The first message, from the guest. It commits the guest to its opening before the guest has seen
/// the host's opening, so neither side can search for an opening that gives chosen words.
///
/// A zero byte, the word `meet`, and then fields: 1 the version, 2 the digest of the guest's opening (32 bytes).
struct MeetingRequest {
  static let version: UInt64 = 1
  /// The zero byte tells the message from the greeting of another program, which is text.
  static let word = [0] + Array("meet".utf8)
  let commitment: [UInt8]

  init(committingTo opening: [UInt8]) { commitment = digest("meet", opening) }

  var bytes: [UInt8] {
    var fields = FieldWriter()
    fields.add(1, Self.version)
    fields.add(2, commitment)
    return Self.word + fields.bytes
  }

  /// Parses a request. The bytes are untrusted.
  init(_ bytes: [UInt8]) throws(MeetingError) {
    guard bytes.count <= HandshakeLimits.messageBytesMax, bytes.starts(with: Self.word) else {
      throw .malformed
    }
    do {
      let fields = try FieldReader(Array(bytes.dropFirst(Self.word.count)))
      guard try fields.number(1) == Self.version else { throw MeetingError.version }
      commitment = try fields.bytes(2, count: SHA256.byteCount)
    } catch { throw error as? MeetingError ?? .malformed }
  }
}

/// The second message, from the host, and the third, from the guest: 1 the version, which also tells
/// the message from a text, 2 an X25519 key for this meeting (32 bytes), 3 random bytes (16).
struct MeetingOpening: Hashable {
  static let nonceLength = 16
  let agreementKey: [UInt8]
  let nonce: [UInt8]

  var bytes: [UInt8] {
    var fields = FieldWriter()
    fields.add(1, MeetingRequest.version)
    fields.add(2, agreementKey)
    fields.add(3, nonce)
    return fields.bytes
  }

  /// Parses an opening, and refuses a key of low order. The bytes are untrusted.
  init(_ bytes: [UInt8]) throws(MeetingError) {
    guard bytes.count <= HandshakeLimits.messageBytesMax else { throw .malformed }
    do {
      let fields = try FieldReader(bytes)
      guard try fields.number(1) == MeetingRequest.version else { throw MeetingError.version }
      agreementKey = try fields.bytes(2, count: Agreement.publicKeyLength)
      nonce = try fields.bytes(3, count: Self.nonceLength)
    } catch { throw error as? MeetingError ?? .malformed }
    guard Agreement.isUsable(agreementKey) else { throw .malformed }
  }

  init(agreementKey: [UInt8], nonce: [UInt8]) {
    (self.agreementKey, self.nonce) = (agreementKey, nonce)
  }
}

/// The fourth message, from the guest, and the fifth, from the host. Each is sealed. Fields: 1 the
/// identity key (32 bytes), 2 the name in UTF-8, 3 the role that the host's ticket gives, 4 the
/// signature of the identity over the transcript (64 bytes).
struct MeetingProof {
  let identityKey: [UInt8]
  let name: [UInt8]
  let role: Role

  static func bytes(
    of participant: MeetingParticipant, _ purpose: String, _ transcript: [UInt8]
  ) throws(MeetingError) -> [UInt8] {
    var fields = FieldWriter()
    fields.add(1, participant.identity.publicKey)
    fields.add(2, participant.name)
    fields.add(3, UInt64(participant.role.rawValue))
    do {
      fields.add(4, try participant.identity.sign(purpose, transcript))
    } catch { throw .cryptographyFailed }
    return fields.bytes
  }

  /// Parses and verifies a proof. The bytes are untrusted.
  init(_ bytes: [UInt8], _ purpose: String, _ transcript: [UInt8]) throws(MeetingError) {
    do {
      let fields = try FieldReader(bytes)
      (identityKey, name) = (try fields.bytes(1), try fields.bytes(2))
      guard name.count <= MeetingParticipant.nameBytesMax,
        let role = UInt8(exactly: try fields.number(3)).flatMap(Role.init),
        Identity.verify(try fields.bytes(4), purpose, of: transcript, by: identityKey)
      else { throw MeetingError.malformed }
      self.role = role
    } catch { throw .malformed }
  }
}

/// One side of a meeting before it begins.
package struct MeetingParticipant: Sendable {
  let identity: Identity
  let name: [UInt8]
  let role: Role

  /// The maximum number of bytes in a name.
  package static let nameBytesMax = 256
  /// The number of random bytes that each meeting needs.
  package static let chanceLength = 32 + MeetingOpening.nonceLength

  /// - Parameters:
  ///   - name: the name that the other side shows; a longer one is cut.
  ///   - role: the role that the host's ticket gives; a guest names the role that it wants.
  package init(_ identity: Identity, name: [UInt8], role: Role) {
    (self.identity, self.role) = (identity, role)
    self.name = Array(name.prefix(Self.nameBytesMax))
  }
}

/// The facts about the other side, which proved its key.
package struct MeetingPartner: Hashable, Sendable {
  package let identityKey: [UInt8]
  /// The name that the other side chose; it may hold any bytes.
  package let name: [UInt8]
  /// The role that the ticket of the host gives.
  package let role: Role
  /// The words that the two people compare.
  package let words: [String]
}
