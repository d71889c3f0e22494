import EaselBase
import GroupBase
import GroupSecurity

/// The effect of a change of keys on the lock of the call.
enum LockChange: Sendable {
  /// The call stays locked or unlocked.
  case stays
  /// All people become watchers except the host, and except these people.
  case begins(by: UInt64, sparing: Set<[UInt8]>)
  /// The people that the lock made watchers may draw again.
  case ends
}

extension Renewal {
  /// Gives or takes the right to draw, as the lock demands.
  ///
  /// - Parameters:
  ///   - known: the lock until now.
  ///   - others: the members that stay, except the host's own runs, each with its last role.
  /// - Returns: the lock from now on.
  mutating func changeRoles(
    by known: CallLock?, of others: some Sequence<(MemberCertificate, Role)>
  ) -> CallLock? {
    let drawing = roles.filter { $0.value == .draw }.map(\.key)
    switch lock {
    case .stays: return known?.without(Set(putOut + drawing))
    case .ends:
      for key in known?.people ?? [] where !putOut.contains(key) { roles[key] = .draw }
      return nil
    case .begins(let locker, let spared):
      var people = known?.without(Set(putOut)).people ?? []
      for key in people where spared.contains(key) { roles[key] = .draw }
      people.removeAll { spared.contains($0) }
      for (member, role) in others where role == .draw {
        let key = member.identityKey
        guard !spared.contains(key), roles[key] != .watch else { continue }
        roles[key] = .watch
        people.append(key)
      }
      return CallLock(by: locker, people: people)
    }
  }
}

// The lock: only some people may draw, until it ends.
extension Membership {
  /// The lock of the call. Nil if the call is not locked, and nil for a guest that came in after
  /// the last change of keys.
  public var lock: CallLock? { state.withLock { $0.epochState?.lock } }

  /// Makes all people watchers except the host, the locker, and some others. This is one change of
  /// keys. The call stays locked through later changes of keys until ``unlock(keeping:)``.
  ///
  /// - Parameters:
  ///   - locker: the member that asked for it.
  ///   - spared: the members whose people may draw on.
  ///   - named: the only members that stay; see ``renew(puttingOut:roles:keeping:sparing:)``.
  /// - Throws: `anotherHost` if this run is not a host.
  public func lock(
    by locker: MemberID, sparing spared: [MemberID] = [], keeping named: [MemberID]? = nil
  ) throws(SecurityError) {
    let people = Set(([locker] + spared).compactMap(identityKey))
    try renew(
      Renewal(
        named: named.map { Set($0.map(\.raw)) }, lock: .begins(by: locker.raw, sparing: people)))
  }

  /// Ends the lock: the people that it made watchers may draw again.
  ///
  /// - Parameter named: the only members that stay; see ``renew(puttingOut:roles:keeping:sparing:)``.
  /// - Throws: `anotherHost` if this run is not a host.
  public func unlock(keeping named: [MemberID]? = nil) throws(SecurityError) {
    try renew(Renewal(named: named.map { Set($0.map(\.raw)) }, lock: .ends))
  }
}
