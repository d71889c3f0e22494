import EaselBase
import GroupSecurity

/// What became of a moderator's request.
///
/// The raw values are sent: never change one.
public enum RulingOutcome: String, Sendable, CaseIterable {
  case done = "done"
  /// Keys were changed since it was said: it has to be said anew.
  case stale = "stale"
  /// It comes from nobody who is heeded, or is about nobody who can be ruled.
  case refused = "refused"
}

// Rulings from a seat that is not the host's. Only a host can change keys; so others ask one, who heeds
// the other runs of its own person and whoever was named to it.
extension Membership {
  /// What to say to a host: good until keys are changed.
  ///
  /// - Parameter subject: nil where it is about all tickets.
  /// - Throws: `anotherHost` outside of any call.
  public func request(
    _ deed: RulingRequest.ModerationAction, about subject: MemberID?
  ) throws(SecurityError) -> [UInt8] {
    guard let epoch = state.withLock({ $0.place?.epoch }) else { throw .anotherHost }
    return try RulingRequest.signed(deed, about: subject?.raw ?? 0, by: keys, in: epoch)
  }

  /// The number of the epoch that this run is in: it rises with each change of keys; 0 outside of any call.
  public var epochNumber: UInt32 { state.withLock { $0.place?.epoch.number ?? 0 } }

  /// Whether somebody is known who is in the call, or may come back.
  public func knows(_ member: MemberID) -> Bool { identityKey(of: member) != nil }

  /// A host's word to whom it heeds, signed with the key that every ticket names.
  ///
  /// - Throws: `anotherHost` where this run is no host.
  public func word(for member: MemberID) throws(SecurityError) -> [UInt8] {
    guard let founding else { throw .anotherHost }
    return try founding.word(that: self.member.raw, heeds: member.raw)
  }

  /// Whether another run is a host that heeds this one. Any bytes may come.
  public func isHeeded(by host: MemberID, word: [UInt8]) -> Bool {
    let epoch = state.withLock { $0.place?.epoch }
    return epoch?.proves(word, that: host.raw, heeds: member.raw) ?? false
  }

  /// Whether this run, as a host, does what a member asks for. Who only watches decides nothing.
  ///
  /// - Parameter isNamed: whether the owner of an identity key was named to be heeded.
  public func heeds(_ member: MemberID, isNamed: ([UInt8]) -> Bool) -> Bool {
    guard isHost, member != self.member, let introduction = introduction(of: member) else {
      return false
    }
    let key = introduction.identityKey
    return introduction.role == .draw && (key == keys.identity.publicKey || isNamed(key))
  }

  /// Does what a member asks for, if it is heeded. Any bytes may come.
  ///
  /// - Parameter present: the members in the host's session, which stay where a member is ruled, with
  ///   whoever asks for it.
  /// - Parameter silent: those that fell silent there, which stay as well where only tickets are renewed.
  /// - Throws: why keys cannot be changed.
  public func handle(
    request bytes: [UInt8], from member: MemberID, present: [MemberID],
    silent: [MemberID] = [], isNamed: ([UInt8]) -> Bool
  ) throws(SecurityError) -> RulingOutcome {
    guard heeds(member, isNamed: isNamed), let moderator = introduction(of: member),
      let epoch = state.withLock({ $0.place?.epoch })
    else { return .refused }
    let request: RulingRequest
    do throws(SecurityError) {
      request = try RulingRequest(bytes, by: moderator.identityKey, in: epoch)
    } catch { return error == .oldEpoch ? .stale : .refused }
    if request.deed == .renewTickets {
      try renew(keeping: present + silent + [member])
      return .done
    }
    let subject = MemberID(request.subject)
    // The host's own runs stay: it could not keep them out.
    guard knows(subject), !isOwn(subject) else { return .refused }
    let kept = present + [member]
    switch request.deed {
    case .putOut: try renew(puttingOut: [subject], keeping: kept, sparing: [member])
    case .watch:
      try renew(roles: [subject: .watch], keeping: kept + [subject], sparing: [member])
    case .draw: try renew(roles: [subject: .draw], keeping: kept + [subject])
    case .renewTickets: break
    }
    return .done
  }

  private func introduction(of member: MemberID) -> MemberCertificate? {
    state.withLock { $0.place?.introduction(of: member.raw) }
  }
}
