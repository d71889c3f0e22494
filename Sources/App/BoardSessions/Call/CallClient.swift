import BoardContract
import BoardLog
import BoardModel
import EaselBase
import Foundation
import GroupBase
import GroupSecurity
import OpenCombine
import OpenGroupActivities
import SecureTransports
import SessionCore

/// Performs this user's part in a call. The client receives the sessions of the call, offers them
/// to the user, and joins one session at a time, as every program that uses Group Activities does.
@MainActor final class CallClient {
  private let system: GroupSystem
  private let observer: GroupStateObserver
  private let rights: Rights
  private weak var controller: BoardController?
  private var sessions: [SessionUUID: GroupSession<DrawTogether>] = [:]
  private var watches: [SessionUUID: [AnyCancellable]] = [:]
  private var subscriptions: [AnyCancellable] = []
  private var tasks: [Task<Void, Never>] = []
  private let wishes: BoardWishes
  private let memberList: MemberList
  let question: ActivationQuestion
  let sharing: SharingQuestion
  /// The other people in the call.
  private var people: [GroupPerson] = []
  /// The members that say that they are displays.
  private var displays: [GroupPerson] = []
  private(set) var runner: SessionRunner? {
    didSet { if runner == nil { controller?.driver.client.leave() } }
  }
  private var surroundings = CallStatus() {
    didSet { if surroundings != oldValue { report(.call(.around(surroundings))) } }
  }
  /// The lock as last reported to the user.
  private var lock: BoardLock?
  /// The sessions that this user has left and can join again.
  private var left: Set<SessionUUID> = []

  init(_ system: GroupSystem, _ rights: Rights, at controller: BoardController) {
    (self.system, self.rights) = (system, rights)
    self.controller = controller
    memberList = MemberList(system, rights) { [weak controller] in controller?.receive($0) }
    question = ActivationQuestion(system) { [weak controller] in controller?.receive(.call($0)) }
    sharing = SharingQuestion(system) { [weak controller] in controller?.notShared($0) }
    observer = GroupStateObserver(system)
    wishes = BoardWishes(system, rights) { [weak controller] in controller?.wished($0) }
    let sessions = GroupSystem.$current.withValue(system) { DrawTogether.sessions() }
    let notices = system.notices
    tasks = [
      Task { [weak self] in for await session in sessions { self?.receive(session) } },
      Task { [weak self] in for await notice in notices { self?.handle(notice) } },
    ]
    watchSurroundings()
  }

  private func report(_ event: BoardEvent) { controller?.receive(event) }

  func handle(_ notice: CallNotice) {
    switch notice {
    case .linkCameUp:
      runner?.linkCameUp()
      memberList.update(in: runner)
    case .wayChanged: memberList.update(in: runner)
    case .reach(.lost): report(.call(.reach(.lost)))
    case .reach(.back): report(.call(.reach(.back)))
    case .reach(.givenUp): report(.call(.reach(.givenUp)))
    case .transportFailed(let fault):
      report(.failed(SafeText("Your other easels on this machine cannot connect: \(fault)")))
    case .foregroundRequested: report(.call(.foregroundRequested))
    case .notice(let event, _): report(.call(.acted(event.words)))
    // The session tells of these itself, or they concern no user of a board.
    case .undelivered, .unreadableMessage, .unreadableActivity,
      .overflow, .activityRefused:
      break
    }
  }

  /// Leaves the session and the call.
  ///
  /// - Parameters:
  ///   - isComingBack: whether the other members search for this member, because a later run of
  ///     this user will come back. The others are told that a person left the session.
  ///   - done: called once, on any thread, after the other members know that this member left, or
  ///     if they cannot be reached.
  func stop(isComingBack: Bool = false, _ done: @escaping @Sendable () -> Void) {
    for task in tasks { task.cancel() }
    subscriptions = []
    watches = [:]
    if isComingBack, system.kind == .person { runner?.leave() }
    runner = nil
    system.leaveCall(isComingBack: isComingBack, done)
  }

  /// Leaves the session and the call, because this user goes on in another call.
  ///
  /// - Parameter done: called once, on any thread, after the call is left.
  func leaveForAnother(isComingBack: Bool, _ done: @escaping @Sendable () -> Void) {
    let session = runner?.id
    stop(isComingBack: isComingBack, done)
    if let session { report(.session(.ended(.left), in: session)) }
  }

  func noteSeatMoved() { system.receivesOwnSessions = false }

  // MARK: Rights

  /// Handles a change of members' rights, and the removal of members from the call.
  func ruled(gone: [RemovedMember]) {
    let members = gone.flatMap(\.runs)
    // The report must come before `expel`, because these members leave the session with it.
    runner?.putOut(members)
    runner?.removed(gone.map { ReplicaGenesis.author(of: $0.identityKey) })
    system.expel(members)
    // The report of the lock comes first, so that a stroke that ends now is the latest news.
    showLock()
    runner?.ruled()
    // This run may know now which member is its user's own.
    showPeople()
    memberList.update(in: runner)
  }

  /// Reports the lock if it changed.
  private func showLock() {
    var new: BoardLock?
    if let me = rights.member, let known = rights.lock {
      let locker = MemberID(known.locker)
      let name = system.seenNames[locker] ?? system.silentNames[locker] ?? ""
      new = BoardLock(
        locker: locker == me ? nil : SafeText(name, limit: .name),
        authors: known.people.map { ReplicaGenesis.author(of: $0) }, mayDraw: rights.mayDraw(me))
    }
    guard new != lock else { return }
    lock = new
    report(.call(.locked(new)))
  }

  /// Leaves the call, after a change of keys has removed this run from it.
  func putOut(because reason: SafeText) {
    guard let session = runner?.id else { return leaveCall(reporting: .failed(reason)) }
    leaveCall(reporting: .session(.ended(.putOut), in: session))
  }

  private func leaveCall(reporting event: BoardEvent) {
    runner = nil
    watches = [:]
    report(event)
    report(.call(.over))
    sessions = [:]
    system.leaveCall()
  }

  /// Carries out this user's ruling about a member if this run is a host; otherwise sends the
  /// ruling to a host as a request. Only the members that this user's sheet has shown receive the
  /// new keys.
  func rule(_ ruling: Ruling, _ subject: RulingSubject) {
    guard let member = memberList.member(subject.id) else { return }
    guard rights.isHost else {
      return runner?.rulings.ask(.init(ruling), about: member) ?? ()
    }
    do throws(SecurityError) {
      try rights.rule(ruling, member, keeping: subject.staying.compactMap(memberList.member))
    } catch { report(.failed(SafeText(error.description))) }
  }

  /// Locks the board if this run is a host; otherwise asks a host to do so.
  func lock(sparing spared: [ParticipantUUID]) {
    let members = spared.compactMap(memberList.member)
    guard rights.isHost else {
      return runner?.rulings.ask(.lock, about: nil, sparing: members) ?? ()
    }
    do throws(SecurityError) {
      try rights.lock(sparing: members, keeping: memberList.all)
    } catch { report(.failed(SafeText(error.description))) }
  }

  func unlock() {
    guard rights.isHost else { return runner?.rulings.ask(.unlock, about: nil) ?? () }
    do throws(SecurityError) {
      try rights.unlock(keeping: memberList.all)
    } catch { report(.failed(SafeText(error.description))) }
  }

  /// The members of the call that belong to other people.
  var membersOfOthers: Set<MemberID> {
    Set(people.map(\.member).filter { !rights.isOwn($0) })
  }

  func renewTickets() {
    guard rights.isHost else { return runner?.rulings.ask(.renewTickets, about: nil) ?? () }
    do throws(SecurityError) {
      try rights.renewTickets(keeping: memberList.all)
    } catch { report(.failed(SafeText(error.description))) }
  }

  /// Shows the other people in the call; this user's own other windows come last. A display that may
  /// draw counts as a person.
  private func showPeople() {
    let people = people + displays.filter { rights.mayDraw($0.member) }
    let own = people.filter { rights.isOwn($0.member) }
    let others = people.filter { !rights.isOwn($0.member) }
    // All change at once, because a notice depends on all.
    var shown = surroundings
    shown.people = (others + own).map(\.shownName)
    shown.ownWindows = own.count
    shown.displays = displays.filter { !rights.mayDraw($0.member) }.map(\.shownName)
    surroundings = shown
  }

  private func watchSurroundings() {
    // All of these properties change on the main actor. Each property publishes its new value
    // before the change.
    let update: (@MainActor (CallClient) -> Void) -> Void = { [weak self] change in
      MainActor.assumeIsolated { if let self { change(self) } }
    }
    subscriptions += [
      observer.$isEligibleForGroupSession.removeDuplicates().sink { isEligible in
        update {
          $0.report(.call(.eligibility(isEligible)))
          if isEligible { $0.wishes.send() }
        }
      },
      observer.$stagedActivity.dropFirst().map { $0 != nil }.removeDuplicates().sink { isStaged in
        update { $0.report(.call(isStaged ? .staged : .unstaged)) }
      },
      observer.$people.sink { people in
        update {
          $0.people = people
          $0.showPeople()
          $0.memberList.update(in: $0.runner)
          $0.controller?.call.peopleChanged()
        }
      },
      observer.$hub.sink { hub in
        update {
          $0.surroundings.hub = hub.map(CallStatus.Hub.init)
          $0.memberList.update(in: $0.runner)
        }
      },
      observer.$displays.sink { displays in
        update {
          $0.displays = displays
          $0.showPeople()
          $0.memberList.update(in: $0.runner)
        }
      },
      observer.$isAlone.sink { isAlone in update { $0.surroundings.isAlone = isAlone } },
      observer.$roundTrip.sink { trip in update { $0.surroundings.roundTrip = trip } },
    ]
  }

  /// Asks this user's other run, which has this board open, to share the board.
  func wish(for path: String) { wishes.make(BoardWish(path)) }

  // MARK: Sessions of the call

  private func receive(_ session: GroupSession<DrawTogether>) {
    let id = SessionUUID(session.id)
    let participant = ParticipantUUID(session.localParticipant.id)
    sessions[id] = session
    watches[id] = [
      session.$state.sink { [weak self] state in
        if case .invalidated(let reason) = state { self?.ended(id, reason) }
      },
      session.$activity.dropFirst().sink { [weak self] in self?.described(id, by: $0) },
    ]
    // A session that this user has begun is entered at once, unless the user has left it before.
    guard !session.isLocallyInitiated || left.contains(id) else {
      controller?.begun(id, participant: participant)
      return
    }
    do {
      let (invitation, genesis) = try session.activity.read()
      let offer = JoinableSession(
        session: id, invitation: invitation,
        replaces: session.activity.replaces.map { SessionUUID($0) },
        isOwn: rights.isOwn(session.initiator.member))
      let board = session.activity.first.map { SessionUUID($0) } ?? id
      controller?.offered(
        offer,
        KnownSession(
          participant: participant, name: session.isLocallyInitiated ? nil : invitation.title,
          genesis: genesis,
          board: board,
          replaces: offer.replaces,
          mayDraw: rights.mayDraw(session.localParticipant.participantID.member)))
    } catch {
      report(.failed(SafeText("a session that cannot be read: \(error)")))
    }
  }

  /// Handles a changed description of a session. A description that cannot be read changes nothing.
  private func described(_ id: SessionUUID, by activity: DrawTogether) {
    do {
      controller?.described(id, as: try activity.read().invitation)
    } catch { return }
  }

  private func ended(_ id: SessionUUID, _ reason: any Error) {
    let session = sessions.removeValue(forKey: id)
    watches[id] = nil
    guard runner?.id == id else { return report(.call(.withdrawn(id))) }
    runner = nil
    report(.session(.ended(Ending(reason, of: session)), in: id))
    guard case .left = reason as? GroupSessionEnd, let session else { return }
    left.insert(id)
    // The session is offered again in a later step, because the report of its end is still running.
    Task { [system] in system.offerAgain(session) }
  }

  // MARK: Requests of the user

  func activate(
    _ invitation: Invitation, on genesis: BoardGenesis, first: SessionUUID?,
    replacing old: SessionUUID?
  ) {
    let activity = DrawTogether(
      invitation, on: genesis, replaces: old.flatMap { sessions[$0]?.id }, first: first)
    Task { [system, weak self] in
      do {
        // The new session replaces the old one. Without an old session, the sessions of other
        // members go on beside the new session.
        guard old != nil else { return try await system.activateBesides(activity) }
        _ = try await GroupSystem.$current.withValue(system) { try await activity.activate() }
      } catch { self?.controller?.notShared(error) }
    }
  }

  /// Whether a person who is asked now is the first: no other person is here, and nobody is waited for.
  var asksFirstPerson: Bool {
    !system.isEligible && observer.stagedActivity == nil && !sharing.isAsking
  }

  func stage(_ invitation: Invitation, on genesis: BoardGenesis, first: SessionUUID?) {
    do {
      try system.stage(
        DrawTogether(invitation, on: genesis, replaces: nil, first: first))
    } catch { controller?.notShared(error) }
  }

  func unstage() { system.cancelStaging() }

  /// Asks for the user's attention to a session, as every program that uses Group Activities does.
  func requestForeground(of session: SessionUUID) {
    sessions[session]?.requestForegroundPresentation()
  }

  /// Resumes the session of an earlier run of this user. That run ended unexpectedly, for example
  /// in a crash, while it was in the session.
  func resume(
    _ session: UUID, _ invitation: Invitation, on genesis: BoardGenesis, first: SessionUUID
  ) {
    do {
      try system.resume(
        session, as: DrawTogether(invitation, on: genesis, replaces: nil, first: first))
    } catch { controller?.notShared(error) }
  }

  /// Enters a session.
  ///
  /// - Parameter genesis: nil if the session's board is open. Otherwise the genesis of that board;
  ///   this run then asks the other participants for the board's beginning.
  func enter(_ id: SessionUUID, lacking genesis: BoardGenesis?) {
    guard let session = sessions[id] else { return }
    if let runner, runner.id == id {
      return genesis.map(runner.lacks) ?? runner.boardCame()
    }
    let last = runner
    runner = SessionRunner(
      session, isFounder: session.isLocallyInitiated && !left.contains(id), lacking: genesis,
      rights, in: system, at: controller
    ) { [weak self] in if let self { memberList.update(in: runner) } }
    memberList.update(in: runner)
    last?.leave()
  }

  func leave() { runner?.leave() }
  func end() { runner?.end() }

  /// Returns the session runner if this user is in the session with this id; otherwise nil.
  func runner(_ id: SessionUUID) -> SessionRunner? { runner?.id == id ? runner : nil }
}

extension Ending {
  fileprivate init(_ reason: any Error, of session: GroupSession<DrawTogether>?) {
    self =
      switch reason as? GroupSessionEnd {
      case .left: .left
      case .ended(let person) where person == session?.localParticipant.person: .endedHere
      case .ended(let person): .ended(by: person.name.map { SafeText($0, limit: .name) })
      case .replaced(let session): .replaced(by: SessionUUID(session))
      case .everyoneLeft: .everyoneLeft
      case .callEnded: .callEnded
      case nil: .failed(SafeText("\(reason)"))
      }
  }
}
