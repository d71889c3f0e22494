import BoardContract
import BoardDocument
import BoardEditor
import BoardModel
import BoardView
import CellFrame
import EaselBase
import ScreenContract
import SessionUI

/// The values that may change the bars while the mouse or another participant's pen only moves.
struct BarChangeKey: Hashable, Sendable {
  private let notice: Notice?
  private let isLossReported: Bool
  private let drawers: Set<ParticipantUUID>?
  private let finishesAt: Int64?
  private let moment: Int64?
  private let newcomerUntil: Int64?

  init(_ whiteboard: borrowing Whiteboard) {
    notice = whiteboard.notices.shown
    isLossReported = whiteboard.sessions.panel.reachability.isLossReported
    newcomerUntil = whiteboard.sessions.presence.session?.newcomerUntil
    drawers = whiteboard.sessions.presence.session?.drawers
    finishesAt = whiteboard.drawing.editor.gesture.finishesAt
    moment = whiteboard.replay?.moment
  }
}

/// The content of the two bars, from the state of all parts.
struct BarContent {
  let setup: WhiteboardSetup
  let recorder: BoardRecorder
  let surface: Surface
  let editor: Editor
  let panel: SessionPanel
  let presence: Presence
  let palette: ToolPalette
  let search: PaperSearch
  let replay: ReplayMode?
  let films: SharedFilms
  /// The use of the keys by the part that has them.
  let keyUse: KeyUse
  /// The place of the open sheet; nil if none is open.
  let sheet: CellRect?

  init(_ whiteboard: borrowing Whiteboard) {
    setup = whiteboard.setup
    (recorder, replay) = (whiteboard.drawing.recorder, whiteboard.replay)
    films = whiteboard.film.shared
    surface = replay?.surface ?? whiteboard.drawing.surface
    editor = whiteboard.drawing.editor
    (panel, presence) = (whiteboard.sessions.panel, whiteboard.sessions.presence)
    (palette, search, keyUse) = (whiteboard.palette, whiteboard.search, whiteboard.keyUse)
    sheet = whiteboard.sheetInput?.layout.rect
  }

  private var chrome: Chrome { surface.chrome }

  func bars(_ undoability: Undoability) -> Composer.Bars {
    Composer.Bars(top: topLine, bottom: controlBar(undoability))
  }

  /// The key that shows a long notice in full; empty if the key has another meaning now.
  var moreKey: String {
    let key = setup.keymap.name(of: .show(.notices))
    return keyUse.isFree(key) ? key : ""
  }

  /// The parts of the screen round the notice.
  var surroundings: Toast.Surroundings {
    let canvas = surface.view.canvas
    return Toast.Surroundings(
      area: palette.rect.map(canvas.beside) ?? canvas, isRight: surface.view.isPaper,
      isLine: surface.view.bars == .none, sheet: sheet)
  }

  private var topLine: TopLine {
    var line = TopLine(
      title: BoardTitle.shown(recorder.board.name), saving: recorder.board.saving,
      tools: editor.tools, location: surface.view.placeLabel, keymap: setup.keymap, chrome: chrome)
    line.hidesWords = surface.hidesWords
    line.hidesTools = palette.isOnScreen || replay != nil
    guard let session = presence.session else { return line }
    line.link = link
    line.isLocked = panel.isLocked
    line.people = people(of: session)
    if let leader = presence.following.leader {
      line.location = "follows \(chrome.fit(session.name(of: leader, chrome), 12))"
    }
    return line
  }

  private func people(of session: SessionState) -> [TopLine.PersonLabel] {
    func label(_ id: ParticipantUUID, _ name: String, _ state: String) -> TopLine.PersonLabel {
      TopLine.PersonLabel(
        sign: session.sign(of: id, chrome),
        color: session.looks[id]?.color ?? PaletteColor.graphite.color, name: name, state: state)
    }
    // Another person may have the same name as the user.
    let mine = label(
      session.me, session.name(of: session.me, chrome), recorder.mayDraw ? "" : "watching")
    let drawers = session.drawers
    return [mine]
      + session.guestsInOrder.filter(\.isPerson).map { guest in
        label(
          guest.id, session.name(besideSignOf: guest, chrome),
          guest.unsaved != nil
            ? "cannot save"
            : guest.replays
              ? "film" : !guest.mayDraw ? "watching" : drawers.contains(guest.id) ? "drawing" : ""
        )
      }
  }

  /// The state of the link to the other participants. Nil if the delay is too short to notice, as
  /// on the same machine or the same local network.
  private var link: TopLine.Link? {
    if panel.reachability.isLossReported { return .outOfReach }
    guard let measured = panel.surroundings.roundTrip, measured >= Self.feltMilliseconds else {
      return nil
    }
    let roundTrip = min(measured, 60_000)
    // Two digits are enough, because further digits would change all the time.
    let unit: Int64 = roundTrip >= 1_000 ? 100 : roundTrip >= 100 ? 10 : 1
    return .slow((roundTrip + unit / 2) / unit * unit)
  }

  private static let feltMilliseconds: Int64 = 20

  private func controlBar(_ undoability: Undoability) -> ControlBar {
    ControlBar(
      tools: editor.tools, keymap: setup.keymap, canUndo: undoability.canUndo,
      canRedo: undoability.canRedo, availableTools: recorder.availableTools,
      hasPalette: palette.isOnScreen, hints: hints,
      hasSelection: !editor.selection.isEmpty && !editor.text.isTyping, mayDraw: recorder.mayDraw,
      togetherness: togetherness, hasNewcomer: presence.session?.newcomerUntil != nil,
      hasFilm: hasFilm,
      waitingGuests: panel.admissions.waiting.count,
      chrome: chrome, search: search.bar(chrome), replay: replayBar)
  }

  /// Whether the board has a film. A picture of another board, with which it began, is none.
  private var hasFilm: Bool {
    let picture = recorder.picture
    guard recorder.board.log.count > 0 else { return false }
    return picture.seenCount > 0 || !picture.paper.isEmpty || picture.latestHide != nil
  }

  private var replayBar: ReplayBar? {
    replay?.bar(
      setup.keymap, company: filmCompany, waitingGuests: panel.admissions.waiting.count
    ) { author in
      let person = author == recorder.me ? setup.person : recorder.board.people[author]
      return ReplayBar.Author(
        name: author == recorder.me ? "you" : person?.name.string ?? "Somebody",
        color: person?.color ?? PaletteColor.graphite.color)
    }
  }

  /// The others who watch the film; nil for a film that this user watches alone.
  private var filmCompany: ReplayBar.Company? {
    guard let group = replay?.group, let session = presence.session else { return nil }
    func exception(_ forms: String...) -> ReplayBar.Company {
      ReplayBar.Company(forms: forms, isException: true)
    }
    switch group.absence {
    case .seeking: return exception("only you")
    case .catchingUp: return exception("catching up")
    case .exporting, .lackingEntries, .stalled: return exception("the others go on", "paused")
    case nil: break
    }
    func named(_ watchers: [FilmWatcher]) -> String {
      watchers.map { session.name(of: $0.id, chrome) }.joined(separator: ", ")
    }
    let others = films.watchers(of: group.item.id)
    if group.timing.isAwaitingOthers {
      let late = others.filter { !$0.isReady }
      return late.isEmpty
        ? exception("waiting") : exception("waiting for \(named(late))", "waiting")
    }
    let forms =
      others.isEmpty
      ? ["only you watch", "only you"] : ["with \(named(others))", "with \(others.count)"]
    return ReplayBar.Company(forms: forms)
  }

  /// The effect of the mouse now; the longest form comes first.
  private var hints: [String] {
    if let text = palette.explanation(setup.keymap, mayDraw: recorder.mayDraw) {
      return [text, String(text.prefix { $0 != ":" })]
    }
    if editor.text.isTyping {
      return ["Type; Enter: new line, Esc ends", "Enter: line, Esc ends", "Esc ends"]
    }
    if !recorder.mayDraw { return ["Watching: only the others can draw", "Watching"] }
    if editor.keyPen != nil, editor.selection.isEmpty { return keyHints }
    if !editor.selection.isEmpty { return selectionHints }
    let hint = editor.tools.tool.hint(isFilled: editor.tools.isFilled)
    return [hint.long, hint.short]
  }

  /// The effect of the keys that move the keyboard's pen.
  private var keyHints: [String] {
    let arrows = chrome.arrows
    if editor.gesture.isIdle {
      return ["\(arrows) move, Space begins", "Space begins"]
    }
    return ["\(arrows) move, Space ends, Esc cancels", "Space ends"]
  }

  /// The ways to change the selection. Only the ways that have an effect on it are listed.
  private var selectionHints: [String] {
    let (selection, look) = (editor.selection, editor.selection.look)
    func key(_ command: Command) -> String { setup.keymap.name(of: command) }
    let color = look.color == .none ? [] : ["\(key(.show(.colors))) colour"]
    let width =
      look.width == .none
      ? []
      : ["\(ToolSettings.widths.lowerBound)\(chrome.dash)\(ToolSettings.widths.upperBound) width"]
    let letters =
      look.letterSize == .none || look.width != .none ? [] : ["1\(chrome.dash)2 text size"]
    let fill = look.fill == .none ? [] : ["\(key(.toggleFill)) filled or not"]
    let order = "\(key(.selection(.toBack))) \(key(.selection(.toFront))) back or front"
    let align = look.kind == nil && look.count > 1 ? ["\(key(.show(.arrange))) align"] : []
    let copy = "\(key(.selection(.duplicate))) duplicate"
    let delete = "\(key(.selection(.delete))) delete"
    let drag =
      selection.pointBox == nil ? "drag moves" : "drag moves, \(chrome.handle.string) resizes"
    let words = selection.shape == nil ? [] : ["Enter writes in it"]
    let keys =
      words.isEmpty
      ? color + [delete] + width + letters + fill + align + [order, copy]
      : words + color + [delete] + fill
    // As many keys as there is room for, the most useful first.
    let shorter = (1...keys.count).reversed().map { keys.prefix($0).joined(separator: ", ") }
    return ["\(selection.count) selected: \(drag), \(shorter[0])"] + shorter
  }

  private var togetherness: ControlBar.Togetherness? {
    guard panel.hasCall else { return nil }
    if let session = presence.session { return .session(session.peopleCount) }
    if let offer = panel.offers.latest {
      return .offered(isDeclined: offer.session == panel.offers.declined)
    }
    if panel.awaitsGuest { return .waiting }
    return panel.canShare ? .eligible : .alone
  }
}
