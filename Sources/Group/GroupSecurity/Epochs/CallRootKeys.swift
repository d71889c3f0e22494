/// All that it takes to be a host of a call: what whoever begins one draws from chance, and what those
/// share who found it together.
///
/// Who has it can let others in, change keys and put people out, like everybody else who has it.
public struct CallRootKeys: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  /// Signs the call's charters. It is no person's, so that a ticket does not say who founded a call.
  let host: Secret
  let secret: Secret
  let groupKey: Secret
  /// Of the epoch that these keys are of.
  let number: UInt32

  /// Bytes of one that is written down.
  public static let length = 3 * Secret.length + 4
  /// Bytes of chance that a new one takes.
  public static let chanceLength = 3 * Secret.length
  /// Bytes of chance that a change of keys takes.
  public static let renewalChanceLength = 2 * Secret.length

  /// The beginning of a call that was never there.
  ///
  /// - Parameter chance: 96 random bytes; nil for any other number.
  public init?(chance: [UInt8]) {
    guard chance.count == Self.chanceLength else { return nil }
    self.init([0, 0, 0, 1] + chance)
  }

  /// As it was written down. Any bytes may come; nil of any that are none.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length, let host = Secret(Array(bytes[4..<36])),
      let secret = Secret(Array(bytes[36..<68])), let groupKey = Secret(Array(bytes[68..<100]))
    else { return nil }
    number = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    guard number > 0 else { return nil }
    (self.host, self.secret, self.groupKey) = (host, secret, groupKey)
  }

  /// The same host's in an epoch that a change of keys led to; nil of one that only lets one watch.
  public init?(_ founding: CallRootKeys, in epoch: Epoch) {
    guard epoch.role == .draw else { return nil }
    (host, number) = (founding.host, epoch.number)
    (secret, groupKey) = (epoch.pass.secret, epoch.groupKey)
  }

  /// Whether both are of one call, though perhaps of different epochs.
  public func isSameCall(as other: CallRootKeys) -> Bool { host == other.host }

  /// A change of keys: of the tickets until now none is good any more.
  ///
  /// - Parameters:
  ///   - epoch: the one that ends.
  ///   - chance: 64 random bytes.
  ///   - staying: each member that stays, and what it may do from now on; at most 254.
  ///   - putOut: the identity keys of those who leave by this; at most 254.
  public func renewal(
    of epoch: Epoch, chance: [UInt8], staying: [(MemberCertificate, Role)], putOut: [[UInt8]]
  ) throws(SecurityError) -> (epoch: Epoch, rotation: Rotation) {
    guard let host = Identity(seed: host.bytes), chance.count == Self.renewalChanceLength,
      let secret = Secret(Array(chance.prefix(Secret.length))),
      let groupKey = Secret(Array(chance.suffix(Secret.length)))
    else { throw .cryptographyFailed }
    return try epoch.rotated(
      by: host, secret: secret, groupKey: groupKey, staying: staying, putOut: putOut)
  }

  /// For a place that only those can read who are to be hosts.
  public var bytes: [UInt8] {
    Array([UInt8](bigEndian: UInt64(number)).dropFirst(4))
      + host.bytes + secret.bytes + groupKey.bytes
  }

  public func epoch() throws(SecurityError) -> Epoch {
    guard let host = Identity(seed: host.bytes) else { throw .cryptographyFailed }
    return try Epoch.founded(by: host, number: number, secret: secret, groupKey: groupKey)
  }

  public var description: String { "what it takes to be a host" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
