import EaselBase
import GroupSecurity

/// What happens to a run's membership.
public enum MembershipEvent: Sendable {
  /// There are other tickets from now on, and somebody may be gone, or may do more or less than
  /// before; this run as well.
  ///
  /// Gone are all that the change of keys put out: the members that a moderator chose, first, and those who
  /// came in only through them.
  case renewed(gone: [RemovedMember])
  /// Somebody may do more or less than before, as is known now.
  case ruled
  /// This run is in the call no longer.
  case out(SecurityError)
  /// Where this run knocks a person is asked whether it may come in.
  case asked
}

/// A person that a change of keys put out of the call.
public struct RemovedMember: Sendable, Hashable {
  /// The key that signs what this person draws: `ReplicaGenesis.author(of:)` is its author in a board's log.
  public let identityKey: [UInt8]
  /// Its runs that were known here.
  public let runs: [MemberID]

  public init(identityKey: [UInt8], runs: [MemberID]) {
    (self.identityKey, self.runs) = (identityKey, runs)
  }
}

/// A change of keys: new tickets for everybody, and new rights for some.
struct Renewal: Sendable {
  /// By identity keys, the chosen ones first.
  var putOut: [[UInt8]] = []
  var roles: [[UInt8]: Role] = [:]
  /// The members whose people stay; nil where all that are known do.
  var named: Set<UInt64>?
  /// The epoch that it led to.
  var epoch: UInt32 = 0
}

// Changes of keys.
extension Membership {
  /// Whether this run can change keys.
  public var isHost: Bool { state.withLock { $0.founding != nil && $0.place != nil } }

  /// What others need to be hosts as well, or this run's successor to be in its place; nil of guests.
  public var founding: CallRootKeys? { state.withLock { $0.founding } }

  public func observe(_ observer: @escaping @Sendable (MembershipEvent) -> Void) {
    state.withLock { $0.observers.append(observer) }
  }

  /// Ends all tickets until now and makes others, for the members that stay.
  ///
  /// Members that came in only through one that is put out are put out as well; through one that only
  /// watches from now on, they only watch as well. The host's own runs stay.
  ///
  /// - Parameters:
  ///   - putOut: members whose people are to leave, with all their runs.
  ///   - roles: what the people of these members may do from now on, with all their runs.
  ///   - named: the members that stay, with all runs of their people, and no others: a member may have
  ///     brought others along that nobody sees. Nil keeps all that are known.
  ///   - spared: members that stay though they came in through one that is put out.
  /// - Throws: `anotherHost` where this run is no host.
  public func renew(
    puttingOut putOut: [MemberID] = [], roles: [MemberID: Role] = [:],
    keeping named: [MemberID]? = nil, sparing spared: [MemberID] = []
  ) throws(SecurityError) {
    let renewal = state.withLock { state in
      func key(_ member: MemberID) -> [UInt8]? {
        state.place?.identityKey(of: member.raw)
      }
      let spared = Set(spared.compactMap(key) + [keys.identity.publicKey])
      let bringing = state.place?.bringing
      func companions(_ member: MemberID) -> [[UInt8]] {
        key(member).flatMap { bringing?.companions(of: $0, sparing: spared) } ?? []
      }
      var renewal = Renewal(
        putOut: putOut.compactMap(key), named: named.map { Set($0.map(\.raw)) })
      for person in putOut.flatMap(companions) where !renewal.putOut.contains(person) {
        renewal.putOut.append(person)
      }
      for (member, role) in roles where role == .watch {
        for person in companions(member) { renewal.roles[person] = role }
      }
      for (member, role) in roles { if let key = key(member) { renewal.roles[key] = role } }
      return renewal
    }
    try renew(renewal)
  }

  /// The members that a ruling about one is about: the other runs of its person, and those that came in
  /// only through it. Only for members of which there are any.
  public var companions: [MemberID: Set<MemberID>] {
    state.withLock { state in
      guard let people = state.place?.people, let bringing = state.place?.bringing else {
        return [:]
      }
      let own = keys.identity.publicKey
      var companions: [MemberID: Set<MemberID>] = [:]
      for (person, runs) in people
      where person != own && (runs.count > 1 || bringing.hasBrought(person)) {
        let all = bringing.companions(of: person, sparing: [own])
        let members = Set(all.flatMap { people[$0] ?? [] })
        for run in runs { companions[run] = members.subtracting([run]) }
      }
      return companions
    }
  }

  /// Calls this with what it takes to be a host after each change of keys that is made here, and before
  /// anybody hears of it: a host that starts again has to know the keys that the others have.
  ///
  /// - Parameter keep: saves it. Where it throws, keys stay as they are.
  public func beforeRenewing(_ keep: @escaping @Sendable (CallRootKeys) throws -> Void) {
    state.withLock { $0.keep = keep }
  }

  /// A change of keys that nobody has heard of.
  private struct Change {
    let renewal: Renewal
    let old: Epoch
    let new: Epoch
    let rotation: Rotation
    /// Nil where this run cannot be a host afterwards.
    let founding: CallRootKeys?
  }

  /// Others may change keys while these are being saved; then they are changed once more.
  private static let renewalsMax = 3

  private func renew(_ renewal: Renewal) throws(SecurityError) {
    for _ in 0..<Self.renewalsMax {
      let keep = state.withLock { $0.keep }
      let change = try state.withLock { state throws(SecurityError) -> Change in
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
  ) throws(SecurityError) -> Change {
    guard let founding = state.founding, let epoch = state.place?.epoch else {
      throw .anotherHost
    }
    let own = keys.identity.publicKey
    var renewal = renewal
    // The host that changes the keys stays in the call, even if the request names it.
    renewal.putOut.removeAll { $0 == own }
    let putOut = Set(renewal.putOut)
    let staying = (state.place?.staying(named: renewal.named) ?? [])
      .filter { !putOut.contains($0.0.identityKey) }
      .prefix(Rotation.membersMax)
      .map { member, role in
        let isOwn = member.identityKey == own
        return (member, isOwn ? member.role : renewal.roles[member.identityKey] ?? role)
      }
    var chance = SystemRandomNumberGenerator()
    let (new, rotation) = try founding.renewal(
      of: epoch, chance: chance.bytes(CallRootKeys.renewalChanceLength), staying: staying,
      putOut: Array(renewal.putOut.prefix(Rotation.membersMax)))
    renewal.epoch = new.number
    return Change(
      renewal: renewal, old: epoch, new: new, rotation: rotation,
      founding: CallRootKeys(founding, in: new))
  }

  /// - Returns: false where keys were changed by somebody else meanwhile.
  private func begin(_ change: Change) throws(SecurityError) -> Bool {
    let told = try state.withLock {
      state throws(SecurityError) -> (words: [Word], gone: [RemovedMember])? in
      guard state.place?.epoch == change.old else { return nil }
      state.renewal = change.renewal
      let gone = state.place?.removed(change.renewal.putOut) ?? []
      state.place?.rule(change.renewal.roles)
      return (try Self.turn(&state, to: change.new, by: change.rotation), gone)
    }
    guard let told else { return false }
    pass(on: told.words)
    publish(.renewed(gone: told.gone))
    return true
  }

  /// Keys are changed. Any bytes may come.
  ///
  /// - Throws: what they are no such word for; and why this run is in the call no longer.
  func received(rotation bytes: [UInt8]) throws(SecurityError) {
    guard let epoch = state.withLock({ $0.place?.epoch }) else { return }
    do {
      try turn(by: try Rotation(bytes, after: epoch))
    } catch {
      // Of one that is known already another neighbour has told before.
      if error != .oldEpoch { throw error }
    }
  }

  /// - Throws: why this run is in the call no longer.
  func turn(by rotation: Rotation) throws(SecurityError) {
    var refusal: SecurityError?
    var lost: Renewal?
    var gone: [RemovedMember] = []
    var early: [PassedOn] = []
    let words = try state.withLock { state throws(SecurityError) -> [Word] in
      // It may have come by another way as well, or a later one, since it was read.
      guard let epoch = state.place?.epoch, rotation.leads(on: epoch) else { return [] }
      (early, state.early) = (state.early, [])
      gone = state.place?.removed(rotation.putOut) ?? []
      do throws(SecurityError) {
        let words = try Self.turn(&state, to: try rotation.epoch(for: keys), by: rotation)
        // Another host changed keys at the same moment, and everybody takes theirs.
        if let own = state.renewal, own.epoch == rotation.charter.epoch { lost = own }
        state.renewal = nil
        return words
      } catch {
        refusal = error
        return Self.words(of: rotation)
      }
    }
    if words.isEmpty { return }
    // The others hear of it in any case.
    pass(on: words)
    publish(refusal.map(MembershipEvent.out) ?? .renewed(gone: gone))
    if let refusal { throw refusal }
    // Whoever passed on what is none is not who told of the change of keys.
    for word in early { received(word) }
    if let lost { try renew(lost) }
  }

  private static func turn(
    _ state: inout State, to epoch: Epoch, by rotation: Rotation
  ) throws(SecurityError) -> [Word] {
    try state.place?.turn(to: epoch, by: rotation)
    state.founding = state.founding.flatMap { CallRootKeys($0, in: epoch) }
    do {
      let introduction = try state.place?.ownIntroduction()
      // First, so that whoever hears of this run anew knows of the epoch.
      return words(of: rotation) + [introduction].compactMap { $0 }.map(Word.introduction)
    } catch { throw .cryptographyFailed }
  }

  /// Members that are put out hear of it last, when nobody listens to them any more.
  private static func words(of rotation: Rotation) -> [Word] {
    let putOut = Set(rotation.putOut)
    return [
      .rotation(rotation.bytes, epoch: rotation.charter.epoch, putOut: putOut),
      .dismissal(rotation.bytes, putOut: putOut),
    ]
  }

  func publish(_ event: MembershipEvent) {
    for observer in state.withLock({ $0.observers }) { observer(event) }
  }

  /// What was on its way when keys were changed has arrived, or is lost.
  func forgetPast(of epoch: UInt32) { state.withLock { $0.place?.forgetPast(of: epoch) } }

  /// What to tell a member that was out of reach meanwhile.
  func answer(to question: CatchUpQuestion, after hello: [UInt8]) throws(SecurityError) -> [[UInt8]]
  {
    try state.withLock { state throws(SecurityError) in
      guard let messages = try state.place?.answer(to: question, after: hello) else {
        throw .renewed
      }
      return messages
    }
  }
}
