/// The keys that make a process a host of a call. The process that creates a call makes them from
/// random bytes; all hosts of the call share them.
///
/// All holders have the same power: each can admit guests, change keys and put members out.
public struct CallRootKeys: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  /// Signs the call's epoch certificates. It belongs to no person, so a ticket does not reveal who
  /// created the call.
  let host: Secret
  let secret: Secret
  let groupKey: Secret
  /// The number of the epoch to which these keys belong.
  let number: UInt32
  /// The lock of the call in that epoch; nil if the call is not locked.
  public let lock: CallLock?

  /// The number of bytes of the encoded form without a lock: 100.
  public static let length = 3 * Secret.length + 4
  /// The maximum number of bytes of the encoded form.
  public static let lengthMax = length + CallLock.bytesMax
  /// The number of random bytes for a new call: 96.
  public static let chanceLength = 3 * Secret.length
  /// The number of random bytes for a change of keys: 64.
  public static let renewalChanceLength = 2 * Secret.length

  /// Creates the root keys of a new call.
  ///
  /// - Parameter chance: 96 random bytes; the result is nil for any other number.
  public init?(chance: [UInt8]) {
    guard chance.count == Self.chanceLength else { return nil }
    self.init([0, 0, 0, 1] + chance)
  }

  /// Decodes saved root keys. The bytes are untrusted; the result is nil if they are invalid.
  public init?(_ bytes: [UInt8]) {
    guard (Self.length...Self.lengthMax).contains(bytes.count),
      let host = Secret(Array(bytes[4..<36])), let secret = Secret(Array(bytes[36..<68])),
      let groupKey = Secret(Array(bytes[68..<100]))
    else { return nil }
    number = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    do { lock = try CallLock(try FieldReader(Array(bytes[Self.length...]))) } catch { return nil }
    guard number > 0, lock != nil || bytes.count == Self.length else { return nil }
    (self.host, self.secret, self.groupKey) = (host, secret, groupKey)
  }

  /// Creates the root keys of the same host for a new epoch, after a change of keys. Returns nil
  /// for an epoch that lets its holder only watch.
  ///
  /// - Parameter lock: the lock of the call in that epoch; nil if the call is not locked.
  public init?(_ rootKeys: CallRootKeys, in epoch: Epoch, lock: CallLock?) {
    guard epoch.role == .draw else { return nil }
    self.lock = lock
    (host, number) = (rootKeys.host, epoch.number)
    (secret, groupKey) = (epoch.pass.secret, epoch.groupKey)
  }

  /// Returns whether both belong to one call. Their epochs may differ.
  public func isSameCall(as other: CallRootKeys) -> Bool { host == other.host }

  /// Changes the keys: returns the next epoch and its rotation. All earlier tickets become invalid.
  ///
  /// - Parameters:
  ///   - epoch: the epoch that ends.
  ///   - chance: 64 random bytes.
  ///   - staying: each member that stays, and its role from now on; at most 254.
  ///   - putOut: the identity keys of the members that this change puts out; at most 254.
  ///   - lock: the lock of the call from now on; nil if it is not locked.
  /// - Throws: `cryptographyFailed` for another number of random bytes, `malformed` for too many
  ///   members, `anotherHost` for an epoch of another call, `full` after the last epoch number.
  public func renewal(
    of epoch: Epoch, chance: [UInt8], staying: [(MemberCertificate, Role)], putOut: [[UInt8]],
    lock: CallLock? = nil
  ) throws(SecurityError) -> (epoch: Epoch, rotation: Rotation) {
    guard let host = Identity(seed: host.bytes), chance.count == Self.renewalChanceLength,
      let secret = Secret(Array(chance.prefix(Secret.length))),
      let groupKey = Secret(Array(chance.suffix(Secret.length)))
    else { throw .cryptographyFailed }
    return try epoch.rotated(
      by: host, secret: secret, groupKey: groupKey, staying: staying, putOut: putOut,
      lock: lock)
  }

  /// The encoded form. Store it only in a place that only the call's hosts can read.
  public var bytes: [UInt8] {
    var fields = FieldWriter()
    lock?.write(to: &fields)
    return Array([UInt8](bigEndian: UInt64(number)).dropFirst(4))
      + host.bytes + secret.bytes + groupKey.bytes + fields.bytes
  }

  /// Returns the epoch that these keys belong to, with the right to draw.
  ///
  /// - Throws: `cryptographyFailed`.
  public func epoch() throws(SecurityError) -> Epoch {
    guard let host = Identity(seed: host.bytes) else { throw .cryptographyFailed }
    return try Epoch.founded(by: host, number: number, secret: secret, groupKey: groupKey)
  }

  /// A fixed text without secrets, so it is safe to print.
  public var description: String { "what it takes to be a host" }
  /// An empty mirror, so that a dump shows no secrets.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
