import Crypto

/// The keys of one run of one person as a member of calls: the identity, random bytes that no other
/// run has, and a key to which others can seal secrets for this run alone. Held in memory only.
public struct MemberKeys: Sendable, CustomStringConvertible, CustomReflectable {
  public let identity: Identity
  let run: [UInt8]
  let agreement: Curve25519.KeyAgreement.PrivateKey
  /// The member's name on the wire, see ``MemberCertificate/member``.
  public let member: UInt64

  public static let runLength = 16
  public static let agreementLength = 32

  /// - Parameters:
  ///   - run: 16 random bytes, made when the program starts. They prevent two runs from sealing
  ///     different frames under one key and number.
  ///   - agreement: 32 random bytes.
  public init?(identity: Identity, run: [UInt8], agreement: [UInt8]) {
    guard run.count == Self.runLength, agreement.count == Self.agreementLength,
      let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: agreement)
    else { return nil }
    self.identity = identity
    self.run = run
    self.agreement = key
    member = MemberCertificate.member(identityKey: identity.publicKey, run: run)
  }

  public var description: String { "the keys of a member" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
