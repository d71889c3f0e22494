import BoardContract
import BoardEditor
import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenContract

// The appearance of this user that the other participants see.
extension Presence {
  /// Returns the appearance of this user. If another participant has the colour or sign that this
  /// user asked for, the user asks for the assigned one from then on. So the user keeps it when
  /// that participant leaves.
  func appearance(
    in session: SessionState, _ editor: Editor, of person: Person, in view: View
  ) -> ParticipantPresence {
    var mine = identity(in: session, of: person)
    mine.pointer =
      editor.gesture.showsPen
      ? session.shown?.pointer : pointer(editor, in: view).map(view.viewport.boardPoint)
    mine.tool = editor.tools.tool.number
    mine.view = view.isTooSmall ? nil : view.visible
    mine.columnWidth = view.isTooSmall ? 0 : UInt32(view.viewport.columnWidth.rounded())
    mine.trail = laser.points
    mine.speech = talk.speech?.shown
    mine.following = following.leader
    return mine
  }

  /// Returns the appearance of this user while the film of the board is shown. The others see neither a
  /// pointer nor a view.
  func replaying(in session: SessionState, _ person: Person) -> ParticipantPresence {
    var mine = identity(in: session, of: person)
    (mine.tool, mine.following) = (session.shown?.tool ?? 0, following.leader)
    mine.replays = true
    return mine
  }

  func identity(in session: SessionState, of person: Person) -> ParticipantPresence {
    let look = session.looks[session.me]
    return ParticipantPresence(
      author: person.author, name: person.name, color: look?.color ?? person.color,
      sign: look.map { UInt8(clamping: $0.sign) } ?? person.sign, since: session.since)
  }

  /// The uptimes in milliseconds at which speech, a laser trail or a name fades next.
  package func expiries(after uptime: Int64) -> [Int64] {
    guard let session else { return [] }
    return [talk.speech?.until, laser.fadesAt, session.newcomerUntil].compactMap { $0 }
      + PointerTags.expiries(in: session, after: uptime)
  }

  func askToLook(at area: BoardRect, mayDraw: Bool) {
    guard isAmongOthers else { return requests.notify("Nobody else is here yet.") }
    guard mayDraw else { return requests.notifyOnlyWatching() }
    requests.emit(.notify(.lookHere(area)))
    requests.notify("Everyone looks here now.")
  }

  /// Records the participant's name, which from now on is the name of their ink's author.
  func introduce(
    _ appearance: ParticipantPresence, as name: SafeText?, to recorder: inout BoardRecorder
  ) {
    let name = name ?? appearance.name
    guard appearance.author != recorder.me, !name.string.isEmpty else { return }
    let person = Person(author: appearance.author, name: name, color: appearance.color)
    if recorder.board.introduce(person) { requests.append(.board(.introduce(person))) }
  }

  /// Records what a participant said, so that the user can read it again. Shows it as a notice if
  /// their pointer was not visible.
  func hear(
    _ said: SafeText, by id: ParticipantUUID, at point: BoardPoint?, in context: SessionContext
  ) {
    let text = SafeText("\(name(of: id, context.chrome)): \(said.string)")
    if let point, context.view.visible.contains(point) {
      requests.append(.notice(.record(text)))
    } else {
      requests.notify(text.string)
    }
  }
}

extension ParticipantPresence {
  /// The part of an appearance that seldom changes.
  var identity: ParticipantPresence {
    ParticipantPresence(author: author, name: name, color: color, sign: sign, since: since)
  }
}
