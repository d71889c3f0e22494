import BoardEvents
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

/// The other participants as the screen shows them: their pointers, ink in progress and speech.
/// Also the appearance of this user that they see.
struct Presence: Sendable {
  /// Nil outside of a session.
  private(set) var session: SessionState?
  /// The state while this user follows another participant's view.
  private(set) var following = Following()
  /// Whether a notice has told the user that others are out of reach.
  var isOutOfReach = false
  /// The words that this user says at the pointer.
  var talk = SpeechEditor()
  private(set) var laser = LaserTrail()
  /// The last position of the mouse pointer; nil when the pointer is outside of the canvas.
  private(set) var hover: Pointer?
  /// The authors from the previous session that come along to the session that replaces it. Their
  /// arrival needs no notice.
  private var companions: Set<AuthorID> = []
  /// The choices of this user about authors that are being removed.
  var removals = Removals()

  /// Whether other participants are in the session and see what this user shows.
  var isAmongOthers: Bool { session?.guests.isEmpty == false }

  // MARK: Coming and going

  mutating func enter(_ new: SessionState, _ editor: inout Editor, in workspace: inout Workspace) {
    session = new
    assignLooks(&editor, in: &workspace)
    // Ink in progress from an earlier session does not belong to this session.
    showInk(in: &workspace)
    editor.sendGesture(in: &workspace)
  }

  /// Resets all state that exists only in a session.
  mutating func leave(in workspace: inout Workspace) {
    session = nil
    talk = SpeechEditor()
    laser = LaserTrail()
    following = Following()
    showInk(in: &workspace)
  }

  mutating func rememberCompanions() {
    companions = Set(session?.guests.compactMap { $0.known?.author } ?? [])
  }

  mutating func forgetCompanions() { companions = [] }

  // MARK: The events of the session

  mutating func handle(
    _ event: SessionEvent, _ editor: inout Editor, in workspace: inout Workspace
  ) {
    switch event {
    case .participants(let present): set(present, &editor, in: &workspace)
    case .appeared(let appearance, let id):
      show(appearance, of: id, &editor, in: &workspace)
    case .vanished(let id):
      session?.change(id) { $0.isHeard = false }
      showInk(in: &workspace)
    case .wets(let items): show(items, in: &workspace)
    case .wetGone(let id): removeItems(in: &workspace) { $0.id == id }
    case .happened(let notice, let id): handle(notice, by: id, editor, in: &workspace)
    case .putOut(let ids):
      for id in ids { session?.noteKeysChanged(without: id, in: &workspace) }
    case .removed(let authors): removals.revoke(authors, in: &workspace)
    case .alarm(let id):
      workspace.notify(
        "This picture and that of \(name(of: id, in: workspace)) differ. Easel rebuilds both.",
        isWarning: true)
    case .rebuilt: workspace.showPictureAnew()
    case .caughtUp: session?.isCaughtUp = true
    case .refused(let refused): session?.refused = refused
    case .ended: break
    }
  }

  /// Shows entries of other members that were merged. Only what comes in a session is news.
  mutating func showMerged(
    _ change: BoardChange, _ editor: inout Editor, in workspace: inout Workspace
  ) {
    workspace.showMerged(change, isNews: session?.hearsNews == true)
    editor.followTexts(in: change, in: &workspace)
    let vector = workspace.board.log.vector
    removeItems(in: &workspace) { vector.covers($0.entry) }
  }

  private mutating func set(
    _ present: [SessionParticipant], _ editor: inout Editor, in workspace: inout Workspace
  ) {
    guard let me = session?.me, let (gone, isNews, ruled) = session?.setParticipants(present) else {
      return
    }
    for guest in ruled {
      session?.noteRight(of: guest.id, mayDraw: guest.mayDraw, in: &workspace)
    }
    if let mine = present.first(where: { $0.id == me }) {
      let couldDraw = workspace.mayDraw
      workspace.mayDraw = mine.mayDraw
      if couldDraw != mine.mayDraw {
        session?.noteRight(of: me, mayDraw: mine.mayDraw, in: &workspace)
      }
    }
    for guest in gone {
      following.forget(guest.id)
      let isBack = session?.isBack(guest, at: workspace.now.uptime) == true
      if isNews, !guest.isPutOut, !isBack {
        let isCutOff = !isAmongOthers && workspace.setup.arrival == .joining
        workspace.notify(guest.farewell(isOutOfReach: isOutOfReach, needsTicket: isCutOff))
      }
    }
    showInk(in: &workspace)
    assignLooks(&editor, in: &workspace)
    for guest in session?.guests ?? [] { greet(guest, in: &workspace) }
    if !workspace.mayDraw { editor.finishAll(in: &workspace) }
    editor.tools.adapt(mayDraw: workspace.mayDraw)
  }

  /// Announces a participant once their first appearance has come. Announces no participant that
  /// came along from the previous session.
  private mutating func greet(_ guest: Guest, in workspace: inout Workspace) {
    guard !guest.isGreeted, let known = guest.known, let name = guest.name, let session else {
      return
    }
    self.session?.change(guest.id) { $0.isGreeted = true }
    // The guest whom the user waited for is here.
    if workspace.sheet?.kind.isInvitation == true { workspace.closeSheet() }
    guard !companions.contains(known.author) else { return }
    let sign = session.sign(of: guest.id, workspace.chrome)
    if known.author == workspace.me {
      return workspace.notify("\(sign) Your other window joined.")
    }
    workspace.notify("\(sign) \(name.string) joined\(guest.mayDraw ? "" : " to watch").")
  }

  // MARK: Appearances of others

  private mutating func show(
    _ appearance: ParticipantPresence, of id: Bytes16, _ editor: inout Editor,
    in workspace: inout Workspace
  ) {
    guard let guest = session?.guest(id) else { return }
    let (before, now) = (guest.known, workspace.now.uptime)
    let earlier = before == nil ? workspace.board.vector(of: appearance.author) : nil
    session?.change(id) {
      $0.receive(appearance, at: now)
      if let earlier { $0.earlier = earlier }
    }
    if before.map({ $0.identity != appearance.identity }) ?? true {
      introduce(appearance, as: guest.callName, in: &workspace)
      assignLooks(&editor, in: &workspace)
    }
    if let guest = session?.guest(id) {
      if before == nil, guest.mayDraw { workspace.allowAgain(appearance.author) }
      greet(guest, in: &workspace)
      warnOfTrouble(of: guest, in: &workspace)
    }
    if before?.trail != appearance.trail { showInk(in: &workspace) }
    if let said = before?.speech, appearance.speech == nil {
      hear(said, by: id, at: before?.pointer, in: &workspace)
    }
    if let session {
      following.follow(id, in: session, isIdle: editor.isIdle, in: &workspace)
    }
  }

  /// Warns that a participant cannot save the board, once per participant even if this changes
  /// often. The list of people shows the present state.
  private mutating func warnOfTrouble(of guest: Guest, in workspace: inout Workspace) {
    guard let reason = guest.unsaved, !guest.isTroubleReported, let session else { return }
    self.session?.change(guest.id) { $0.isTroubleReported = true }
    let name = session.name(of: guest, workspace.chrome)
    // The reason is a text of that participant's program, so it stands in quotation marks.
    workspace.notify(
      "\(name)'s Easel says it cannot save this board: "
        + "\(workspace.chrome.quoted(reason.clause)).", isWarning: true)
  }

  /// Records the participant's name, which from now on is the name of their ink's author.
  private func introduce(
    _ appearance: ParticipantPresence, as name: SafeText?, in workspace: inout Workspace
  ) {
    let name = name ?? appearance.name
    guard appearance.author != workspace.me, !name.string.isEmpty else { return }
    let person = Person(author: appearance.author, name: name, color: appearance.color)
    if workspace.board.introduce(person) { workspace.effects.append(.board(.introduce(person))) }
  }

  /// Records what a participant said, so that the user can read it again. Shows it as a notice if
  /// their pointer was not visible.
  private func hear(
    _ said: SafeText, by id: Bytes16, at point: BoardPoint?, in workspace: inout Workspace
  ) {
    let text = SafeText("\(name(of: id, in: workspace)): \(said.string)")
    if let point, workspace.view.visible.contains(point) {
      workspace.notices.record(text)
    } else {
      workspace.notify(text.string)
    }
  }

  /// Assigns the colours and signs again. If this user's mark gets another colour because of a
  /// participant who may draw, the user is told. The colour of the pen stays: nothing that others
  /// say changes how this user draws.
  private mutating func assignLooks(_ editor: inout Editor, in workspace: inout Workspace) {
    guard var session else { return }
    let own = workspace.setup.person.color
    let old = session.looks[session.me]?.color ?? own
    session.assignLooks(
      own: appearance(in: session, editor, in: workspace), mayDraw: workspace.mayDraw)
    self.session = session
    let color = session.looks[session.me]?.color ?? own
    // A watcher draws in no colour.
    guard color != old, workspace.mayDraw else { return }
    if let owner = session.guests.first(where: { session.looks[$0.id]?.color == old }) {
      let name = session.name(of: owner, workspace.chrome)
      workspace.notify(
        "\(name) has your colour too. Your mark is \(color.name) now, and you still draw in "
          + "\(editor.tools.colorName).")
    }
  }

  func name(of id: Bytes16, in workspace: Workspace) -> String {
    session?.name(of: id, workspace.chrome) ?? "you"
  }

  // MARK: Ink in progress

  /// Shows items in progress. Leaves out an item if the log has its finished operation already,
  /// because the last points of an item may arrive late.
  private mutating func show(_ items: [GuestItem], in workspace: inout Workspace) {
    session?.setItems(items.filter { !workspace.board.log.vector.covers($0.entry) })
    showInk(in: &workspace)
  }

  private mutating func removeItems(
    in workspace: inout Workspace, where isGone: (GuestItem) -> Bool
  ) {
    if session?.removeItems(where: isGone) == true { showInk(in: &workspace) }
  }

  // MARK: Notices of others

  private mutating func handle(
    _ notice: SessionNotice, by id: Bytes16, _ editor: Editor, in workspace: inout Workspace
  ) {
    guard let session, let guest = session.guest(id) else { return }
    switch notice {
    case .lookHere(let area):
      // A watcher's program may send this notice, but a watcher must not move any view.
      guard guest.mayDraw else { return }
      following.show(area, of: guest, in: session, isIdle: editor.isIdle, in: &workspace)
    case .ruled(let ruling, let subject):
      self.session?.report(ruling, about: subject, by: guest, in: &workspace)
    }
  }

  /// See `SessionState.noteOwn`.
  mutating func noteOwn(_ ruling: Ruling, about id: Bytes16, isDone: Bool, at uptime: Int64) {
    session?.noteOwn(ruling, about: id, isDone: isDone, at: uptime)
  }
}

// MARK: What this user shows

extension Presence {
  /// Records the mouse position; nil while it is outside of the canvas, over the tool palette, or a
  /// sheet is open.
  mutating func noteHover(_ mouse: MouseEvent, isOverPalette: Bool, in workspace: Workspace) {
    guard session != nil else { return }
    var pointer = mouse.at
    pointer.cell.row -= View.top
    let isOnCanvas =
      workspace.view.hasOnCanvas(pointer.cell) && workspace.sheet == nil
      && !isOverPalette
    hover = isOnCanvas ? pointer : nil
  }

  mutating func forgetHover() { hover = nil }

  /// Moves the pointer that other participants see to the caret, so that it covers no text.
  mutating func point(at caret: CellPoint) {
    if session != nil { hover = Pointer(caret) }
  }

  /// Sends the appearance if it changed.
  mutating func showMyself(_ editor: Editor, in workspace: inout Workspace) {
    guard isAmongOthers, let session else { return }
    let mine = appearance(in: session, editor, in: workspace)
    guard mine != session.shown else { return }
    self.session?.shown = mine
    workspace.emit(.appear(mine))
  }

  /// Returns the appearance of this user. If another participant has the colour or sign that this
  /// user asked for, the user asks for the assigned one from then on. So the user keeps it when
  /// that participant leaves.
  private func appearance(
    in session: SessionState, _ editor: Editor, in workspace: Workspace
  ) -> ParticipantPresence {
    let (look, person, view) = (session.looks[session.me], workspace.setup.person, workspace.view)
    var mine = ParticipantPresence(
      author: person.author, name: person.name, color: look?.color ?? person.color,
      sign: look.map { UInt8(clamping: $0.sign) } ?? person.sign, since: session.since)
    mine.pointer =
      editor.gesture.showsPen
      ? session.shown?.pointer : pointer(editor, in: workspace).map(view.viewport.boardPoint)
    mine.tool = editor.tools.tool.number
    mine.view = view.isTooSmall ? nil : view.visible
    mine.trail = laser.points
    mine.speech = talk.speech?.shown
    mine.following = following.leader
    if workspace.setup.arrival == .hosting, case .failed(let reason) = workspace.board.saving {
      mine.unsaved = SafeText(reason.clause, limit: .title)
    }
    return mine
  }
}

// MARK: Speech, laser, following

extension Presence {
  mutating func startSpeaking(in workspace: inout Workspace) {
    guard session != nil else { return workspace.notify("You are alone in this session.") }
    talk.start(in: &workspace)
  }

  mutating func beam(to point: BoardPoint, in workspace: inout Workspace) {
    laser.touch(point, at: workspace.now.uptime)
    showInk(in: &workspace)
  }

  /// Removes speech and laser spots whose time is over.
  mutating func expire(in workspace: inout Workspace) {
    guard let session else { return }
    let now = workspace.now.uptime
    talk.expire(at: now)
    if let fades = laser.fadesAt, fades <= now {
      laser.fade(at: now)
      showInk(in: &workspace)
    } else if session.guests.contains(where: \.hasTrail) {
      showInk(in: &workspace)
    }
  }

  /// The uptimes in milliseconds at which speech, a laser trail or a name fades next.
  func expiries(after uptime: Int64) -> [Int64] {
    guard let session else { return [] }
    return [talk.speech?.until, laser.fadesAt].compactMap { $0 }
      + PointerTags.expiries(in: session, after: uptime)
  }

  mutating func toggleFollowing(_ id: Bytes16, _ editor: Editor, in workspace: inout Workspace) {
    guard let session else { return }
    following.toggle(id, in: session, isIdle: editor.isIdle, in: &workspace)
  }

  mutating func stopFollowing(in workspace: inout Workspace) {
    guard let session else { return }
    following.stop(in: session, in: &workspace)
  }

  /// Returns to the view from before another participant changed it. Returns false if the user's
  /// own view is shown already.
  mutating func returnToOwnView(in workspace: inout Workspace) -> Bool {
    following.returnToOwnView(in: &workspace)
  }

  /// Ends the following because the user moved the view.
  mutating func noteOwnView(in workspace: inout Workspace) {
    if following.leader != nil { stopFollowing(in: &workspace) }
    following = Following()
  }

  /// Shows the followed view after the end of a gesture or a text, which held the view back.
  mutating func keepFollowing(_ editor: Editor, in workspace: inout Workspace) {
    guard let session, let leader = following.leader else { return }
    following.follow(leader, in: session, isIdle: editor.isIdle, in: &workspace)
  }

  mutating func askToLook(in workspace: inout Workspace) {
    guard isAmongOthers else { return workspace.notify("You are alone in this session.") }
    guard workspace.mayDraw else { return workspace.notifyOnlyWatching() }
    workspace.emit(.notify(.lookHere(workspace.view.visible)))
    workspace.notify("Everyone looks here now.")
  }
}
