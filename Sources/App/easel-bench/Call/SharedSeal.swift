import GroupBase
import GroupCore
import GroupWire
import SecureTransports
import Synchronization

/// The seal of one member. It opens each envelope once for all members of this process, which would
/// get the same bytes.
///
/// If the member does not look, ink and presence of other members end here.
final class SharedSeal: Seal {
  private let own: Membership
  private let looks: Bool
  private let shared: Envelopes
  private let observers = Mutex(Observers())

  private struct Observers {
    var sent: (@Sendable (Envelope) -> Void)?
    var isCounted: (@Sendable (MemberID, UInt64) -> Bool)?
  }

  /// The envelopes that any member of this process has opened.
  final class Envelopes: Sendable {
    fileprivate let state = Mutex(State())
  }

  fileprivate struct State {
    /// The membership of the first member, which opens the envelopes for all.
    var membership: Membership?
    var opened: [Key: [UInt8]?] = [:]
    var before: [Key: [UInt8]?] = [:]
  }

  fileprivate struct Key: Hashable {
    let origin: MemberID
    let number: UInt64
  }

  /// The most envelopes in `opened`. When `opened` is full, it becomes `before` and a new one begins.
  private static let openedMax = 32_768

  /// - Parameter looks: whether the member sees ink and presence of other members.
  init(_ own: Membership, looks: Bool, _ shared: Envelopes) {
    (self.own, self.looks, self.shared) = (own, looks, shared)
    shared.state.withLock { if $0.membership == nil { $0.membership = own } }
  }

  /// Calls `act` with each envelope of this member before it is sealed and sent.
  func whenSent(_ act: @escaping @Sendable (Envelope) -> Void) {
    observers.withLock { $0.sent = act }
  }

  /// Asks `isCounted` about each envelope that arrives, by its origin and number. A counted envelope
  /// is not opened.
  func count(where isCounted: @escaping @Sendable (MemberID, UInt64) -> Bool) {
    observers.withLock { $0.isCounted = isCounted }
  }

  // MARK: Seal

  func sealed(_ envelope: Envelope) -> [UInt8]? {
    observers.withLock { $0.sent }?(envelope)
    return own.sealed(envelope)
  }

  func opened(_ envelope: Envelope) -> [UInt8]? {
    let isCounted = observers.withLock { $0.isCounted }
    if isCounted?(envelope.origin, envelope.number) == true { return nil }
    // A message to only some members is opened by each recipient.
    guard envelope.to == .everyone else { return own.opened(envelope) }
    guard let body = shared.state.withLock({ Self.opened(envelope, own, in: &$0) }),
      looks || CallMessage.mode(ofBody: body) == .reliable
    else { return nil }
    return body
  }

  private static func opened(
    _ envelope: Envelope, _ own: Membership, in state: inout State
  ) -> [UInt8]? {
    let key = Key(origin: envelope.origin, number: envelope.number)
    if let known = state.opened[key] ?? state.before[key] { return known }
    // This member may already hold keys that the first member lacks.
    guard let body = state.membership?.opened(envelope) else {
      return own === state.membership ? nil : own.opened(envelope)
    }
    if state.opened.count >= openedMax { (state.before, state.opened) = (state.opened, [:]) }
    state.opened[key] = .some(body)
    return body
  }

  func mayDraw(_ member: MemberID) -> Bool { own.mayDraw(member) }
  func isOwn(_ member: MemberID) -> Bool { own.isOwn(member) }
}
