import EaselBase
import Foundation
import GroupBase
import GroupCore
import Synchronization

/// One person's membership in a call: the counterpart of a device in a FaceTime call.
///
/// A program usually has one system. The object that connects the program creates it, such as
/// ``LoopbackCall`` for people of one process. Code that asks for sessions, activates or observes
/// uses the ``current`` system, so one process can hold any number of people. Tasks inherit
/// ``current``; detached tasks do not inherit it and use the default of the process.
///
/// ```swift
/// GroupSystem.setDefault(system)
/// GroupSystem.$current.withValue(another) { … }
/// ```
public final class GroupSystem: Sendable {
  /// The system of this task. If none is set: a system outside any call, which is not eligible and
  /// throws on activation; ``effective`` also considers the process's default.
  @TaskLocal public static var current = GroupSystem.unset

  /// The person's name; one line, safe to show.
  public var name: String? { ownName.withLock { $0 } }
  private let ownName: Mutex<String?>
  /// The program's name in reverse-DNS notation, like a bundle identifier: the beginning of the
  /// default ``GroupActivity/activityIdentifier``.
  public let program: String
  /// The kind of this program's member: whether a person uses it.
  public let kind: MemberProfile.Kind
  let clock: GroupClock
  private let core: Mutex<GroupSystemCore>
  private let transports: [any Transport]
  private let alarm = OneShotTimer()
  private let lastWaitID = Atomic<UInt64>(0)

  /// The bundle's identifier if there is one, else the process's name.
  public static let defaultProgram =
    Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName

  /// Makes a system outside any call.
  init() {
    ownName = Mutex(nil)
    program = Self.defaultProgram
    kind = .person
    clock = GroupClock(ContinuousClock())
    transports = []
    core = Mutex(GroupSystemCore())
  }

  /// Creates a system that is in a call over these transports. The system is alone in the call
  /// until a transport has a link.
  ///
  /// - Parameters:
  ///   - name: the person's name; parts that are not safe to show are removed, and it is cut to 32
  ///     columns.
  ///   - kind: whether a person uses this program; a relay and a display do not make others eligible.
  ///   - program: the beginning of the default activity identifiers.
  ///   - member: the name on the wire, which no other member of the call has; the seal may set more
  ///     rules for the name.
  ///   - transports: transports that are not started yet and belong to no other system.
  ///   - seal: nil if no outsider can listen to the transports.
  ///   - clock: the clock for noticing silence and for re-sending lost messages.
  public convenience init(
    name: String?, kind: MemberProfile.Kind = .person,
    program: String = GroupSystem.defaultProgram,
    member: MemberID, over transports: [any Transport], sealedBy seal: (any Seal)? = nil,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      member: member, name: name, kind: kind, program: program, transports: transports,
      seal: seal, clock: GroupClock(clock))
  }

  init(
    member: MemberID, name: String?, kind: MemberProfile.Kind = .person, program: String,
    transports: [any Transport], seal: (any Seal)? = nil, clock: GroupClock,
    chance: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    let safe = name.map { SafeText($0, limit: .name) }
    ownName = Mutex(safe?.string)
    self.program = program
    self.kind = kind
    (self.clock, self.transports) = (clock, transports)
    core = Mutex(
      GroupSystemCore(
        member: member, MemberProfile(kind: kind, name: safe),
        transports: transports, seal: seal, chance: chance, at: clock.now()))
    core.withLock { $0.publisher.attach(self) }
    for (index, transport) in transports.enumerated() {
      transport.start { [weak self] event in
        self?.perform { $0.handle(event, from: index, at: $1) }
      }
    }
    perform { _, _ in }
  }

  deinit { core.withLock { $0.links.stop {} } }

  /// Handles one event at a time, in order, with all consequences of an event before the next
  /// event.
  @discardableResult
  func perform<Value: Sendable, Failure>(
    _ event: @Sendable (inout GroupSystemCore, Uptime) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let (outcome, deadline) = core.withLock { core in
      let now = core.time(at: clock.now())
      let outcome = Result { () throws(Failure) in try event(&core, now) }
      core.finishEvent(at: now)
      return (outcome, core.nextAlarm())
    }
    alarm.set(deadline, clock) { [weak self] in
      self?.perform { core, now in core.woke(at: now) }
    }
    return try outcome.get()
  }

  /// Runs `act` after the frames that this transport event forwards were written, so that the work
  /// of waking a reader does not delay them.
  func afterSending(_ act: @escaping @Sendable () -> Void) {
    for transport in transports where transport.afterSending(act) { return }
    act()
  }

  /// Returns a new number that names a cancellable wait.
  func nextWaitID() -> UInt64 { lastWaitID.add(1, ordering: .relaxed).newValue }

  // MARK: The call

  /// True exactly while another person is in the call.
  public var isEligible: Bool { view.isEligible }
  /// The other people in the call.
  public var people: [GroupPerson] { view.people }
  /// The displays in the call. Each has the name of the person who opened it.
  public var displays: [GroupPerson] { view.displays }
  /// The other members of the call that a person uses, in no fixed order.
  public var seenMembers: [MemberID] {
    core.withLock { core in
      core.call.map { call in
        call.members.filter { $0.key != call.me && $0.value.kind == .person }.map(\.key)
      } ?? []
    }
  }
  /// The names of the other members that a person uses or looks at; an empty text for a member without
  /// a name.
  public var seenNames: [MemberID: String] {
    core.withLock { core in
      core.call.map { call in
        call.members.filter { $0.key != call.me && $0.value.kind != .relay }
          .mapValues { $0.name?.string ?? "" }
      } ?? [:]
    }
  }
  /// The other members that are in a session with this member, ascending.
  public var sessionMembers: [MemberID] {
    core.withLock { $0.call?.sessionMembers.sorted() ?? [] }
  }
  /// The names of the members that were in a session with this member and fell silent without a
  /// farewell; an empty text for a member without a name.
  public var silentNames: [MemberID: String] {
    core.withLock { $0.call?.silentMembers.mapValues { $0.name?.string ?? "" } ?? [:] }
  }
  /// Returns the kind of a member, as the member says; nil for a member that is not known yet.
  public func kind(of member: MemberID) -> MemberProfile.Kind? {
    core.withLock { $0.call?.members[member]?.kind }
  }
  /// Returns the neighbour through which a member is reached, which is the member itself if it is
  /// linked to this member. Returns nil if no way is known.
  public func neighbour(towards member: MemberID) -> MemberID? {
    core.withLock { $0.call?.neighbour(towards: member) }
  }
  /// Returns the neighbour through which a member is reached with its name, and the medium of the
  /// link to this neighbour; a nil medium is unknown. Returns nil if no way is known.
  public func way(
    to member: MemberID
  ) -> (neighbour: MemberID, name: String?, medium: LinkMedium?)? {
    core.withLock { core in
      guard let neighbour = core.call?.neighbour(towards: member),
        let medium = core.links.medium(of: neighbour)
      else { return nil }
      return (neighbour, core.call?.members[neighbour]?.name?.string, medium)
    }
  }
  /// Whether this program is in a call, even if it is alone there.
  public var isInCall: Bool { core.withLock { $0.call != nil } }

  var view: CallSnapshot { core.withLock { $0.view } }

  /// Leaves the call with all its sessions; this system cannot enter a call again.
  ///
  /// - Parameters:
  ///   - isComingBack: whether the other members search for this member, as for a member that fell
  ///     silent. If true, no farewell is sent.
  ///   - done: called once, from any thread, when everything sent before has gone out or is given
  ///     up.
  public func leaveCall(
    isComingBack: Bool = false, _ done: @escaping @Sendable () -> Void = {}
  ) {
    perform { $0.leaveCall(isComingBack: isComingBack, at: $1, done) }
  }

  /// Treats these members as gone, even if they still send, because a change of keys excluded them.
  public func expel(_ members: [MemberID]) {
    perform { core, now in
      for member in members { core.handle(at: now) { $0.expelled(member, at: now) } }
    }
  }

  /// Changes the person's name from now on. Only ``GroupSession/localParticipant`` of earlier
  /// sessions keeps the old name.
  public func rename(_ name: String) {
    let safe = SafeText(name, limit: .name)
    ownName.withLock { $0 = safe.string }
    perform { $0.rename(safe, at: $1) }
  }

  /// Connects to a member of the call, over the transport that reaches `address`. Cancelling the
  /// task does not end the attempt.
  ///
  /// - Throws: the reason why no link was made. The system does not try again by itself.
  public func connect(to address: String) async throws(TransportFault) {
    let fault = await withCheckedContinuation { continuation in
      perform { core, now in core.dial(address, at: now) { continuation.resume(returning: $0) } }
    }
    if let fault { throw fault }
  }

  /// Whether ``GroupActivity/sessions()`` returns the sessions that this program begins. Set it to false
  /// once the person has gone on in another program, and for a program that only shows what others
  /// do. ``GroupActivity/activate()`` returns this value. The other members are offered the
  /// sessions in any case.
  public var receivesOwnSessions: Bool {
    get { core.withLock { $0.own.areReceived } }
    set { core.withLock { $0.own.areReceived = newValue } }
  }

  /// The question to the person whether to share an activity; nil if no person is asked.
  /// ``GroupActivity/prepareForActivation()`` asks it.
  public var preparation: Preparation? {
    get { core.withLock { $0.preparation } }
    set {
      let old = core.withLock { core in
        defer { core.preparation = newValue }
        return core.preparation
      }
      // The old closure is released after the lock, since its contents may call this system.
      _ = old
    }
  }

  /// Shows an activity's description to the person, and returns the person's answer.
  public typealias Preparation =
    @Sendable (GroupActivityMetadata) async -> GroupActivityActivationResult

  // MARK: Listening

  /// The events of the call outside its sessions, from now on; first come the failed transports,
  /// and a notice if other members are out of reach.
  public var notices: CallNotices { CallNotices(system: self) }

  func publish(_ notice: CallNotice) { core.withLock { $0.publish(notice) } }
  func add(_ listener: CallNoticeListener) { core.withLock { $0.add(listener) } }

  func add(_ listener: any SessionListener) {
    core.withLock { $0.publisher.publish(.listener(listener)) }
  }
  func add(_ observer: GroupStateObserver) {
    core.withLock { $0.publisher.publish(.observer(observer, $0.view)) }
  }
}
