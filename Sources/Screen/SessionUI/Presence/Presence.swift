import BoardContract
import BoardDocument
import BoardEditor
import BoardLog
import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The other participants as the screen shows them: their pointers, ink in progress and speech.
/// Also the appearance of this user that they see.
package struct Presence {
  /// Nil outside of a session.
  package internal(set) var session: SessionState?
  /// The state while this user follows another participant's view.
  package internal(set) var following: Following
  /// The words that this user says at the pointer.
  package internal(set) var talk: SpeechEditor
  var laser = LaserTrail()
  /// The last position of the mouse pointer; nil when the pointer is outside of the canvas.
  private(set) var hover: Pointer?
  /// The place on the canvas to which the mouse moved last without a button; nil after any other event.
  package private(set) var resting: Pointer?
  /// The authors from the previous session that come along to the session that replaces it. Their
  /// arrival needs no notice.
  private var companions: Set<AuthorID> = []
  /// The choices of this user about authors that are being removed.
  private var removals = Removals()
  /// The people whom this user met before this session.
  package private(set) var people: KnownPeople
  private let remembersPeople: Bool
  /// Whether the ink in progress or a laser trail changed since it was last drawn.
  var isInkStale = false
  let requests: Requests

  init(
    _ people: KnownPeople, remembersPeople: Bool, followsInk: Bool = false, _ requests: Requests
  ) {
    (self.people, self.remembersPeople) = (people, remembersPeople)
    following = Following(requests, followsInk: followsInk)
    talk = SpeechEditor(requests)
    self.requests = requests
  }

  /// Whether other participants are in the session and see what this user shows.
  package var isAmongOthers: Bool { session?.guests.isEmpty == false }

  // MARK: Coming and going

  mutating func enter(_ new: SessionState, mayDraw: Bool, in context: SessionContext) {
    session = new
    assignLooks(mayDraw: mayDraw, in: context)
    // Ink in progress from an earlier session does not belong to this session.
    isInkStale = true
    requests.append(.editor(.sendGesture))
  }

  /// Resets all state that exists only in a session, and remembers the people whom this user met.
  ///
  /// - Parameter wall: the time in milliseconds since 1970.
  package mutating func leave(at wall: Int64) {
    let met = peopleMet(at: wall)
    if !met.isEmpty {
      people.note(met)
      requests.append(.rememberPeople(met))
    }
    session = nil
    talk = SpeechEditor(requests)
    laser = LaserTrail()
    following.reset()
    isInkStale = true
  }

  /// Returns the people of the session, as they are remembered if the session ends now; none if this
  /// user remembers no people.
  package func peopleMet(at wall: Int64) -> [KnownPerson] {
    remembersPeople ? session?.met(until: wall) ?? [] : []
  }

  mutating func rememberCompanions() {
    companions = Set(session?.guests.compactMap { $0.known?.author } ?? [])
  }

  mutating func forgetCompanions() { companions = [] }

  // MARK: The events of the session

  package mutating func handle(
    _ event: SessionEvent, isOutOfReach: Bool, on recorder: inout BoardRecorder,
    in context: SessionContext
  ) {
    switch event {
    case .participants(let present):
      set(present, isOutOfReach: isOutOfReach, on: &recorder, in: context)
    case .appeared(let appearance, let id):
      show(appearance, of: id, on: &recorder, in: context)
    case .vanished(let id):
      session?.change(id) { $0.isHeard = false }
      isInkStale = true
    case .wets(let items):
      show(items, besides: recorder.board.log.vector)
      following.follow(items, in: context)
    case .wetGone(let id): removeItems { $0.id == id }
    case .happened(let notice, let id): handle(notice, by: id, in: context)
    case .putOut(let ids):
      for id in ids {
        session?.noteKeysChanged(without: id, at: recorder.now.uptime, context.chrome)
      }
    case .removed(let authors): removals.revoke(authors, on: &recorder)
    case .alarm(let id):
      requests.notify(
        "This picture and that of \(name(of: id, context.chrome)) differ. Easel rebuilds both.",
        .warning)
    case .rebuilt: recorder.noteNewPicture()
    case .caughtUp: session?.isCaughtUp = true
    case .refused(let refused, let sender): session?.refusals[sender] = refused
    case .ended: break
    }
  }

  /// Shows entries of other members that were merged. Only what comes in a session is news.
  package mutating func showMerged(
    _ change: BoardChange, on recorder: inout BoardRecorder, in context: SessionContext
  ) {
    recorder.showMerged(change, isNews: session?.hearsNews == true)
    requests.append(.editor(.followTexts(change)))
    let vector = recorder.board.log.vector
    removeItems { vector.covers($0.entry) }
    following.follow(change, in: recorder.picture, context)
  }

  private mutating func set(
    _ present: [SessionParticipant], isOutOfReach: Bool, on recorder: inout BoardRecorder,
    in context: SessionContext
  ) {
    guard let me = session?.me, let (gone, isNews, ruled) = session?.setParticipants(present) else {
      return
    }
    for guest in ruled {
      session?.noteRight(
        of: guest.id, mayDraw: guest.mayDraw, at: recorder.now.uptime, context.chrome)
    }
    recorder.allowAgain(ruled.filter(\.mayDraw).compactMap { $0.known?.author })
    if let mine = present.first(where: { $0.id == me }) {
      let couldDraw = recorder.mayDraw
      recorder.mayDraw = mine.mayDraw
      if couldDraw != mine.mayDraw {
        session?.noteRight(of: me, mayDraw: mine.mayDraw, at: recorder.now.uptime, context.chrome)
      }
    }
    for guest in gone {
      following.forget(guest.id)
      let isBack =
        session?.isBack(guest, among: present, at: recorder.now.uptime) == true
      if isNews, !guest.isPutOut, !isBack {
        let isCutOff = !isAmongOthers && context.setup.arrival == .joining
        requests.notify(guest.farewell(isOutOfReach: isOutOfReach, needsTicket: isCutOff))
      }
    }
    isInkStale = true
    assignLooks(mayDraw: recorder.mayDraw, in: context)
    for guest in session?.guests ?? [] { greet(guest, in: context) }
    if !recorder.mayDraw { requests.append(.editor(.stopDrawing)) }
    requests.append(.editor(.adaptTools(mayDraw: recorder.mayDraw)))
  }

  /// Announces a participant once their first appearance has come. Announces no participant that
  /// came along from the previous session.
  private mutating func greet(_ guest: Guest, in context: SessionContext) {
    guard !guest.isGreeted, let known = guest.known, guest.name != nil, let session else {
      return
    }
    self.session?.change(guest.id) { $0.isGreeted = true }
    // The guest whom the user waited for is here.
    requests.leaveSheet { $0.isInvitation }
    guard !companions.contains(known.author) else { return }
    if guest.isPerson { self.session?.noteNewcomer(at: context.uptime) }
    let sign = session.sign(of: guest.id, context.chrome)
    if guest.kind == .display {
      let name = guest.name?.string ?? "somebody"
      return requests.notify(
        "\(sign) A screen of \(name) shows this board.", about: .participant(guest.id))
    }
    if known.author == context.setup.person.author {
      return requests.notify("\(sign) Your other window joined.", about: .participant(guest.id))
    }
    requests.notify(
      "\(sign) \(guest.fullName) joined\(guest.mayDraw ? "" : " to watch").",
      about: .participant(guest.id))
  }

  // MARK: Appearances of others

  private mutating func show(
    _ appearance: ParticipantPresence, of id: ParticipantUUID, on recorder: inout BoardRecorder,
    in context: SessionContext
  ) {
    showArrival(of: id, appearance, on: recorder, in: context)
    guard let guest = session?.guest(id) else { return }
    let (before, now) = (guest.known, recorder.now.uptime)
    let earlier = before == nil ? recorder.board.vector(of: appearance.author) : nil
    let ownName = people[appearance.author]?.ownName
    session?.change(id) {
      $0.receive(appearance, at: now)
      $0.ownName = ownName
      if let earlier { $0.earlier = earlier }
    }
    session?.noteMet(id, besides: recorder.me)
    if before.map({ $0.identity != appearance.identity }) ?? true {
      introduce(appearance, as: guest.callName, to: &recorder)
      assignLooks(mayDraw: recorder.mayDraw, in: context)
    }
    if let guest = session?.guest(id) {
      if before == nil, guest.mayDraw { recorder.allowAgain([appearance.author]) }
      greet(guest, in: context)
      warnOfTrouble(of: guest, context.chrome)
    }
    if before?.trail != appearance.trail { isInkStale = true }
    if let said = before?.speech, appearance.speech == nil {
      hear(said, by: id, at: before?.pointer, in: context)
    }
    if let session {
      following.follow(id, in: session, context)
    }
  }

  /// Shows another participant of a person who is here already. If the person's seat has moved, all
  /// that was about the earlier participant is about this one from now on.
  private mutating func showArrival(
    of id: ParticipantUUID, _ appearance: ParticipantPresence, on recorder: BoardRecorder,
    in context: SessionContext
  ) {
    guard let (isNew, replaced) = session?.receiveFirst(appearance, of: id), isNew else { return }
    if let replaced { following.move(from: replaced, to: id) }
    isInkStale = true
    assignLooks(mayDraw: recorder.mayDraw, in: context)
  }

  /// Warns that a participant cannot save the board, once per participant even if this changes
  /// often. The list of people shows the present state.
  private mutating func warnOfTrouble(of guest: Guest, _ chrome: Chrome) {
    guard let reason = guest.unsaved, !guest.isTroubleReported, let session else { return }
    self.session?.change(guest.id) { $0.isTroubleReported = true }
    let name = session.name(of: guest, chrome)
    // The reason is a text of that participant's program, so it stands in quotation marks.
    requests.notify(
      "\(name)'s Easel says it cannot save this board: "
        + "\(chrome.quoted(reason.clause)).", .loss)
  }

  /// Assigns the colours and signs again. If this user's mark gets another colour because of a
  /// participant who may draw, the user is told. The colour of the pen stays: nothing that others
  /// say changes how this user draws.
  private mutating func assignLooks(mayDraw: Bool, in context: SessionContext) {
    guard var session else { return }
    let own = context.setup.person.color
    let old = session.looks[session.me]?.color ?? own
    session.assignLooks(own: identity(in: session, of: context.setup.person), mayDraw: mayDraw)
    self.session = session
    let color = session.looks[session.me]?.color ?? own
    // A watcher draws in no colour.
    guard color != old, mayDraw else { return }
    if let owner = session.guests.first(where: { session.looks[$0.id]?.color == old }) {
      let name = session.name(of: owner, context.chrome)
      requests.notify(
        "\(name) has your colour too. Your mark is \(color.name) now, and you still draw in "
          + "\(context.penColor).")
    }
  }

  package func name(of id: ParticipantUUID, _ chrome: Chrome) -> String {
    session?.name(of: id, chrome) ?? "you"
  }

  // MARK: Ink in progress

  /// Shows items in progress. Leaves out an item if the log has its finished operation already,
  /// because the last points of an item may arrive late.
  package mutating func show(_ items: [GuestItem], besides vector: VersionVector) {
    session?.setItems(items.filter { !vector.covers($0.entry) })
    isInkStale = true
  }

  private mutating func removeItems(where isGone: (GuestItem) -> Bool) {
    if session?.removeItems(where: isGone) == true { isInkStale = true }
  }

  // MARK: Notices of others

  private mutating func handle(
    _ notice: SessionNotice, by id: ParticipantUUID, in context: SessionContext
  ) {
    guard let session, let guest = session.guest(id) else { return }
    switch notice {
    case .lookHere(let area):
      // A watcher's program may send this notice, but a watcher must not move any view.
      guard guest.mayDraw else { return }
      following.show(area, of: guest, in: session, context)
    case .ruled(let ruling, let subject):
      self.session?.report(ruling, about: subject, by: guest, at: context.uptime, context.chrome)
    }
  }

  /// Notes what stays of a person whom this user removes.
  package mutating func note(
    _ choice: RemovalChoice, about author: AuthorID, earlier: VersionVector, at uptime: Int64
  ) {
    removals.note(choice, about: author, earlier: earlier, at: uptime)
  }

  /// Returns whether the ink in progress has to be drawn again, and notes that it is drawn.
  package mutating func removeIsInkStale() -> Bool {
    defer { isInkStale = false }
    return isInkStale
  }

  /// See `SessionState.noteOwn`.
  mutating func noteOwn(_ ruling: Ruling, about id: ParticipantUUID, isDone: Bool, at uptime: Int64)
  {
    session?.noteOwn(ruling, about: id, isDone: isDone, at: uptime)
  }
}

// MARK: What this user shows

extension Presence {
  /// Records the mouse position; nil while it is outside of the canvas.
  ///
  /// - Parameter isCovered: whether a sheet is open or the tool palette lies under the mouse.
  package mutating func noteHover(_ mouse: MouseEvent, isCovered: Bool, in view: View) {
    var pointer = mouse.at
    pointer.cell.row -= view.top
    let isOnCanvas = view.hasOnCanvas(pointer.cell) && !isCovered
    resting = isOnCanvas && mouse.action == .move ? pointer : nil
    guard session != nil else { return }
    hover = isOnCanvas ? pointer : nil
  }

  package mutating func forgetHover() { (hover, resting) = (nil, nil) }

  /// Moves the pointer that other participants see to the caret, so that it covers no text.
  package mutating func point(at caret: CellPoint) {
    if session != nil { hover = Pointer(caret) }
  }

  /// Sends the appearance if it changed.
  package mutating func showMyself(
    _ editor: Editor, of person: Person, unsaved: SafeText?, replays: Bool, in view: View
  ) {
    guard let session, isAmongOthers || !session.seats.arriving.isEmpty else { return }
    var mine =
      replays
      ? replaying(in: session, person) : appearance(in: session, editor, of: person, in: view)
    mine.unsaved = unsaved
    guard mine != session.shown else { return }
    self.session?.shown = mine
    requests.emit(.appear(mine))
  }
}
