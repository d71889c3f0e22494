import Sharing
import Trust

/// What happens to a run's membership.
public enum MembershipEvent: Sendable {
  /// There are other tickets from now on, and somebody may be gone, or may do more or less than
  /// before; this run as well.
  case renewed(gone: [MemberID])
  /// Somebody may do more or less than before, as is known now.
  case ruled
  /// This run is in the call no longer.
  case out(Refusal)
  /// Where this run knocks a person is asked whether it may come in.
  case asked
}

/// A change of keys: new tickets for everybody, and new rights for some.
struct Renewal: Sendable {
  /// By identity keys.
  var putOut: Set<[UInt8]> = []
  var roles: [[UInt8]: Role] = [:]
  /// Who is seen in the call.
  var seen: Set<UInt64> = []
  /// Whether only those people stay.
  var isNobodyElse = false
  /// The epoch that it led to.
  var epoch: UInt32 = 0
}

// Changes of keys.
extension Membership {
  /// Whether this run can change keys.
  public var isHost: Bool { state.withLock { $0.founding != nil && $0.place != nil } }

  /// What others need to be hosts as well, or this run's successor to be in its place; nil of guests.
  public var founding: Founding? { state.withLock { $0.founding } }

  public func observe(_ observer: @escaping @Sendable (MembershipEvent) -> Void) {
    state.withLock { $0.observers.append(observer) }
  }

  /// Ends all tickets until now and makes others; everybody else who is not put out stays.
  ///
  /// - Parameters:
  ///   - putOut: members whose people are to leave, with all their runs.
  ///   - roles: what the people of these members may do from now on, with all their runs.
  ///   - present: who is seen in the call right now, where nobody else is to stay than these people, with
  ///     all their runs: who is put out may have brought others along whom nobody sees. Nil where those
  ///     who are out of reach may come back.
  ///   - first: who is seen, where others may stay as well: there may not be room for all.
  /// - Throws: `anotherHost` where this run is no host.
  public func renew(
    puttingOut putOut: [MemberID] = [], roles: [MemberID: Role] = [:],
    present: [MemberID]? = nil, first: [MemberID] = []
  ) throws(Refusal) {
    let renewal = state.withLock { state in
      func key(_ member: MemberID) -> [UInt8]? {
        state.place?.identityKey(of: member.raw)
      }
      let roles = roles.compactMap { member, role in key(member).map { ($0, role) } }
      return Renewal(
        putOut: Set(putOut.compactMap(key)),
        roles: Dictionary(roles) { first, _ in first },
        seen: Set((present ?? first).map(\.raw)), isNobodyElse: present != nil)
    }
    try renew(renewal)
  }

  /// Calls this with what it takes to be a host after each change of keys that is made here, and before
  /// anybody hears of it: a host that starts again has to know the keys that the others have.
  ///
  /// - Parameter keep: saves it. Where it throws, keys stay as they are.
  public func beforeRenewing(_ keep: @escaping @Sendable (Founding) throws -> Void) {
    state.withLock { $0.keep = keep }
  }

  /// A change of keys that nobody has heard of.
  private struct Change {
    let renewal: Renewal
    let old: Epoch
    let new: Epoch
    let rotation: Rotation
    /// Nil where this run cannot be a host afterwards.
    let founding: Founding?
  }

  /// Others may change keys while these are being saved; then they are changed once more.
  private static let renewalsMax = 3

  private func renew(_ renewal: Renewal) throws(Refusal) {
    for _ in 0..<Self.renewalsMax {
      let keep = state.withLock { $0.keep }
      let change = try state.withLock { state throws(Refusal) -> Change in
        try makeChange(renewal, in: &state)
      }
      do {
        if let founding = change.founding { try keep(founding) }
      } catch { throw .notKept }
      if try begin(change) { return }
    }
    throw .oldEpoch
  }

  private func makeChange(
    _ renewal: Renewal, in state: inout State
  ) throws(Refusal) -> Change {
    guard let founding = state.founding, let epoch = state.place?.epoch else {
      throw .anotherHost
    }
    let own = keys.identity.publicKey
    var renewal = renewal
    // The host that changes the keys stays in the call, even if the request names it.
    renewal.putOut.remove(own)
    let known =
      state.place?.staying(seen: renewal.seen, isNobodyElse: renewal.isNobodyElse) ?? []
    let staying = known.filter { !renewal.putOut.contains($0.0.identityKey) }
      .prefix(Rotation.membersMax)
      .map { member, role in
        let isOwn = member.identityKey == own
        return (member, isOwn ? member.role : renewal.roles[member.identityKey] ?? role)
      }
    var chance = SystemRandomNumberGenerator()
    let (new, rotation) = try founding.renewal(
      of: epoch, chance: chance.bytes(Founding.renewalChanceLength), staying: staying,
      putOut: Array(renewal.putOut))
    renewal.epoch = new.number
    return Change(
      renewal: renewal, old: epoch, new: new, rotation: rotation,
      founding: Founding(founding, in: new))
  }

  /// - Returns: false where keys were changed by somebody else meanwhile.
  private func begin(_ change: Change) throws(Refusal) -> Bool {
    let told = try state.withLock { state throws(Refusal) -> (words: [Word], gone: [MemberID])? in
      guard state.place?.epoch == change.old else { return nil }
      state.renewal = change.renewal
      let gone = state.place?.members(in: change.renewal.putOut) ?? []
      state.place?.rule(change.renewal.roles)
      return (try Self.turn(&state, to: change.new, by: change.rotation), gone)
    }
    guard let told else { return false }
    pass(on: told.words)
    tell(.renewed(gone: told.gone))
    return true
  }

  /// Keys are changed. Any bytes may come.
  ///
  /// - Throws: what they are no such word for; and why this run is in the call no longer.
  func received(rotation bytes: [UInt8]) throws(Refusal) {
    guard let epoch = state.withLock({ $0.place?.epoch }) else { return }
    do {
      try turn(by: try Rotation(bytes, after: epoch))
    } catch {
      // Of one that is known already another neighbour has told before.
      if error != .oldEpoch { throw error }
    }
  }

  /// - Throws: why this run is in the call no longer.
  func turn(by rotation: Rotation) throws(Refusal) {
    var refusal: Refusal?
    var lost: Renewal?
    var gone: [MemberID] = []
    var early: [PassedOn] = []
    let words = try state.withLock { state throws(Refusal) -> [Word] in
      // It may have come by another way as well, or a later one, since it was read.
      guard let epoch = state.place?.epoch, rotation.leads(on: epoch) else { return [] }
      (early, state.early) = (state.early, [])
      gone = state.place?.members(in: Set(rotation.putOut)) ?? []
      do throws(Refusal) {
        let words = try Self.turn(&state, to: try rotation.epoch(for: keys), by: rotation)
        // Another host changed keys at the same moment, and everybody takes theirs.
        if let own = state.renewal, own.epoch == rotation.charter.epoch { lost = own }
        state.renewal = nil
        return words
      } catch {
        refusal = error
        return [Self.word(of: rotation)]
      }
    }
    if words.isEmpty { return }
    // The others hear of it in any case.
    pass(on: words)
    tell(refusal.map(MembershipEvent.out) ?? .renewed(gone: gone))
    if let refusal { throw refusal }
    // Whoever passed on what is none is not who told of the change of keys.
    for word in early { received(word) }
    if let lost { try renew(lost) }
  }

  private static func turn(
    _ state: inout State, to epoch: Epoch, by rotation: Rotation
  ) throws(Refusal) -> [Word] {
    try state.place?.turn(to: epoch, by: rotation)
    state.founding = state.founding.flatMap { Founding($0, in: epoch) }
    do {
      let introduction = try state.place?.ownIntroduction()
      // First, so that whoever hears of this run anew knows of the epoch.
      return [word(of: rotation)] + [introduction].compactMap { $0 }.map(Word.introduction)
    } catch { throw .cryptographyFailed }
  }

  private static func word(of rotation: Rotation) -> Word {
    .rotation(
      rotation.bytes, epoch: rotation.charter.epoch, putOut: Set(rotation.putOut))
  }

  func tell(_ event: MembershipEvent) {
    for observer in state.withLock({ $0.observers }) { observer(event) }
  }

  /// What was on its way when keys were changed has arrived, or is lost.
  func forgetPast(of epoch: UInt32) { state.withLock { $0.place?.forgetPast(of: epoch) } }

  /// What to tell a member that was out of reach meanwhile.
  func answer(to question: CatchUpQuestion, after hello: [UInt8]) throws(Refusal) -> [[UInt8]] {
    try state.withLock { state throws(Refusal) in
      guard let messages = try state.place?.answer(to: question, after: hello) else {
        throw .renewed
      }
      return messages
    }
  }
}
