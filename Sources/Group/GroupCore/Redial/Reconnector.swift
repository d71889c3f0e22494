import EaselBase
import GroupBase

/// Finds a new upstream, over one transport, for a member of a call that lost its upstream. A
/// member's upstream is the neighbour that it dialled.
///
/// The reconnector remembers the addresses that the other members announced while they were heard.
/// It dials members to which no route is known any more. It never dials a member below itself, it
/// dials one member at a time, and it pauses longer after each failure. A member that has an
/// upstream leaves the dialling to the root above. In the end only one member has no upstream. It
/// is the new root, without a further decision.
///
/// A value type, which receives one event at a time and is woken at ``deadline``. A member of two
/// transports has one reconnector for each.
public struct Reconnector: Hashable, Sendable {
  /// The ID of the member that the reconnector works for.
  public let me: MemberID
  var known: [MemberID: Known] = [:]
  var state = State.without
  /// The last path to the root. Its members are dialled first.
  var lastPath: [MemberID] = []
  /// Whether this member had an upstream and lost it. Other members then rely on this member to
  /// dial.
  var isOrphan = false
  /// The members from which this member is cut off.
  var missed: Set<MemberID> = []
  /// This member dials only after this time, so that it first hears the members that came over a
  /// new link.
  var pausedUntil: Uptime?
  /// When `update` is due; nil if nothing is due.
  public internal(set) var deadline: Uptime?

  /// A dial that has had no result for this long is given up.
  public let attemptMax: Duration
  /// A dial that the user asked for may take this long, since the user may have to enter a
  /// password, milliseconds.
  package static let askedMax: Int64 = 120_000
  /// The pause after a first failure, milliseconds. It doubles each time up to the longest. A
  /// random factor of 0.5 to 1.5 spreads each pause.
  package static let pauseFirst: Int64 = 500
  /// The longest pause after a failure before it is spread, milliseconds.
  package static let pauseLongest: Int64 = 10_000
  /// A member's announced addresses are dialled up to this number of failures. An address that led
  /// to the member is dialled until the member is forgotten.
  package static let announcedFailuresMax: Int64 = 10
  /// This time is long enough to hear all members that are now below this member, milliseconds.
  package static let listenFor: Int64 = 2_500
  /// The side that contains the smallest ID waits this long for the others to dial, milliseconds.
  package static let expectFor: Int64 = 1_500
  /// A root that lost no upstream waits this long for the members below to come back, milliseconds.
  package static let rootExpectsFor: Int64 = 4_000
  /// After a silence of this many milliseconds, a member is no longer dialled.
  package static let forgetAfter: Int64 = 1_800_000

  enum State: Hashable, Sendable {
    case without
    /// One attempt. The member is nil if the reconnector did not choose the address. The link is
    /// nil until it is known.
    case dialling(MemberID?, LinkID?, until: Uptime)
    case up(LinkID)
  }

  /// A member that announced its addresses, or was at least heard.
  struct Known: Hashable, Sendable {
    var addresses: [String] = []
    /// The address by which the reconnector reached the member. Later announcements do not replace
    /// it, because the member may not know the address that works from here.
    var reachedAt: String?
    /// The time since which no route is known, plus a short random delay so that not all members
    /// dial at once. Nil while a route is known.
    var missingSince: Uptime?
    var failures: Int64 = 0
    var notBefore: Uptime?
  }

  /// The actions that the caller has to perform, in this order.
  public enum Action: Hashable, Sendable {
    /// Dial this address, then pass the link to ``Reconnector/dialled(_:at:)``.
    case dial(String)
    /// The attempt takes too long: close the link. Report this to the call as well.
    case hangUp(LinkID)
  }

  /// Creates a reconnector of a member that has no upstream yet.
  ///
  /// - Parameter attemptMax: how long a dial over this transport may take.
  public init(me: MemberID, attemptMax: Duration = TransportLimits.dialMax) {
    (self.me, self.attemptMax) = (me, attemptMax)
  }

  /// Whether a link that this member dialled over this transport is up.
  public var hasUpstream: Bool { if case .up = state { true } else { false } }

  /// Whether this member had an upstream, lost it, and has not found all missed members again.
  public var isCutOff: Bool { !missed.isEmpty }
  /// Whether the last update found a missed member, or another upstream. If this stays false until
  /// this member is no longer cut off, the missed members were given up.
  public internal(set) var hasFoundAgain = false

  // MARK: Links of this transport

  /// Records a dial that is under way, by an action of this reconnector or because the user asked
  /// for it.
  public mutating func dialled(_ link: LinkID, at now: Uptime) {
    switch state {
    case .without: state = .dialling(nil, link, until: now.advanced(by: Self.askedMax))
    case .dialling(let member, nil, let until): state = .dialling(member, link, until: until)
    case .dialling, .up: break
    }
  }

  /// Handles `Call.Action.linked`, also for links that neighbours dialled.
  ///
  /// - Parameter address: the address that this member dialled; nil if the neighbour dialled.
  public mutating func linked(
    _ link: LinkID, to member: MemberID, by address: String? = nil, at now: Uptime
  ) {
    if let address { known[member, default: Known()].reachedAt = address }
    if case .dialling(_, link, _) = state {
      state = .up(link)
      isOrphan = false
      for member in known.keys {
        known[member]?.failures = 0
        known[member]?.notBefore = nil
      }
    } else {
      pausedUntil = now.advanced(by: Self.listenFor)
    }
  }

  /// Handles `Call.Action.lostUpstream`, and a dial that failed in the transport.
  public mutating func closed(
    _ link: LinkID, _ reason: LinkRefusal?, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) {
    switch state {
    case .up(link):
      state = .without
      isOrphan = true
      // The former upstream is below this member now; it will be heard soon.
      if reason == .ownSubtree { pausedUntil = now.advanced(by: Self.listenFor) }
    case .dialling(let member, link, _):
      state = .without
      if let member { failed(member, reason, at: now, using: &chance) }
    case .without, .dialling, .up: break
    }
  }

  mutating func failed(
    _ member: MemberID, _ reason: LinkRefusal?, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) {
    guard let failures = known[member]?.failures else { return }
    let pause: Int64
    switch reason {
    case .ownSubtree, .double: pause = Self.listenFor
    case .oneself, .full, nil:
      pause = min(Self.pauseFirst << min(failures, 10), Self.pauseLongest)
      known[member]?.failures += 1
    }
    let spread = pause / 2 + Int64.random(in: 0...pause, using: &chance)
    known[member]?.notBefore = now.advanced(by: spread)
  }
}
