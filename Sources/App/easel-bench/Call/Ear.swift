import EaselBase
import GroupCore
import SecureTransports

/// Opens what was sealed, once for all the members that are played: each would open the same.
final class Ear: Seal, @unchecked Sendable {
  private let membership: Membership
  private let own: Membership
  private let shared: Shared

  /// The messages that the first of all members has heard.
  final class Shared: @unchecked Sendable {
    fileprivate var membership: Membership?
    fileprivate var heard: [Key: [UInt8]?] = [:]
    fileprivate var before: [Key: [UInt8]?] = [:]
  }

  fileprivate struct Key: Hashable {
    let origin: MemberID
    let number: UInt64
  }

  /// As many are remembered, and as many before them.
  private static let heardMax = 32_768

  init(_ own: Membership, _ shared: Shared) {
    (self.own, self.shared) = (own, shared)
    membership = shared.membership ?? own
    shared.membership = membership
  }

  func sealed(_ envelope: Envelope) -> [UInt8]? { own.sealed(envelope) }
  func mayDraw(_ member: MemberID) -> Bool { membership.mayDraw(member) }

  /// Whether another opened this already, and it was ink, or what else may be lost.
  func knowsPassing(_ origin: MemberID, _ number: UInt64) -> Bool {
    let key = Key(origin: origin, number: number)
    guard let known = shared.heard[key] ?? shared.before[key], let bytes = known else {
      return false
    }
    return CallMessage.isPassing(bytes)
  }

  func opened(_ envelope: Envelope) -> [UInt8]? {
    // Each recipient reads a message to some, though it may be lost as ink may.
    guard envelope.to == .everyone else {
      return membership.opened(envelope) ?? (own === membership ? nil : own.opened(envelope))
    }
    let key = Key(origin: envelope.origin, number: envelope.number)
    if let known = shared.heard[key] ?? shared.before[key] { return known }
    // This member may know entries that the first does not know yet.
    guard let bytes = membership.opened(envelope) else {
      return own === membership ? nil : own.opened(envelope)
    }
    if shared.heard.count >= Self.heardMax { (shared.before, shared.heard) = (shared.heard, [:]) }
    shared.heard[key] = .some(bytes)
    return bytes
  }
}
