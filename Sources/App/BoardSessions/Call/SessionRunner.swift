import BoardCodec
import BoardContract
import BoardFiles
import BoardLog
import BoardModel
import BoardSync
import EaselBase
import GroupBase
import OpenCombine
import OpenCoordinatedPlayback
import OpenGroupActivities
import SessionCore

/// Takes part in one session: owns its two messengers, and knows its participants. The client
/// decides what messages mean.
///
/// A session runner lives on the main actor, from joining to the end of the session.
@MainActor final class SessionRunner {
  let id: SessionUUID
  let session: GroupSession<DrawTogether>
  let reliable: GroupSessionMessenger
  private let unreliable: GroupSessionMessenger
  private let rights: Rights
  private let system: GroupSystem
  let rulings: ModerationClient
  /// Nil for a program without a screen.
  let playback: PlaybackClient?
  private let ignoredPlayback: IgnoredPlayback
  private(set) weak var controller: BoardController?
  private let me: ParticipantID
  private(set) var present: [ParticipantID: Participant] = [:]
  /// The participants who left most recently. The news of the key change that removed them may come
  /// a moment later.
  private var left: [(member: MemberID, id: ParticipantUUID)] = []
  private static let leftMax = 16
  /// The reader of the entries that each participant has asked for.
  var readers: [ParticipantID: StoredRunReader] = [:]
  /// The task that reads or sends entries for each of these participants.
  var supplying: [ParticipantID: Task<Void, Never>] = [:]
  /// The task for each participant who is being sent the picture from which the board began.
  var sendingBase: [ParticipantID: Task<Void, Never>] = [:]
  /// Called when a participant came or left, or when rights have changed.
  private let changed: () -> Void
  private var subscriptions: [AnyCancellable] = []
  private var receptions: [GroupSessionMessenger.Reception] = []
  private var listening: Task<Void, Never>?
  /// The last picture that could not be sent before this member had joined.
  private var waitingMiniature: Miniature?

  init(
    _ session: GroupSession<DrawTogether>, isFounder: Bool, lacking genesis: BoardGenesis?,
    _ rights: Rights, in system: GroupSystem,
    at controller: BoardController?, changed: @escaping () -> Void
  ) {
    self.session = session
    (self.rights, self.system, self.controller, self.changed) = (
      rights, system, controller, changed
    )
    id = SessionUUID(session.id)
    reliable = GroupSessionMessenger(session: session, deliveryMode: .reliable)
    unreliable = GroupSessionMessenger(session: session, deliveryMode: .unreliable)
    rulings = ModerationClient(
      reliable, rights, silent: { Array(system.silentNames.keys) }, at: controller)
    ignoredPlayback = IgnoredPlayback(of: session)
    playback =
      system.kind == .relay ? nil : PlaybackClient(session, reliable, rights, at: controller)
    me = session.localParticipant.participantID
    if let controller {
      controller.driver.client.enter(
        id, as: me, isFounder: isFounder, lacking: genesis,
        rights: SessionRights(
          authors: { rights.authors(from: $0) }, proves: { rights.proves($0, $1) }),
        at: controller.uptime)
    }
    subscriptions.append(session.$activeParticipants.sink { [weak self] in self?.present($0) })
    let isSeen = system.kind != .relay
    receptions = [reliable, unreliable].map { messenger in
      // A program without a screen need not read strokes in progress.
      messenger.onMessage(where: { isSeen || SharedBoardMessage.mayConcernKeepers($0) }) {
        [weak self] in self?.receive($0, from: $1.source)
      }
    }
    listening = listen { [weak self] in self?.receive($0, from: $1) }
    session.join()
  }

  isolated deinit {
    listening?.cancel()
    for task in Array(supplying.values) + sendingBase.values { task.cancel() }
  }

  /// Changes the description of the session for all members of the call.
  ///
  /// - Parameters:
  ///   - title: the board's name; nil keeps the last name.
  ///   - miniature: nil keeps the last picture.
  func describe(_ title: SafeText?, _ miniature: Miniature?) {
    // The description can change only after this member has joined. Until then, the picture waits.
    let miniature = miniature ?? waitingMiniature
    guard session.activeParticipants.contains(session.localParticipant) else {
      waitingMiniature = miniature
      return
    }
    waitingMiniature = nil
    let activity = session.activity
    do {
      var invitation = try activity.read().invitation
      let before = invitation
      if let title { invitation.title = SafeText(title.string, limit: .title) }
      if let miniature { invitation.miniature = miniature }
      if invitation != before { session.activity = activity.described(by: invitation) }
    } catch {
      // Another member has sent a description that cannot be read, so it stays as it is.
      return
    }
  }

  private func describeAfterJoining() {
    describe(nil, nil)
    controller?.call.describe()
  }

  func leave() { session.leave() }
  func end() { session.end() }

  // MARK: Messages from other participants

  private func listen(
    _ receive: @escaping @MainActor (BaseMessage, Participant) -> Void
  ) -> Task<Void, Never> {
    let messages = reliable.messages(of: BaseMessage.self)
    return Task { for await (message, context) in messages { receive(message, context.source) } }
  }

  private func step(_ change: BoardController.Step) { controller?.step(in: id, change) }

  private func receive(_ bytes: [UInt8], from source: Participant) {
    step { $0.received(bytes, from: source.participantID, at: $1, using: &$2) }
  }

  /// Ignores the list until it contains this participant: otherwise all participants who were in
  /// the session before would seem to arrive now.
  private func present(_ participants: Set<Participant>) {
    guard participants.contains(session.localParticipant) else { return }
    let before = present
    present = Dictionary(participants.map { ($0.participantID, $0) }) { first, _ in first }
    for (id, participant) in before where present[id] == nil {
      left = left.suffix(Self.leftMax - 1) + [(id.member, ParticipantUUID(participant.id))]
    }
    report(
      .participants(
        present.sorted { $0.key < $1.key }.map { id, participant in
          SessionParticipant(
            id: ParticipantUUID(participant.id),
            name: participant.name.map { SafeText($0, limit: .name) },
            mayDraw: rights.mayDraw(id.member),
            kind: id == me ? .person : kind(of: id.member), way: way(of: participant),
            author: rights.author(of: id.member))
        }))
    let members = members
    step { $0.participantsChanged(to: members, at: $1, using: &$2) }
    let others = present.filter { $0.key != me }
    rulings.participantsChanged(to: others)
    playback?.participantsChanged(to: others)
    // The session has its new participants only after this step.
    if before.isEmpty { Task { [weak self] in self?.describeAfterJoining() } }
    for (participant, task) in Array(supplying) + sendingBase where present[participant] == nil {
      task.cancel()
    }
    changed()
  }

  private func kind(of member: MemberID) -> ParticipantKind {
    ParticipantKind(system.kind(of: member), mayDraw: rights.mayDraw(member))
  }

  /// Returns the way in which this user and a participant met, by the first link between them.
  private func way(of participant: Participant) -> MeetingWay {
    if rights.hasMet(participant.participantID.member) { return .nearby }
    if participant.isNearbyWithLocalParticipant { return .machine }
    guard let (neighbour, name, medium) = system.way(to: participant.participantID.member) else {
      return .ticket
    }
    // The program behind a login has no person and no name.
    let isProgram = name == nil && system.kind(of: neighbour) == .relay
    let isLogin = medium?.isOfThisMachine == true && isProgram
    return isLogin || medium == .program ? .ssh : .ticket
  }

  /// The participant ids of the other members, by member.
  var otherParticipants: [MemberID: ParticipantUUID] {
    Dictionary(
      present.filter { $0.key != me }.map { ($0.key.member, ParticipantUUID($0.value.id)) }
    ) { first, _ in first }
  }

  private var members: [SessionClient.Member] {
    let all = Dictionary(present.keys.map { ($0.member, $0) }) { first, _ in first }
    return present.sorted { $0.key < $1.key }.map { id, participant in
      let neighbour = system.neighbour(towards: id.member)
      return SessionClient.Member(
        SharedBoard.Participant(
          id, mayDraw: rights.mayDraw(id.member),
          nearest: neighbour.flatMap { $0 == id.member ? me : all[$0] }),
        named: ParticipantUUID(participant.id))
    }
  }

  /// Handles that the session's board is open now. Reports the participants and their presences
  /// again: the user enters the session only after its board is open, and ignores earlier reports.
  func boardCame() {
    step { $0.boardCame(at: $1, using: &$2) }
    ruled()
    step { client, _, _ in client.presences }
  }

  /// Handles changed rights of members.
  func ruled() { present(session.activeParticipants) }

  /// Reports members that a change of keys has removed from the call.
  func putOut(_ members: [MemberID]) {
    let all = left + present.map { (member: $0.key.member, id: ParticipantUUID($0.value.id)) }
    let ids = all.filter { members.contains($0.member) }.map { $0.id }
    if !ids.isEmpty { report(.putOut(ids)) }
  }

  /// Reports authors that a ruling has removed.
  func removed(_ authors: [AuthorID]) { if !authors.isEmpty { report(.removed(authors)) } }

  /// Lets the client compare with the other participants which entries each has, since messages may
  /// have been lost.
  func linkCameUp() {
    step { client, now, chance in
      client.linkCameUp(at: now, using: &chance)
      return []
    }
  }

  private func report(_ event: SessionEvent) { controller?.receive(.session(event, in: id)) }

  private func receive(_ message: BaseMessage, from source: Participant) {
    step { client, _, _ in client.received(message, from: source.participantID) }
  }

  /// Notes that this user wants to join the session but lacks its board.
  func lacks(_ genesis: BoardGenesis) {
    step { client, now, _ in client.lacks(genesis, at: now) }
  }

  // MARK: Sending

  func send(
    _ message: SharedBoardMessage, to recipients: Recipients, _ mode: DeliveryMode
  ) {
    let to: Participants
    switch recipients {
    case .all: to = .all
    case .only(let chosen): to = .only(Set(chosen.compactMap { present[$0] }))
    }
    let messenger = mode == .reliable ? reliable : unreliable
    messenger.pass(message.encoded(), to: to, orFail: { [weak self] in self?.failed($0) })
  }

  /// Reports only a message that is too large to be sent; other lost messages are repaired later.
  private func failed(_ error: (any Error)?) {
    guard case .tooLarge = error as? GroupSessionError, let error else { return }
    controller?.receive(.failed(SafeText("not sent: \(error)")))
  }
}
