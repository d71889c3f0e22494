import Codec
import Drawing
import Foundation
import Log
import OpenCombine
import OpenGroupActivities
import Sharing
import Vocabulary
import Whiteboard
import Wire

/// Being in one session: its two messengers, and what `SharedBoard` makes of what they bring.
///
/// Lives on the main actor, from joining to the end of the session.
@MainActor final class SessionRunner {
  let id: Bytes16
  private let session: GroupSession<DrawTogether>
  let reliable: GroupSessionMessenger
  private let unreliable: GroupSessionMessenger
  private let rights: Rights
  private let system: GroupSystem
  let rulings: Rulings
  private(set) weak var controller: BoardController?
  private(set) var board: SharedBoard
  private var chance = SystemRandomNumberGenerator()
  private let timer = DispatchSource.makeTimerSource(queue: .main)
  /// When the timer rings; nil where it does not.
  private var ringsAt: Uptime?
  private(set) var seats: [ParticipantID: OpenGroupActivities.Participant] = [:]
  /// Those who left last: a change of keys that put them out may be heard of a moment later.
  private var left: [(member: MemberID, id: Bytes16)] = []
  private static let leftMax = 16
  var supplies = Supplies()
  /// What is being sent to whom.
  var supplying: [ParticipantID: Task<Void, Never>] = [:]
  /// To whom the picture is being sent that the board began from.
  var giving: [ParticipantID: Task<Void, Never>] = [:]
  /// Called when somebody came or left, or may do more or less than before.
  private let changed: () -> Void
  private var subscriptions: [AnyCancellable] = []
  private var receptions: [GroupSessionMessenger.Reception] = []
  private var listening: Task<Void, Never>?
  /// For the picture that the board began from; nil where it is here.
  private var search: BaseSearch?
  /// Others' strokes that grew since the last frame.
  private var unshown: [WetStrokeID] = []
  private var told = ToldInk()
  /// Actions that SharedBoard asks for and that are not done yet.
  private var actions: [SharedBoard.Action] = []
  private var isPerforming = false

  init(
    _ session: GroupSession<DrawTogether>, isFounder: Bool, knowing heads: [ReplicaHead],
    lacking genesis: BoardGenesis?, _ rights: Rights, in system: GroupSystem,
    at controller: BoardController?, changed: @escaping () -> Void
  ) {
    self.session = session
    (self.rights, self.system, self.controller, self.changed) = (
      rights, system, controller, changed
    )
    search = genesis.map { BaseSearch(for: $0) }
    id = Bytes16(session.id)
    reliable = GroupSessionMessenger(session: session, deliveryMode: .reliable)
    unreliable = GroupSessionMessenger(session: session, deliveryMode: .unreliable)
    rulings = Rulings(reliable, rights, silent: { Array(system.silentNames.keys) }, at: controller)
    board = SharedBoard(
      session.localParticipant.seat, isFounder: isFounder, knowing: heads,
      at: Self.now)
    subscriptions.append(session.$activeParticipants.sink { [weak self] in self?.present($0) })
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.woke() }
    }
    timer.resume()
    let isSeen = system.isPerson
    receptions = [reliable, unreliable].map { messenger in
      // Where nobody looks, ink that is still wet need not be read.
      messenger.onMessage(where: { isSeen || SharedBoardMessage.mayConcernKeepers($0) }) {
        [weak self] in self?.take(Array($0), from: $1.source)
      }
    }
    listening = listen { [weak self] in self?.take($0, from: $1) }
    session.join()
    askAgainLater()
  }

  isolated deinit {
    timer.cancel()
    listening?.cancel()
    for task in Array(supplying.values) + giving.values { task.cancel() }
  }

  func leave() { session.leave() }
  func end() { session.end() }

  private static var now: Uptime { Uptime(milliseconds: Moments.uptime()) }

  // MARK: What others say

  private func listen(
    _ take: @escaping @MainActor (BaseMessage, OpenGroupActivities.Participant) -> Void
  ) -> Task<Void, Never> {
    let messages = reliable.messages(of: BaseMessage.self)
    return Task { for await (message, context) in messages { take(message, context.source) } }
  }

  /// What cannot be read is no message: it comes from another program, or a later one.
  private func take(_ bytes: [UInt8], from source: OpenGroupActivities.Participant) {
    do {
      guard let message = try SharedBoardMessage(decoding: bytes) else { return }
      // What one knows by the end of a supply decides what is asked for next.
      if case .healing(.supplied) = message { controller?.mergeArrivals() }
      perform(board.received(message, from: source.seat, at: Self.now, using: &chance))
    } catch { return }
  }

  /// Before one is there oneself nobody is: else all who were there already would seem to come.
  private func present(_ participants: Set<OpenGroupActivities.Participant>) {
    guard participants.contains(session.localParticipant) else { return }
    let before = seats
    seats = Dictionary(participants.map { ($0.seat, $0) }) { first, _ in first }
    for (seat, participant) in before where seats[seat] == nil {
      left = left.suffix(Self.leftMax - 1) + [(seat.member, Bytes16(participant.id))]
    }
    tell(
      .participants(
        seats.sorted { $0.key < $1.key }.map { seat, participant in
          SessionParticipant(
            id: Bytes16(participant.id), name: participant.name.map { SafeText($0, limit: .name) },
            mayDraw: rights.mayDraw(seat.member),
            // Who is not heard of yet may be a person.
            isPerson: seat == board.me || !system.isRelay(seat.member))
        }))
    perform(
      board.participantsChanged(to: boardParticipants, at: Self.now, using: &chance))
    rulings.attend(to: seats.filter { $0.key != board.me })
    for (participant, task) in Array(supplying) + giving where seats[participant] == nil {
      task.cancel()
    }
    askForBase()
    changed()
  }

  /// The seats of the others, by the members that have them.
  var otherSeats: [MemberID: Bytes16] {
    Dictionary(
      seats.filter { $0.key != board.me }.map { ($0.key.member, Bytes16($0.value.id)) }
    ) { first, _ in first }
  }

  private var boardParticipants: [SharedBoard.Participant] {
    let all = Dictionary(seats.keys.map { ($0.member, $0) }) { first, _ in first }
    return seats.keys.sorted().map { seat in
      let neighbour = system.neighbour(towards: seat.member)
      return SharedBoard.Participant(
        seat, mayDraw: rights.mayDraw(seat.member),
        nearest: neighbour.flatMap { $0 == seat.member ? board.me : all[$0] })
    }
  }

  /// Shows who is there and what they show: the whiteboard enters the session only when the base is here,
  /// and ignores what it hears before.
  func showAll() {
    ruled()
    for seat in seats.keys.sorted() where seat != board.me {
      if let value = board.presence(of: seat) { show(value, of: seat) }
    }
  }

  /// Some may do more or less than before.
  func ruled() { present(session.activeParticipants) }

  /// A change of keys has put these out of the call.
  func putOut(_ members: [MemberID]) {
    let all = left + seats.map { (member: $0.key.member, id: Bytes16($0.value.id)) }
    let ids = all.filter { members.contains($0.member) }.map { $0.id }
    if !ids.isEmpty { tell(.putOut(ids)) }
  }

  /// A ruling has removed these authors.
  func removed(_ authors: [AuthorID]) { if !authors.isEmpty { tell(.removed(authors)) } }

  /// Compares with the others what each knows, since messages may have been lost.
  func linkCameUp() {
    board.linkCameUp(at: Self.now, using: &chance)
    schedule()
  }

  private func woke() {
    ringsAt = nil
    perform(board.woke(at: Self.now, using: &chance))
  }

  // MARK: What happens here

  func knows(_ heads: [ReplicaHead]) {
    perform(board.knows(heads, at: Self.now, using: &chance))
  }

  /// After all was counted anew: some replicas may count less than before, or not at all.
  func counts(_ heads: [ReplicaHead]) {
    board.recounted()
    perform(board.knows(heads, at: Self.now, using: &chance))
  }

  func made(_ state: Bytes16) { board.made(state, at: Self.now) }

  /// Own entries that are safe on disk, as runs.
  func wrote(_ runs: [[UInt8]]) { for run in runs { perform(board.wrote(run)) } }

  func penBegan(_ entry: EntryID, _ style: WetStyle, at point: BoardPoint) {
    perform(
      board.penBegan(
        entry, style: WetItem.stroke(style).encoded(), at: WetPoint(point), now: Self.now))
  }

  func penMoved(_ points: [BoardPoint]) {
    perform(board.penMoved(through: points.map { WetPoint($0) }, at: Self.now))
  }

  func typed(_ entry: EntryID, _ label: Label) {
    perform(
      board.penShowed(
        entry, style: WetItem.label(label).encoded(), at: WetPoint(label.origin), now: Self.now))
  }

  func penFinished() { board.penFinished() }
  func penAbandoned() { perform(board.penAbandoned()) }
  func appear(_ appearance: Appearance) {
    perform(board.shows(appearance.encoded(), at: Self.now))
  }
  func tell(_ happening: Happening) { perform(board.tell(happening.encoded(), to: .all)) }

  // MARK: What the board makes of it

  /// In its place: before a value as large as this works anything out, all of it is copied.
  private func ask<Answer>(_ question: (inout SharedBoard) -> Answer) -> Answer {
    question(&board)
  }

  /// Does the actions that SharedBoard asks for. An action may cause others: those are done after all that
  /// came before them.
  func perform(_ new: [SharedBoard.Action]) {
    actions += new
    if isPerforming { return }
    isPerforming = true
    while !actions.isEmpty {
      let now = actions
      actions = []
      for action in now { perform(action) }
    }
    isPerforming = false
    schedule()
  }

  private func perform(_ action: SharedBoard.Action) {
    switch action {
    case .send(let message, let recipients, let mode): send(message, to: recipients, mode)
    case .merge(let run, let sender): merge(run, from: sender)
    case .supply(let ranges, let participant): supply(ranges, to: participant)
    case .showWet(let stroke): showSoon(stroke)
    case .hideWet(let stroke):
      unshown.removeAll { $0 == stroke }
      told.forget(stroke)
      if let name = name(stroke) { controller?.gone(name, in: id) }
    case .show(let value, let participant): show(value, of: participant)
    case .hide(let participant):
      if let name = name(participant) { tell(.vanished(name)) }
    case .happened(let event, let sender): happened(event, by: sender)
    case .alarm(let participant):
      if let name = name(participant) { tell(.alarm(with: name)) }
    case .rebuild: controller?.wantRebuilding(in: id)
    }
  }

  private func merge(_ run: [UInt8], from sender: ParticipantID) {
    let entries: [Entry]
    do { entries = try EntryRun.decode(run) } catch {
      // Nobody's entries: what is meant will be asked for again.
      return
    }
    let authors = rights.authors(from: sender.member)
    let source = Log.Source.member(
      name(sender) ?? Bytes16(high: 0, low: 0), mayOnlyPassOn: authors != nil)
    let known = authors.map { authors in entries.filter { authors.contains($0.stamp.author) } }
    controller?.received(known ?? entries, from: source, in: id)
  }

  private func showSoon(_ id: WetStrokeID) {
    if !unshown.contains(id) { unshown.append(id) }
    controller?.hasUnshownInk = true
  }

  /// Others' strokes that grew since the last call.
  func takeUnshown() -> [GuestItem] {
    defer { unshown = [] }
    return unshown.compactMap(item)
  }

  private func item(_ id: WetStrokeID) -> GuestItem? {
    guard let name = name(id), let stroke = ask({ $0.wetStroke(id) }) else { return nil }
    do {
      return try told.item(stroke, id, named: name)
    } catch { return nil }
  }

  private func show(_ value: [UInt8], of participant: ParticipantID) {
    guard let name = name(participant) else { return }
    do {
      let appearance = try Appearance(decoding: value)
      // Else anybody could give others' ink another name.
      guard rights.proves(participant.member, appearance.author) else { return }
      tell(.appeared(appearance, name))
    } catch { return }
  }

  private func happened(_ event: [UInt8], by participant: ParticipantID) {
    guard let name = name(participant) else { return }
    do { tell(.happened(try Happening(decoding: event), by: name)) } catch { return }
  }

  private func name(_ participant: ParticipantID) -> Bytes16? {
    seats[participant].map { Bytes16($0.id) }
  }

  private func name(_ stroke: WetStrokeID) -> GuestItem.ID? {
    name(stroke.participant).map { GuestItem.ID(participant: $0, number: stroke.stroke) }
  }

  private func tell(_ event: SessionEvent) { controller?.receive(.session(event, in: id)) }

  // MARK: The picture that the board began from

  private func askForBase() {
    let others = seats.keys.filter { $0 != board.me && rights.mayDraw($0.member) }.sorted()
    guard let other = search?.next(among: others).flatMap({ seats[$0] }) else { return }
    reliable.send(BaseMessage.wanted, to: .only(other)) { [weak self] in self?.failed($0) }
  }

  private func askAgainLater() {
    guard let search else { return }
    let wait = DispatchTimeInterval.milliseconds(Int(search.patience))
    DispatchQueue.main.asyncAfter(deadline: .now() + wait) { [weak self] in
      MainActor.assumeIsolated {
        self?.search?.waited()
        self?.askForBase()
        self?.askAgainLater()
      }
    }
  }

  private func take(_ message: BaseMessage, from source: OpenGroupActivities.Participant) {
    if case .wanted = message {
      if giving[source.seat] == nil { sendBase(controller?.beginning(in: id), to: source.seat) }
      return
    }
    guard let beginning = search?.receive(message, from: source.seat) else { return askForBase() }
    search = nil
    controller?.begin(id, from: beginning)
  }

  // MARK: Sending

  private func send(
    _ message: SharedBoardMessage, to recipients: Recipients, _ mode: DeliveryMode
  ) {
    let to: Participants
    switch recipients {
    case .all: to = .all
    case .only(let chosen): to = .only(Set(chosen.compactMap { seats[$0] }))
    }
    let messenger = mode == .reliable ? reliable : unreliable
    messenger.pass(Data(message.encoded()), to: to, orFail: { [weak self] in self?.failed($0) })
  }

  /// What did not go out is healed later; only what never can is said.
  private func failed(_ error: (any Error)?) {
    guard case .tooLarge = error as? GroupSessionError, let error else { return }
    controller?.receive(.failed(SafeText("not sent: \(error)")))
  }

  /// Earlier than now set; one that rings too early does no harm, and setting it wakes a thread.
  private func schedule() {
    guard let deadline = ask({ $0.deadline }), ringsAt.map({ deadline < $0 }) ?? true else {
      return
    }
    ringsAt = deadline
    let wait = max(deadline.since(Self.now), 0)
    timer.schedule(deadline: .now() + .milliseconds(Int(clamping: wait)), leeway: .milliseconds(1))
  }
}

extension WetPoint {
  fileprivate init(_ point: BoardPoint) { self.init(x: point.x, y: point.y) }
}
