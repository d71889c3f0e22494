import Crypto

/// The keys of one run of one person as a member of calls. A run is one process of the program.
/// The keys are the identity, random bytes that no other run has, and a key to which others can
/// seal secrets for this run alone. They are held in memory only.
public struct MemberKeys: Sendable, CustomStringConvertible, CustomReflectable {
  /// The key pair of the person; other runs of the person may use the same one.
  public let identity: Identity
  let run: [UInt8]
  let agreement: Curve25519.KeyAgreement.PrivateKey
  /// The member's name on the wire, see ``MemberCertificate/member``.
  public let member: UInt64

  /// The number of random bytes that name a run.
  public static let runLength = 16
  /// The number of random bytes for the key that receives secrets.
  public static let agreementLength = 32

  /// Creates the keys of one run; nil if `run` or `agreement` has another number of bytes.
  ///
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

  /// A fixed text without secrets, so it is safe to print.
  public var description: String { "the keys of a member" }
  /// An empty mirror, so that a dump shows no secrets.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
