import Crypto

/// Tells a member about a change of keys that it missed while it was unreachable. The member asks
/// another member that knows the change. Only afterwards can it send that member a request.
///
/// The question replaces the second message. Its fields: 3 the number of the epoch that the asking
/// member is in, 4 a code (16 bytes) over the hello by that epoch's group key, 5 the asking member,
/// sealed under a key derived from the same group key and hello. Field 5 holds the member's
/// identity key (32), the random bytes of its run (16) and the identity's signature over the hello
/// (64). A member receives an answer only if the rotation holds a sealed key for it. The answer
/// takes as many messages as needed. The field of each: 4 a piece of the ``Rotation``, sealed under
/// another key derived from the same group key and hello. Each piece begins with a byte that is 1
/// in the last piece.
enum CatchUp {
  static let codeLength = 16
  static let pieceLength = 3_072

  static func code(_ hello: [UInt8], _ groupKey: Secret) -> [UInt8] {
    groupKey.derived("behind").code(over: Hello.digest(of: hello), length: codeLength)
  }

  static func key(_ hello: [UInt8], _ groupKey: Secret) -> SymmetricKey {
    groupKey.derived("catch up", Hello.digest(of: hello)).key
  }

  /// Returns the key that seals the identity of the asking member.
  static func askerKey(_ hello: [UInt8], _ groupKey: Secret) -> SymmetricKey {
    groupKey.derived("catch up as", Hello.digest(of: hello)).key
  }

  static let purpose = "behind"
  static let askerLength =
    Identity.publicKeyLength + MemberKeys.runLength + Identity.signatureLength
}

/// The side of the member that was unreachable. Create one value for each hello.
public struct CatchingUp: Sendable {
  /// The message to send instead of a request.
  public let question: [UInt8]
  private let epoch: Epoch
  private let key: SymmetricKey
  private var pieces: UInt64 = 0
  private var bytes: [UInt8] = []

  init(_ hello: [UInt8], as keys: MemberKeys, in epoch: Epoch) throws(SecurityError) {
    self.epoch = epoch
    key = CatchUp.key(hello, epoch.groupKey)
    let signature = try keys.identity.sign(CatchUp.purpose, Hello.digest(of: hello))
    var whole = FieldWriter()
    whole.add(3, UInt64(epoch.number))
    whole.add(4, CatchUp.code(hello, epoch.groupKey))
    do {
      whole.add(
        5,
        try Sealing.seal(
          keys.identity.publicKey + keys.run + signature,
          under: CatchUp.askerKey(hello, epoch.groupKey), nonce: Sealing.nonce(0), proving: []))
    } catch { throw .cryptographyFailed }
    question = whole.bytes
  }

  /// Handles the next message of the answer. The bytes are untrusted.
  ///
  /// - Returns: the rotation, or nil while more messages must follow.
  public mutating func received(_ message: [UInt8]) throws(SecurityError) -> Rotation? {
    let sealed: [UInt8]
    do { sealed = try FieldReader(message).bytes(4) } catch { throw .malformed }
    guard
      let plain = Sealing.open(
        sealed, under: key, nonce: Sealing.nonce(pieces), proving: []),
      let first = plain.first, bytes.count + plain.count <= Sealer.bytesMax
    else { throw .malformed }
    pieces += 1
    bytes += plain.dropFirst()
    return first == 1 ? try Rotation(bytes, after: epoch) : nil
  }
}

/// The question of a member that was unreachable.
public struct KeyCatchUpRequest: Sendable {
  /// The number of the last epoch that the asking member was in.
  public let epoch: UInt32
  private let code: [UInt8]
  private let asker: [UInt8]

  /// Parses a question. The bytes are untrusted; the result is nil if they are not such a question.
  public init?(_ message: [UInt8]) {
    guard message.count <= HandshakeLimits.messageBytesMax, let fields = try? FieldReader(message),
      let number = try? fields.number(3), let epoch = UInt32(exactly: number),
      let code = try? fields.bytes(4, count: CatchUp.codeLength),
      let asker = try? fields.bytes(5)
    else { return nil }
    (self.epoch, self.code, self.asker) = (epoch, code, asker)
  }

  /// Returns the messages that answer the question.
  ///
  /// - Parameters:
  ///   - hello: the hello that the question followed.
  ///   - old: the epoch that the question names.
  /// - Throws: `wrongTicket` if the asking member was not in that epoch or does not prove its
  ///   identity; `putOut` if the rotation puts it out; `renewed` if the rotation has no sealed key
  ///   for it.
  public func answer(
    with rotation: Rotation, from old: Epoch, after hello: [UInt8]
  ) throws(SecurityError) -> [[UInt8]] {
    guard old.number == epoch, areSame(code, CatchUp.code(hello, old.groupKey)) else {
      throw .wrongTicket
    }
    try checkAsker(with: rotation, from: old, after: hello)
    let key = CatchUp.key(hello, old.groupKey)
    var messages: [[UInt8]] = []
    var rest = rotation.bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(CatchUp.pieceLength)
      rest = rest.dropFirst(piece.count)
      var whole = FieldWriter()
      do {
        whole.add(
          4,
          try Sealing.seal(
            [rest.isEmpty ? 1 : 0] + piece, under: key,
            nonce: Sealing.nonce(UInt64(messages.count)), proving: []))
      } catch { throw .cryptographyFailed }
      messages.append(whole.bytes)
    }
    return messages
  }
  /// Verifies that the asking member stays in the call. The rotation names the staying members, and
  /// a member that was put out must not learn these names.
  private func checkAsker(
    with rotation: Rotation, from old: Epoch, after hello: [UInt8]
  ) throws(SecurityError) {
    guard
      let plain = Sealing.open(
        asker, under: CatchUp.askerKey(hello, old.groupKey), nonce: Sealing.nonce(0), proving: []),
      plain.count == CatchUp.askerLength
    else { throw .wrongTicket }
    let identityKey = Array(plain.prefix(Identity.publicKeyLength))
    let rest = plain.dropFirst(Identity.publicKeyLength)
    let (run, signature) = (
      Array(rest.prefix(MemberKeys.runLength)), Array(rest.dropFirst(MemberKeys.runLength))
    )
    guard
      Identity.verify(
        signature, CatchUp.purpose, of: Hello.digest(of: hello), by: identityKey)
    else { throw .wrongTicket }
    if rotation.putOut.contains(identityKey) { throw .putOut }
    guard rotation.keeps(MemberCertificate.member(identityKey: identityKey, run: run)) else {
      throw .renewed
    }
  }
}
