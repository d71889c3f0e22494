/// A moderator's request to the host. Only the host can change keys.
///
/// Fields: 1 the action, 2 the number of the member that the action concerns (0 for all tickets and
/// for the lock), 3 the epoch's number, 4 the moderator's signature over the other fields in that
/// epoch, 5 the numbers of the members that a lock spares (8 bytes each, absent for none). The action
/// ends the epoch in which the request is valid. So the host performs the request only once,
/// however often the request arrives.
public struct RulingRequest: Sendable, Equatable {
  /// The action that a moderator requests. The raw values are signed and sent: never change one.
  public enum ModerationAction: UInt64, Sendable, CaseIterable {
    case putOut = 1
    case watch = 2
    case draw = 3
    case renewTickets = 4
    case lock = 5
    case unlock = 6
  }

  /// The action to perform.
  public let action: ModerationAction
  /// The member that the action concerns, see ``MemberCertificate/member``; 0 for all tickets and for
  /// the lock.
  public let subject: UInt64
  /// The members that a lock spares.
  public let spared: [UInt64]

  /// Maximum members that a request to lock names; a longer list is malformed.
  public static let sparedMax = 16

  /// Maximum bytes of a request; a longer one is malformed.
  public static let bytesMax = 256

  /// Returns the bytes of a request, which are valid only in this epoch.
  ///
  /// - Parameters:
  ///   - subject: the member that the request concerns; 0 for all tickets and for the lock.
  ///   - spared: the members that a lock spares; further ones than ``sparedMax`` are left out.
  ///   - keys: the keys of the moderator, which sign the request.
  /// - Throws: `cryptographyFailed`.
  public static func signed(
    _ action: ModerationAction, about subject: UInt64, sparing spared: [UInt64] = [],
    by keys: MemberKeys, in epoch: Epoch
  ) throws(SecurityError) -> [UInt8] {
    let spared = spared.prefix(sparedMax).flatMap { [UInt8](bigEndian: $0) }
    var request = FieldWriter()
    request.add(1, action.rawValue)
    request.add(2, subject)
    request.add(3, UInt64(epoch.number))
    let signed = signable(action.rawValue, subject, spared, in: epoch.epochCertificate)
    request.add(4, try keys.identity.sign(purpose, signed))
    if !spared.isEmpty { request.add(5, spared) }
    return request.bytes
  }

  /// Parses and verifies a request. The bytes are untrusted.
  ///
  /// - Throws: `oldEpoch` if the request is for another epoch; the moderator must make the request
  ///   again. Throws `malformed` if the owner of the key did not sign the request.
  public init(_ bytes: [UInt8], by identityKey: [UInt8], in epoch: Epoch) throws(SecurityError) {
    guard bytes.count <= Self.bytesMax else { throw .malformed }
    do {
      let request = try FieldReader(bytes)
      guard let action = ModerationAction(rawValue: try request.number(1)) else {
        throw SecurityError.malformed
      }
      (self.action, subject) = (action, try request.number(2))
      let names = try request.optional(5) ?? []
      guard names.count % 8 == 0, names.count <= 8 * Self.sparedMax else {
        throw SecurityError.malformed
      }
      spared = stride(from: 0, to: names.count, by: 8).map { start in
        names[start..<(start + 8)].reduce(0) { $0 << 8 | UInt64($1) }
      }
      guard try request.number(3) == UInt64(epoch.number) else { throw SecurityError.oldEpoch }
      let signature = try request.bytes(4, count: Identity.signatureLength)
      let signed = Self.signable(action.rawValue, subject, names, in: epoch.epochCertificate)
      guard Identity.verify(signature, Self.purpose, of: signed, by: identityKey) else {
        throw SecurityError.malformed
      }
    } catch {
      throw error as? SecurityError ?? .malformed
    }
  }

  private static func signable(
    _ action: UInt64, _ subject: UInt64, _ spared: [UInt8], in epochCertificate: EpochCertificate
  )
    -> [UInt8]
  {
    epochCertificate.context(
      epochCertificate.writeKey + [UInt8](bigEndian: action) + [UInt8](bigEndian: subject) + spared)
  }

  private static let purpose = "ruling"
}

// A host's signed statement that it accepts the requests of a member. The member checks the
// statement, so that it sends its requests only to a real host.
extension CallRootKeys {
  /// Returns the host's signed statement that it accepts the requests of a member.
  ///
  /// - Parameters:
  ///   - host: the host that accepts the requests.
  ///   - member: the member that sends them.
  /// - Throws: `cryptographyFailed`.
  public func delegationToken(from host: UInt64, to member: UInt64) throws(SecurityError) -> [UInt8]
  {
    guard let identity = Identity(seed: self.host.bytes) else { throw .cryptographyFailed }
    return try identity.sign(RulingRequest.delegation, RulingRequest.pair(host, member))
  }
}

extension Epoch {
  /// Returns whether the host of this call signed this statement. The bytes are untrusted.
  public func proves(_ token: [UInt8], from host: UInt64, to member: UInt64) -> Bool {
    Identity.verify(
      token, RulingRequest.delegation, of: RulingRequest.pair(host, member),
      by: epochCertificate.hostKey)
  }
}

extension RulingRequest {
  fileprivate static let delegation = "heeding"

  fileprivate static func pair(_ host: UInt64, _ member: UInt64) -> [UInt8] {
    [UInt8](bigEndian: host) + [UInt8](bigEndian: member)
  }
}
