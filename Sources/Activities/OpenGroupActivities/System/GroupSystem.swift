import EaselBase
import Foundation
import GroupCore
import Synchronization

/// One person's seat in a call: what a device in a FaceTime call is to Group Activities.
///
/// A program has one, made by what connects it: ``LoopbackCall`` for people of one process. Whatever
/// asks for sessions, activates or observes uses the one that is ``current`` where it runs, so that
/// any number of people can live in one process. Tasks inherit it; detached ones do not, and use
/// the one that the process has as its default.
///
/// ```swift
/// GroupSystem.setDefault(system)
/// GroupSystem.$current.withValue(another) { … }
/// ```
public final class GroupSystem: Sendable {
  /// The system of this task. Where none is set: outside any call, not eligible, and activating
  /// throws; ``effective`` also knows the process's default.
  @TaskLocal public static var current = GroupSystem.unset

  /// What the person goes by; one line, safe to show.
  public var name: String? { ownName.withLock { $0 } }
  private let ownName: Mutex<String?>
  /// The program's name in reverse-DNS notation, as a bundle identifier is: what the default
  /// ``GroupActivity/activityIdentifier`` begins with.
  public let program: String
  /// Whether somebody sits there.
  public let isPerson: Bool
  let clock: GroupClock
  private let core: Mutex<GroupSystemCore>
  private let transports: [any Transport]
  private let alarm = OneShotTimer()
  private let lastTicket = Atomic<UInt64>(0)

  /// The bundle's identifier where there is one, else the process's name.
  public static let defaultProgram =
    Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName

  /// Outside any call.
  init() {
    ownName = Mutex(nil)
    program = Self.defaultProgram
    isPerson = true
    clock = GroupClock(ContinuousClock())
    transports = []
    core = Mutex(GroupSystemCore())
  }

  /// In a call from now on, over any transports; alone in it until one of them has a link.
  ///
  /// - Parameters:
  ///   - name: what the person goes by; what cannot be shown safely is left out of it, and it is cut
  ///     to 32 columns.
  ///   - isPerson: whether somebody sits there; others are not eligible because of one that is not.
  ///   - program: what the default identifiers of activities begin with.
  ///   - member: the name on the wire, which nobody else in the call has; the seal says whether
  ///     there is more to it.
  ///   - transports: not started yet, and no other system's.
  ///   - seal: nil where nobody else can listen to the transports.
  public convenience init(
    name: String?, isPerson: Bool = true, program: String = GroupSystem.defaultProgram,
    member: MemberID, over transports: [any Transport], sealedBy seal: (any Seal)? = nil,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      member: member, name: name, isPerson: isPerson, program: program, transports: transports,
      seal: seal, clock: GroupClock(clock))
  }

  init(
    member: MemberID, name: String?, isPerson: Bool = true, program: String,
    transports: [any Transport], seal: (any Seal)? = nil, clock: GroupClock,
    chance: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    let safe = name.map { SafeText($0, limit: .name) }
    ownName = Mutex(safe?.string)
    self.program = program
    self.isPerson = isPerson
    (self.clock, self.transports) = (clock, transports)
    core = Mutex(
      GroupSystemCore(
        member: member, MemberProfile(kind: isPerson ? .person : .relay, name: safe),
        transports: transports, seal: seal, chance: chance, at: clock.now()))
    core.withLock { $0.post.attach(self) }
    for (index, transport) in transports.enumerated() {
      transport.start { [weak self] event in
        self?.perform { $0.handle(event, from: index, at: $1) }
      }
    }
    perform { _, _ in }
  }

  deinit { core.withLock { $0.ports.stop {} } }

  /// Every event goes in here: one at a time, and all that follows from it is done, in order, before
  /// the next.
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

  /// Wakes whoever reads what came, once what is passed on of it has gone.
  func afterSending(_ act: @escaping @Sendable () -> Void) {
    for transport in transports where transport.afterSending(act) { return }
    act()
  }

  /// Names something that can be cancelled.
  func ticket() -> UInt64 { lastTicket.add(1, ordering: .relaxed).newValue }

  // MARK: The call

  /// True exactly while another person is in the call.
  public var isEligible: Bool { view.isEligible }
  /// Everybody else who is in the call.
  public var people: [GroupPerson] { view.people }
  /// Everybody else at whose seat somebody sits: those whom others see.
  public var seenMembers: [MemberID] {
    core.withLock { core in
      core.call.map { call in
        call.members.filter { $0.key != call.me && $0.value.kind == .person }.map(\.key)
      } ?? []
    }
  }
  /// The names of the other members of the call at whose programs a person sits.
  public var seenNames: [MemberID: String] {
    core.withLock { core in
      core.call.map { call in
        call.members.filter { $0.key != call.me && $0.value.kind == .person }
          .mapValues { $0.name?.string ?? "" }
      } ?? [:]
    }
  }
  /// Everybody else who is in a session that this is in.
  public var sessionMembers: [MemberID] {
    core.withLock { $0.call?.sessionMembers.sorted() ?? [] }
  }
  /// The names of the members that were in such a session and fell silent without a farewell.
  public var silentNames: [MemberID: String] {
    core.withLock { $0.call?.silentMembers.mapValues { $0.name?.string ?? "" } ?? [:] }
  }
  /// Whether nobody sits at that member's seat, as far as is known.
  public func isRelay(_ member: MemberID) -> Bool {
    core.withLock { $0.call?.members[member]?.kind == .relay }
  }
  /// By which neighbour a member is reached, which is itself where it is linked to this one; nil where no
  /// way is known.
  public func neighbour(towards member: MemberID) -> MemberID? {
    core.withLock { $0.call?.neighbour(towards: member) }
  }
  /// Whether this is in a call, if alone.
  public var isInCall: Bool { core.withLock { $0.call != nil } }

  var view: CallView { core.withLock { $0.view } }

  /// Leaves the call with all its sessions, for good.
  ///
  /// - Parameter done: called once, from any thread, when what was said before has gone out, or is
  ///   given up.
  public func leaveCall(
    isComingBack: Bool = false, _ done: @escaping @Sendable () -> Void = {}
  ) {
    perform { $0.leaveCall(isComingBack: isComingBack, at: $1, done) }
  }

  /// These are in the call no longer, whatever they say: they were put out of what keeps it closed.
  public func expel(_ members: [MemberID]) {
    perform { core, now in
      for member in members { core.handle(at: now) { $0.expelled(member, at: now) } }
    }
  }

  /// Goes by another name from now on; sessions that one is in keep the one they began with.
  public func rename(_ name: String) {
    let safe = SafeText(name, limit: .name)
    ownName.withLock { $0 = safe.string }
    perform { $0.rename(safe, at: $1) }
  }

  /// Connects to a member of the call, over the transport whose address it is.
  ///
  /// - Throws: why nothing came of it. Nothing is tried again by itself.
  public func connect(to address: String) async throws(TransportFault) {
    let fault = await withCheckedContinuation { continuation in
      perform { core, now in core.dial(address, at: now) { continuation.resume(returning: $0) } }
    }
    if let fault { throw fault }
  }

  /// Asks the person whether to share an activity; see ``GroupActivity/prepareForActivation()``.
  public var preparation: Preparation? {
    get { core.withLock { $0.preparation } }
    set {
      let old = core.withLock { core in
        defer { core.preparation = newValue }
        return core.preparation
      }
      // What it held goes after the lock, for that may call this system.
      _ = old
    }
  }

  public typealias Preparation =
    @Sendable (GroupActivityMetadata) async -> GroupActivityActivationResult

  // MARK: Listening

  /// What a program may want to know of its call beyond its sessions, from now on; and first of the
  /// transports that have failed, and whether others are out of reach.
  public var happenings: GroupHappenings { GroupHappenings(system: self) }

  func publish(_ happening: GroupHappening) { core.withLock { $0.publish(happening) } }
  func add(_ listener: HappeningListener) { core.withLock { $0.add(listener) } }

  func add(_ listener: any SessionListener) { core.withLock { $0.post.post(.listener(listener)) } }
  func add(_ observer: GroupStateObserver) {
    core.withLock { $0.post.post(.observer(observer, $0.view)) }
  }
}
