import EaselBase

/// The first message at another user's door, if its sender invites that user instead of asking for
/// admission. The kernel names the sender, so the message has no name.
///
/// The word `ring`, and then fields: 1 the sender's identity key (32 bytes), 2 the board's title in
/// UTF-8, 3 the id of the session (16 bytes), which is missing before the session has begun, 4 the
/// role that the invited user gets, 5 a small picture of the board, if it fits, 6 the number of the
/// sender's process, which admits the invited user.
package struct RingMessage: Hashable, Sendable {
  package let identityKey: [UInt8]
  /// The board's title; it may hold any bytes.
  package let title: [UInt8]
  package let session: Bytes16?
  package let role: Role
  /// Any bytes; empty without a picture.
  package let picture: [UInt8]
  package let process: UInt32

  /// A longer title is no title of a board.
  package static let titleBytesMax = 256
  private static let word = Array("ring".utf8)

  package init(
    identityKey: [UInt8], title: [UInt8], session: Bytes16?, role: Role, picture: [UInt8],
    process: UInt32
  ) {
    (self.identityKey, self.title, self.session) = (identityKey, title, session)
    (self.role, self.picture, self.process) = (role, picture, process)
  }

  /// The encoded form, which leaves out a picture that does not fit.
  package var bytes: [UInt8] {
    var fields = FieldWriter()
    fields.add(1, identityKey)
    fields.add(2, Array(title.prefix(Self.titleBytesMax)))
    if let session { fields.add(3, session.bytes) }
    fields.add(4, UInt64(role.rawValue))
    fields.add(6, UInt64(process))
    var whole = fields
    if !picture.isEmpty { whole.add(5, picture) }
    let bytes = Self.word + whole.bytes
    return bytes.count <= HandshakeLimits.messageBytesMax ? bytes : Self.word + fields.bytes
  }

  /// Parses a ring. The bytes are untrusted; the result is nil if they are not a ring.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= HandshakeLimits.messageBytesMax, bytes.starts(with: Self.word) else {
      return nil
    }
    do {
      let fields = try FieldReader(Array(bytes.dropFirst(Self.word.count)))
      let (title, session) = (try fields.bytes(2), try fields.optional(3))
      let id = session.flatMap { $0.count == 16 ? Bytes16($0[...]) : nil }
      guard title.count <= Self.titleBytesMax, session == nil || id != nil,
        let role = UInt8(exactly: try fields.number(4)).flatMap(Role.init),
        let process = UInt32(exactly: try fields.number(6))
      else { return nil }
      self.init(
        identityKey: try fields.bytes(1, count: Identity.publicKeyLength), title: title,
        session: id, role: role, picture: try fields.optional(5) ?? [], process: process)
    } catch { return nil }
  }
}

/// The answer to a ring, the only message that comes back: field 3 with the number of the answer. A
/// door that does not know rings answers with a refusal, whose field has another number.
package enum RingAnswer: UInt64, CaseIterable, Sendable {
  case accepted = 1
  case declined = 2
  /// No person answered in time.
  case unanswered = 3
  /// The same user rang a short time ago, or too many users ring.
  case tooSoon = 4

  package var bytes: [UInt8] {
    var fields = FieldWriter()
    fields.add(3, rawValue)
    return fields.bytes
  }

  /// Parses an answer. The bytes are untrusted; the result is nil if they are not an answer.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= HandshakeLimits.messageBytesMax, let fields = try? FieldReader(bytes),
      let number = try? fields.number(3)
    else { return nil }
    self.init(rawValue: number)
  }
}
