import EaselBase
import GroupCore
import GroupSecurity

/// A run's place in a call: the epoch it is in, and what it knows of the others there.
struct EpochState: ~Copyable {
  private(set) var epoch: Epoch
  private var sealer: Sealer
  private var opener: Opener
  /// Of the epoch before: what those said who stay, and was on its way when keys were changed.
  private var past: Opener?
  /// Who stays from the epoch before, and did not introduce itself in this one yet.
  private var awaited: [UInt64: MemberCertificate] = [:]
  /// What those may do, by identity keys, where that was changed since they introduced themselves.
  private var rulings: [[UInt8]: Role] = [:]
  /// Identity keys of all who could draw in an epoch before and were not put out or silenced since.
  private var veterans: Set<[UInt8]> = []
  /// By its number each epoch that is over: who was in it last may come back.
  private var ended: [UInt32: Epoch] = [:]
  /// What led into this epoch, for those who come back.
  private(set) var last: Rotation?
  /// In which order those came who are known. Changes of keys change nothing in it.
  private var arrivals = AdmissionOrder()
  /// How many were introduced who only watch.
  private var watchers = 0
  /// What introduced those who are known in this epoch, as it came: everybody passes the same bytes on,
  /// and proving them costs more than all else that a member's coming does.
  private var proved: [[UInt8]: UInt64] = [:]
  /// Who is at the other end of a link of this run's: nobody takes their place.
  private var neighbours: [UInt64: Int] = [:]

  /// Watchers that are told apart: of the places in a call some are left for those who draw.
  static let watchersMax = Destination.membersMax / 4 * 3
  /// Epochs that are remembered.
  static let endedMax = 256

  init(_ epoch: Epoch, _ keys: MemberKeys) throws(SecurityError) {
    self.epoch = epoch
    sealer = try Sealer(epoch: epoch, keys: keys)
    opener = Opener(epoch: epoch)
  }

  // MARK: Who is there

  var introductions: [MemberCertificate] { opener.introductions }

  func introduction(of member: UInt64) -> MemberCertificate? {
    opener.introduction(of: member) ?? past?.introduction(of: member)
  }

  /// Whose run somebody is, out of reach since keys were changed or not.
  func identityKey(of member: UInt64) -> [UInt8]? {
    (introduction(of: member) ?? awaited[member])?.identityKey
  }

  /// Some people, each with all its runs that are known.
  func removed(_ identityKeys: [[UInt8]]) -> [RemovedMember] {
    let runs = Dictionary(
      grouping: opener.introductions + awaited.values, by: \.identityKey)
    return identityKeys.map { key in
      RemovedMember(
        identityKey: key, runs: (runs[key] ?? []).map { MemberID($0.member) }.sorted())
    }
  }

  /// Each known member by its person.
  var people: [[UInt8]: [MemberID]] {
    Dictionary(grouping: opener.introductions + awaited.values, by: \.identityKey)
      .mapValues { runs in runs.map { MemberID($0.member) } }
  }

  /// Identity keys of all whose entries count, whoever brings them.
  var drawers: Set<[UInt8]> { opener.drawers.union(veterans) }

  /// What is new of somebody.
  struct News {
    /// As it is passed on; nil where it was known, and need not be told again.
    var bytes: [UInt8]?
    /// Whether somebody may do more or less than was known.
    var isRuling = false
  }

  /// Whether an introduction was found good before, as it came.
  func isProved(_ bytes: [UInt8]) -> Bool { proved[bytes] != nil }

  /// A watcher is known by the word of who let it in; made-up ones are not.
  ///
  /// - Parameter way: nil of who proved themselves at one's own door: others may have forgotten them, and
  ///   are told again.
  mutating func introduce(
    _ introduction: MemberCertificate, by way: AdmissionOrder.Way
  ) throws(FrameRefusal) -> News {
    guard introduction.epoch == epoch.number, introduction.call == epoch.call else {
      throw .otherEpoch(introduction.epoch)
    }
    let introduction = try vouched(introduction)
    let member = introduction.member
    let (before, known) = (self.introduction(of: member)?.role, opener.introduction(of: member))
    // A neighbour proved itself, whoever tells of it once keys were changed.
    let entry = neighbours[member] == nil ? way : nil
    if known == nil { try makeRoom(forWatcher: introduction.role == .watch, by: entry) }
    let isNew = try opener.introduce(introduction)
    if known == nil || entry == nil { arrivals.came(member, by: entry) }
    guard isNew else { return News(bytes: way == nil ? try known.map(epoch.sealed) : nil) }
    if known?.role == .watch { watchers -= 1 }
    if introduction.role == .watch { watchers += 1 }
    awaited[member] = nil
    // Only who may can show it; and a watcher says nothing about another run of the same person.
    if introduction.role == .draw { rulings[introduction.identityKey] = nil }
    let bytes = try epoch.sealed(introduction)
    proved[bytes] = member
    return News(bytes: bytes, isRuling: before.map { $0 != introduction.role } ?? false)
  }

  /// Whom the change of keys kept that led here was let in before.
  private func vouched(_ introduction: MemberCertificate) throws(FrameRefusal) -> MemberCertificate
  {
    guard introduction.role == .watch, !introduction.isVouched else { return introduction }
    guard last?.keeps(introduction.member) == true else { throw .unvouched }
    do { return try epoch.vouched(introduction) } catch { throw .cryptographyFailed }
  }

  /// Names that are made up keep nobody out who came by another way. No neighbour goes, and nobody who
  /// draws for one who only watches.
  private mutating func makeRoom(
    forWatcher isWatcher: Bool, by way: AdmissionOrder.Way
  ) throws(FrameRefusal) {
    let isFull = isWatcher && watchers >= Self.watchersMax
    guard isFull || opener.isFull else { return }
    let others = opener.introductions.filter {
      neighbours[$0.member] == nil && ($0.role == .watch || !isWatcher)
    }
    guard let goes = arrivals.yielding(among: others.map(\.member), toOneBy: way) else {
      throw .tooManyOrigins
    }
    if opener.introduction(of: goes)?.role == .watch { watchers -= 1 }
    opener.forget(goes)
    arrivals.forget(goes)
    for (bytes, member) in proved where member == goes { proved[bytes] = nil }
  }

  mutating func linked(to member: UInt64) { neighbours[member, default: 0] += 1 }
  mutating func unlinked(from member: UInt64) {
    neighbours[member] = neighbours[member].flatMap { $0 > 1 ? $0 - 1 : nil }
  }

  /// How this run presents itself, as it is passed on.
  func ownIntroduction() throws(FrameRefusal) -> [UInt8] { try epoch.sealed(sealer.introduction) }

  // MARK: What is said

  mutating func seal(_ envelope: Envelope) throws(FrameRefusal) -> [UInt8] {
    try sealer.seal(envelope.body, number: envelope.number, header: envelope.to.header).body
  }

  mutating func open(_ frame: SealedFrame, for destination: Destination) -> [UInt8]? {
    // Why it is none is of no use to anybody: whoever sent it is not known.
    if let frame = try? opener.open(frame, header: destination.header) { return frame.bytes }
    return try? past?.open(frame, header: destination.header).bytes
  }

  // MARK: Changes of keys

  /// The members that stay where keys are changed, and what each may do as far as it is known, in the
  /// order in which they find room: this run, the other runs of its person, the members that are named,
  /// the other runs of their people. Of each of these, members that may draw come before those that only
  /// watch, and then those that came first: nobody pushes others out by members that it makes up.
  ///
  /// - Parameter named: nil names all that are known.
  func staying(named: Set<UInt64>?) -> [(MemberCertificate, Role)] {
    let own = sealer.introduction
    var others = knownOthers
    if let named {
      let people = Set(others.map(\.0).filter { named.contains($0.member) }.map(\.identityKey))
      others.removeAll { $0.0.identityKey != own.identityKey && !people.contains($0.0.identityKey) }
    }
    func rank(_ other: MemberCertificate, _ role: Role) -> (Int, Int, UInt64) {
      let isNamed = named?.contains(other.member) ?? true
      return (
        other.identityKey == own.identityKey ? 0 : isNamed ? 1 : 2, role == .draw ? 0 : 1,
        arrivals.order(of: other.member)
      )
    }
    return [(own, own.role)] + others.sorted { rank($0.0, $0.1) < rank($1.0, $1.1) }
  }

  private var knownOthers: [(MemberCertificate, Role)] {
    opener.introductions.map { ($0, $0.role) }
      + awaited.values.map { ($0, rulings[$0.identityKey] ?? $0.role) }
  }

  /// Which people came in only through others, as far as it is known here.
  var bringing: Bringing {
    arrivals.bringing(among: knownOthers.map { ($0.0.member, $0.0.identityKey) })
  }

  /// What was decided about some people, by identity keys.
  mutating func rule(_ roles: [[UInt8]: Role]) { rulings.merge(roles) { $1 } }

  /// From now on in another epoch.
  mutating func turn(to epoch: Epoch, by rotation: Rotation) throws(SecurityError) {
    try sealer.rotate(to: epoch)
    let gone = Set(rotation.putOut + rotation.silenced)
    // Of an epoch between nobody tells who was put out or silenced in it.
    let isNext = epoch.number == self.epoch.number + 1
    veterans = isNext ? drawers.subtracting(gone) : []
    for key in rotation.silenced { rulings[key] = .watch }
    var over = opener
    over.limit { rotation.keeps($0.member) && !gone.contains($0.identityKey) }
    for stays in opener.introductions + awaited.values where rotation.keeps(stays.member) {
      awaited[stays.member] = stays
    }
    awaited = awaited.filter { rotation.keeps($0.key) }
    arrivals.keep { [awaited] in awaited[$0] != nil }
    ended[self.epoch.number] = self.epoch
    if ended.count > Self.endedMax, let oldest = ended.keys.min() { ended[oldest] = nil }
    opener.rotate(to: epoch)
    (past, last, watchers, proved) = (isNext ? over : nil, rotation, 0, [:])
    self.epoch = epoch
  }

  /// What was on its way has arrived, or is lost.
  mutating func forgetPast(of number: UInt32) {
    if number == epoch.number { past = nil }
  }

  /// What to tell somebody who comes back.
  ///
  /// - Throws: `renewed` where it is not known here what happened since.
  func answer(to question: CatchUpQuestion, after hello: [UInt8]) throws(SecurityError) -> [[UInt8]]
  {
    guard let last, let old = ended[question.epoch] else { throw .renewed }
    return try question.answer(with: last, from: old, after: hello)
  }
}

extension Destination {
  /// For whom an envelope is, as its seal proves it.
  fileprivate var header: [UInt8] {
    switch self {
    case .everyone: [0]
    case .only(let members):
      [1] + members.flatMap { member in withUnsafeBytes(of: member.raw.bigEndian) { Array($0) } }
    }
  }
}
