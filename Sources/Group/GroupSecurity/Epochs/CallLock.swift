/// The lock of a call: only the people that the lock spared may draw. A rotation carries the lock, so
/// the host has signed it, and each later rotation repeats it until the lock ends.
///
/// In the body of a rotation, and after the root keys in their encoded form: 6 the eight bytes that name the member that locked the call, 7 the
/// identity keys of the people, 32 bytes each, one after the other.
public struct CallLock: Sendable, Equatable {
  /// The member that locked the call, see ``MemberCertificate/member``.
  public let locker: UInt64
  /// Identity keys of the people that the lock made watchers. They may draw again when it ends.
  public let people: [[UInt8]]

  /// Maximum people of a lock. A rotation with more is malformed.
  public static let peopleMax = Rotation.membersMax
  /// Maximum bytes of the two fields with their headers.
  static let bytesMax = peopleMax * Identity.publicKeyLength + 16

  /// Creates a lock of the first ``peopleMax`` of these people.
  public init(by locker: UInt64, people: [[UInt8]]) {
    self.locker = locker
    self.people = Array(people.prefix(Self.peopleMax))
  }

  /// Returns the lock without these people, who may draw again or left the call.
  public func without(_ gone: Set<[UInt8]>) -> CallLock {
    CallLock(by: locker, people: people.filter { !gone.contains($0) })
  }

  func write(to body: inout FieldWriter) {
    body.add(6, [UInt8](bigEndian: locker))
    body.add(7, people.flatMap { $0 })
  }

  /// Reads the lock from its fields; nil if the call is not locked.
  init?(_ body: FieldReader) throws(FieldError) {
    guard let name = try body.optional(6) else { return nil }
    let keys = try body.bytes(7)
    let length = Identity.publicKeyLength
    guard name.count == 8, keys.count % length == 0, keys.count <= Self.peopleMax * length else {
      throw FieldError()
    }
    locker = name.reduce(0) { $0 << 8 | UInt64($1) }
    people = stride(from: 0, to: keys.count, by: length).map { Array(keys[$0..<($0 + length)]) }
  }
}
