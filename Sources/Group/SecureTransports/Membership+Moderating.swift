import EaselBase
import GroupBase
import GroupSecurity

/// The outcome of a moderator's request.
///
/// The raw values are sent: never change one.
public enum RulingOutcome: String, Sendable, CaseIterable {
  case done = "done"
  /// Keys were changed since the request was made: the moderator has to make it again.
  case stale = "stale"
  /// The request is invalid, the host does not accept requests from this member, or the host cannot
  /// rule on the subject.
  case refused = "refused"
}

// Rulings (decisions) by a moderator that is not a host. Only a host can change keys, so a
// moderator sends it a request. The host accepts requests from the other runs of its own person and
// from people that were named as moderators.
extension Membership {
  /// Returns a signed request to a host. It is valid until keys are changed.
  ///
  /// - Parameters:
  ///   - subject: the member that the request is about; nil if it is about all tickets or the lock.
  ///   - spared: the members that a lock spares.
  /// - Throws: `anotherHost` outside of any call.
  public func request(
    _ action: RulingRequest.ModerationAction, about subject: MemberID?,
    sparing spared: [MemberID] = []
  ) throws(SecurityError) -> [UInt8] {
    guard let epoch else { throw .anotherHost }
    return try RulingRequest.signed(
      action, about: subject?.raw ?? 0, sparing: spared.map(\.raw), by: keys, in: epoch)
  }

  /// The number of this run's epoch. It rises with each change of keys; 0 outside of any call.
  public var epochNumber: UInt32 { epoch?.number ?? 0 }

  /// Returns whether this run knows a member that is in the call or may come back.
  public func knows(_ member: MemberID) -> Bool { identityKey(of: member) != nil }

  /// Returns this host's signed statement that it accepts requests from a member. The signing key
  /// is the host key that every ticket names.
  ///
  /// - Throws: `anotherHost` if this run is not a host.
  public func delegationToken(for member: MemberID) throws(SecurityError) -> [UInt8] {
    guard let rootKeys else { throw .anotherHost }
    return try rootKeys.delegationToken(from: self.member.raw, to: member.raw)
  }

  /// Returns whether another run is a host that accepts requests from this run. The token may hold
  /// any bytes.
  public func isDelegate(of host: MemberID, token: [UInt8]) -> Bool {
    epoch?.proves(token, from: host.raw, to: member.raw) ?? false
  }

  /// Returns whether this run is a host and accepts requests from a member. It accepts none from a
  /// member that only watches.
  ///
  /// - Parameter isNamed: whether the owner of an identity key was named as a moderator.
  public func delegates(to member: MemberID, isNamed: ([UInt8]) -> Bool) -> Bool {
    guard isHost, member != self.member, let memberCertificate = memberCertificate(of: member)
    else {
      return false
    }
    let key = memberCertificate.identityKey
    return memberCertificate.role == .draw && (key == keys.identity.publicKey || isNamed(key))
  }

  /// Carries out a member's request if this host accepts requests from that member. The request may
  /// hold any bytes.
  ///
  /// - Parameter present: the members in the host's session. They and the requesting member stay,
  ///   unless the request puts one of them out.
  /// - Parameter silent: the members that fell silent in that session. They stay as well when the
  ///   request only renews tickets, or concerns the lock.
  /// - Throws: the reason why keys cannot be changed.
  public func handle(
    request bytes: [UInt8], from member: MemberID, present: [MemberID],
    silent: [MemberID] = [], isNamed: ([UInt8]) -> Bool
  ) throws(SecurityError) -> RulingOutcome {
    guard delegates(to: member, isNamed: isNamed), let moderator = memberCertificate(of: member),
      let epoch
    else { return .refused }
    let request: RulingRequest
    do throws(SecurityError) {
      request = try RulingRequest(bytes, by: moderator.identityKey, in: epoch)
    } catch { return error == .oldEpoch ? .stale : .refused }
    if try handle(request, from: member, keeping: present + silent + [member]) { return .done }
    let subject = MemberID(request.subject)
    // The host refuses rulings about its own runs: it could not keep such a run out.
    guard knows(subject), !isOwn(subject) else { return .refused }
    let kept = present + [member]
    switch request.action {
    case .putOut: try renew(puttingOut: [subject], keeping: kept, sparing: [member])
    case .watch:
      try renew(roles: [subject: .watch], keeping: kept + [subject], sparing: [member])
    case .draw: try renew(roles: [subject: .draw], keeping: kept + [subject])
    case .renewTickets, .lock, .unlock: return .refused
    }
    return .done
  }

  /// Carries out a request that is about all members. The members that fell silent stay in the call,
  /// so that they learn of the lock when they come back.
  ///
  /// - Returns: false for a request that is about one member.
  private func handle(
    _ request: RulingRequest, from member: MemberID, keeping kept: [MemberID]
  ) throws(SecurityError) -> Bool {
    guard request.subject == 0 else { return false }
    switch request.action {
    case .renewTickets: try renew(keeping: kept)
    case .lock:
      try lock(by: member, sparing: request.spared.map { MemberID($0) }, keeping: kept)
    case .unlock: try unlock(keeping: kept)
    case .putOut, .watch, .draw: return false
    }
    return true
  }

  private func memberCertificate(of member: MemberID) -> MemberCertificate? {
    state.withLock { $0.epochState?.memberCertificate(of: member.raw) }
  }
}
