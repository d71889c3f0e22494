import EaselBase

/// Finds a member of a call another upstream when its own is gone, over one transport.
///
/// It remembers where the others can be dialled, as they said while they were heard, and dials those
/// to whom no way is known any more: never one below itself, one at a time, longer pauses after each
/// failure. Who has an upstream leaves that to the root above. So the last without an upstream is
/// the new root, and nothing else has to be decided.
///
/// A value, told of one event at a time and woken at ``deadline``. A member of two transports has
/// one for each.
public struct Reconnector: Hashable, Sendable {
  public let me: MemberID
  var known: [MemberID: Known] = [:]
  var state = State.without
  /// The way to the root as it was last: whom to try first.
  var lastPath: [MemberID] = []
  /// Had an upstream and lost it: others count on this member to dial.
  var isOrphan = false
  /// From whom one is cut off.
  var missed: Set<MemberID> = []
  /// Who came in over a link is heard before anything is dialled.
  var pausedUntil: Uptime?
  /// When `update` is due.
  public internal(set) var deadline: Uptime?

  /// A dial that came to nothing for this long is given up, milliseconds.
  public let attemptMax: Int64
  /// What a person asked for may take longer, who may be asked for a password, milliseconds.
  public static let askedMax: Int64 = 120_000
  /// The pause after a first failure, twice as long each time up to the longest, milliseconds.
  public static let pauseFirst: Int64 = 500
  public static let pauseLongest: Int64 = 10_000
  /// An address that a member announced is dialled so often in vain. One that led to the member is dialled
  /// until the member is forgotten.
  public static let announcedFailuresMax: Int64 = 10
  /// Long enough to hear everybody who came to be below, milliseconds.
  public static let listenFor: Int64 = 2_500
  /// The side with the smallest member lets the others come to it for this long, milliseconds.
  public static let expectFor: Int64 = 1_500
  /// A root that lost nothing above itself lets those below come back for this long, milliseconds.
  public static let rootExpectsFor: Int64 = 4_000
  /// Who was not heard for this long is not dialled any more, milliseconds.
  public static let forgetAfter: Int64 = 1_800_000

  enum State: Hashable, Sendable {
    case without
    /// One attempt; the member is nil where somebody else chose the address, the link until it is
    /// told.
    case dialling(MemberID?, LinkID?, until: Uptime)
    case up(LinkID)
  }

  /// Somebody who said where to be dialled, or was heard at least.
  struct Known: Hashable, Sendable {
    var addresses: [String] = []
    /// By which it was reached from here, whatever it says: it may know nothing of the way there.
    var reachedAt: String?
    /// Since when no way is known; a little later, by chance, so that not all dial at once. Nil
    /// while there is one.
    var missingSince: Uptime?
    var failures: Int64 = 0
    var notBefore: Uptime?
  }

  public enum Action: Hashable, Sendable {
    /// Then tell ``Reconnector/dialled(_:at:)`` which link that is.
    case dial(String)
    /// The attempt takes too long. Tell the call as well.
    case hangUp(LinkID)
  }

  /// - Parameter attemptMax: how long a dial over this transport may take, milliseconds.
  public init(me: MemberID, attemptMax: Int64 = TransportLimits.dialMax) {
    (self.me, self.attemptMax) = (me, attemptMax)
  }

  public var hasUpstream: Bool { if case .up = state { true } else { false } }

  /// Had an upstream, lost it, and has not found all the others again.
  public var isCutOff: Bool { !missed.isEmpty }
  /// The last update found one of those who were missed, or another way up. Where none does until one
  /// is not cut off any more, they were given up.
  public internal(set) var hasFoundAgain = false

  // MARK: Links of this transport

  /// A dial is under way, by an action of this machine or because a person asked for it.
  public mutating func dialled(_ link: LinkID, at now: Uptime) {
    switch state {
    case .without: state = .dialling(nil, link, until: now.advanced(by: Self.askedMax))
    case .dialling(let member, nil, let until): state = .dialling(member, link, until: until)
    case .dialling, .up: break
    }
  }

  /// As `Call.Action.linked` tells, of links that others dialled as well.
  ///
  /// - Parameter address: what was dialled; nil where others did.
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

  /// As `Call.Action.lostUpstream` tells, and the transport of what could not be dialled.
  public mutating func closed(
    _ link: LinkID, _ reason: LinkRefusal?, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) {
    switch state {
    case .up(link):
      state = .without
      isOrphan = true
      // Who was above is below now: that will be heard.
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
