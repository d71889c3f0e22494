import EaselBase
import GroupBase
import GroupCore
import SecureTransports

/// Decrypts each envelope once for all simulated members, since each of them would get the same
/// bytes.
final class Ear: Seal, @unchecked Sendable {
  private let membership: Membership
  private let own: Membership
  private let shared: Shared

  /// The messages that were opened so far, and the membership of the first member.
  final class Shared: @unchecked Sendable {
    fileprivate var membership: Membership?
    fileprivate var heard: [Key: [UInt8]?] = [:]
    fileprivate var before: [Key: [UInt8]?] = [:]
  }

  fileprivate struct Key: Hashable {
    let origin: MemberID
    let number: UInt64
  }

  /// The most messages in `heard`. When `heard` is full, it becomes `before` and a new one begins.
  private static let heardMax = 32_768

  init(_ own: Membership, _ shared: Shared) {
    (self.own, self.shared) = (own, shared)
    membership = shared.membership ?? own
    shared.membership = membership
  }

  func sealed(_ envelope: Envelope) -> [UInt8]? { own.sealed(envelope) }
  func mayDraw(_ member: MemberID) -> Bool { membership.mayDraw(member) }

  /// Returns whether a member has already opened this envelope and its message may be lost, as wet
  /// ink may.
  func knowsPassing(_ origin: MemberID, _ number: UInt64) -> Bool {
    let key = Key(origin: origin, number: number)
    guard let known = shared.heard[key] ?? shared.before[key], let bytes = known else {
      return false
    }
    return CallMessage.mode(ofBody: bytes) == .unreliable
  }

  func opened(_ envelope: Envelope) -> [UInt8]? {
    // A message to only some members is opened for each recipient, even if it may be lost.
    guard envelope.to == .everyone else {
      return membership.opened(envelope) ?? (own === membership ? nil : own.opened(envelope))
    }
    let key = Key(origin: envelope.origin, number: envelope.number)
    if let known = shared.heard[key] ?? shared.before[key] { return known }
    // This member's membership may already hold entries that the first member's membership lacks.
    guard let bytes = membership.opened(envelope) else {
      return own === membership ? nil : own.opened(envelope)
    }
    if shared.heard.count >= Self.heardMax { (shared.before, shared.heard) = (shared.heard, [:]) }
    shared.heard[key] = .some(bytes)
    return bytes
  }
}
