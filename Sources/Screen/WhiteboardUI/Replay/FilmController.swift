import BoardContract
import BoardDocument
import BoardEditor
import BoardFilm
import BoardModel
import BoardView
import EaselBase
import ScreenContract
import SessionUI

/// Opens and ends the film of the board, for this user alone or together with others.
struct FilmController {
  /// The film on the screen; nil while none is shown.
  var mode: ReplayMode?
  /// The films that people of the session watch in step.
  private(set) var shared = SharedFilms()
  private var news = BoardNews()
  /// Whether the screen shows the film instead of the board, or the board again, since the last frame.
  private var hasChangedScreen = false
  private let requests: Requests

  init(_ requests: Requests) { self.requests = requests }

  /// The facts about the rest of the screen that the film uses.
  struct Context {
    let setup: WhiteboardSetup
    let recorder: BoardRecorder
    let surface: Surface
    /// The session of this user; nil outside of a session.
    let session: SessionState?
    let hasSheet: Bool
    /// Whether the open sheet asks about a film of another participant.
    let isAsked: Bool
    /// Whether the user neither makes a gesture nor types nor has opened anything.
    let isIdle: Bool

    /// Whether others in the session can watch a film.
    var hasCompany: Bool { session?.hasAudience == true }
    /// Whether a film that others offer plays at once, as on a screen without bars.
    var playsOffers: Bool { surface.view.bars == .none }
    var isWall: Bool { setup.purpose == .wall }
  }

  /// Returns whether the screen has to be composed anew, and notes that it is.
  mutating func removeHasChangedScreen() -> Bool {
    defer { hasChangedScreen = false }
    return hasChangedScreen
  }

  /// Plays on, up to the present time.
  mutating func advance(to uptime: Int64) {
    mode?.advance(to: uptime)
  }

  // MARK: Events

  /// Follows an event after all other parts. After an event that opens another board, ends the film of
  /// the last one. Tells what is new on the board, when it is opened and when this user has all that
  /// the others of the session have.
  mutating func follow(_ event: Event, in context: Context) {
    let recorder = context.recorder
    if shared.session != recorder.session {
      if mode?.isShared == true { close(in: context) }
      shared = SharedFilms(session: recorder.session)
    }
    if event.opensBoard {
      leave(in: context)
      news.open(recorder, context.setup)
      if case .replay = context.setup.purpose { openAlone(in: context) }
    } else if event.catchesUp {
      news.catchUp(recorder, context.setup)
    }
    switch event {
    case .board(.playback(let event, let session)) where session == recorder.session:
      handle(event, at: recorder.now.uptime)
      if case .watchers = event { leaveIfAlone(in: context) }
    case .board(.session(.rebuilt, let session)) where session == recorder.session:
      endAfterRebuilding(in: context)
    default: break
    }
    mode?.update(mayCommand: recorder.mayDraw)
    openIfComplete(in: context)
    if !context.hasSheet, mode?.group?.absence == .exporting {
      mode?.rejoin(at: recorder.now.uptime)
    }
  }

  private mutating func handle(_ event: PlaybackEvent, at uptime: Int64) {
    switch event {
    case .offered(let item, let sender): shared.receive(item, from: sender)
    case .watchers(let watchers):
      shared.set(watchers)
      requests.leaveSheet { kind in
        guard case .filmOffer(let id, _) = kind else { return false }
        return !watchers.contains { $0.item == id }
      }
    case .moved(let timing, let item):
      if item == shared.own?.id { mode?.follow(timing, at: uptime) }
    }
  }

  /// Leaves a film that played here by itself, when no person watches it any more.
  private mutating func leaveIfAlone(in context: Context) {
    guard context.playsOffers, let own = shared.own, let session = context.session,
      own.id.participant != session.me,
      !shared.watchers(of: own.id).contains(where: { session.guest($0.id)?.isPerson == true })
    else { return }
    leave(in: context)
  }

  /// Asks the user about a film that others watch, tells the user of it, or goes to it, as soon as the
  /// user is idle.
  mutating func answerOffers(in context: Context) {
    // While entries of a film are missing, the user waits for them.
    guard context.isIdle, mode?.isHeld != true, shared.own == nil || mode != nil,
      let answer = shared.answer(
        hasBegun: mode?.group?.hasBegun == true, at: context.recorder.now.uptime)
    else { return }
    switch answer {
    case .ask(let id) where context.playsOffers, .notify(let id) where context.isWall:
      if let item = shared.item(id) { watch(item, in: context) }
    case .ask(let id):
      mode?.pause()
      requests.open(Sheet(.filmOffer(id, Miniature(of: context.recorder.picture))))
      requests.requestForeground(of: context.recorder.session)
    case .notify(let id):
      let key = context.setup.keymap.name(of: .replay(.open))
      let advice = key.isEmpty ? "" : " Press \(wayToChoice(key)) to watch it."
      requests.notify(
        "\(sender(of: id, in: context)) shows another film.\(advice)",
        about: .film(id), command: .replay(.open))
      requests.requestForeground(of: context.recorder.session)
    case .watch(let item):
      let name = sender(of: item.id, in: context)
      watch(item, in: context)
      requests.notify("\(name) shows a film as well, so you watch it together.")
    }
  }

  private func sender(of id: FilmItem.ID, in context: Context) -> String {
    guard let sender = shared.sender(of: id), let session = context.session else {
      return "Somebody"
    }
    return session.name(of: sender, context.surface.chrome)
  }

  /// Ends a film with others after log and picture were rebuilt: other entries count from now on.
  private mutating func endAfterRebuilding(in context: Context) {
    guard shared.own != nil else { return }
    leave(in: context)
    let enter = context.surface.chrome.enter
    requests.notify(
      "Other entries count on this board now, so the film is over. \(enter) begins it anew.",
      command: .replay(.watchAgain))
  }

  // MARK: Commands

  mutating func perform(_ command: FilmCommand, in context: Context) {
    switch command {
    case .open where mode == nil && context.hasCompany && context.setup.purpose == .draw:
      requests.open(Sheet(.filmChoice))
    case .open where mode == nil: openAlone(in: context)
    case .openAlone:
      leave(in: context)
      openAlone(in: context)
    case .openForAll: openForAll(in: context)
    case .join(let id): join(id, in: context)
    case .watchAgain:
      requests.append(.notice(.dismissFor(.replay(.watchAgain))))
      if let running = shared.running.first {
        join(running, in: context)
      } else {
        openForAll(in: context)
      }
    case .close where context.isAsked || mode == nil && shared.own == nil:
      decline(in: context)
    default: leave(in: context)
    }
  }

  private func decline(in context: Context) {
    requests.leaveSheet()
    let key = context.setup.keymap.name(of: .replay(.open))
    requests.notify(key.isEmpty ? "Not now." : "Not now. Press \(wayToChoice(key)) to watch later.")
  }

  /// Returns the keys that lead to the choice of a film.
  private func wayToChoice(_ key: String) -> String { mode == nil ? key : "Esc, then \(key)," }

  private mutating func openAlone(in context: Context) {
    requests.leaveSheet()
    show(
      ReplayMode.open(
        context.recorder, context.setup.purpose, news, over: context.surface))
  }

  private mutating func openForAll(in context: Context) {
    requests.leaveSheet()
    guard context.hasCompany, let me = context.session?.me else {
      return requests.notify("No one else is in the session.")
    }
    guard context.recorder.mayDraw else {
      return requests.notify("You are watching: people who may draw show the film to everybody.")
    }
    let recorder = context.recorder
    guard !recorder.picture.history.isEmpty else {
      return requests.notify("Nothing was drawn on this board yet.")
    }
    watch(
      FilmItem(
        id: shared.newFilm(by: me), vector: recorder.board.log.vector, showsUndone: false),
      in: context)
  }

  private mutating func join(_ id: FilmItem.ID, in context: Context) {
    requests.leaveSheet()
    guard let item = shared.item(id) else { return requests.notify("That film is over.") }
    watch(item, in: context)
  }

  private mutating func watch(_ item: FilmItem, in context: Context) {
    leave(in: context)
    shared.watch(item)
    let isComplete = context.recorder.has(item)
    if !isComplete {
      requests.append(.board(.playback(.stepOut(.lackingEntries))))
      if !context.playsOffers { requests.open(Sheet(.filmWait(item.id))) }
    }
    requests.append(.board(.playback(.watch(item))))
    if isComplete { openShared(item, in: context) }
  }

  /// Opens the film that lacked entries as soon as they are here.
  private mutating func openIfComplete(in context: Context) {
    guard mode == nil, let item = shared.own, context.recorder.has(item) else { return }
    requests.leaveSheet { $0 == .filmWait(item.id) }
    openShared(item, in: context)
    requests.append(.board(.playback(.rejoin())))
  }

  private mutating func openShared(_ item: FilmItem, in context: Context) {
    let film = Film(
      context.recorder.picture, upTo: item.vector, showsUndone: item.showsUndone)
    // A film that plays by itself shows all, because nobody moves its view.
    var surface = context.surface
    if context.playsOffers { surface.show { $0.showAll(of: context.recorder.picture) } }
    show(
      ReplayMode(
        film, with: FilmGroup(item, mayCommand: context.recorder.mayDraw, requests),
        over: surface, at: context.recorder.now.uptime, requests))
  }

  // MARK: The screen

  private mutating func show(_ mode: ReplayMode?) {
    self.mode = mode
    guard mode != nil else { return }
    requests.append(.notice(.dismissFor(.replay(.open))))
    hasChangedScreen = true
  }

  /// Returns the sentence about a film for everybody that has not begun: for how many people it waits,
  /// and how it starts. Empty if there is no such film. The longest form comes first.
  func start(in session: SessionState?, dot: String) -> [String] {
    guard let group = mode?.group, !group.hasBegun, group.absence == nil, let session else {
      return []
    }
    let here = shared.watchers(of: group.item.id).count { watcher in
      session.guest(watcher.id)?.isPerson == true
    }
    let late = session.peopleCount - 1 - here
    func sentences(_ states: String...) -> [String] {
      group.mayCommand ? states.map { "\($0) \(dot) Space starts" } + ["Space starts"] : states
    }
    return late > 0
      ? sentences("Waiting for the others (\(late))", "Waiting for others (\(late))")
      : sentences("Everybody is here")
  }

  /// Leaves the film. Others who watch it go on.
  private mutating func leave(in context: Context) {
    if let item = shared.own {
      requests.leaveSheet { $0 == .filmWait(item.id) }
      requests.append(.board(.playback(.leave)))
      shared.leave()
    }
    close(in: context)
  }

  private mutating func close(in context: Context) {
    guard mode != nil else { return }
    mode = nil
    news.leaveFilm(of: context.recorder)
    hasChangedScreen = true
  }
}

extension BoardRecorder {
  /// Whether the picture shows all entries of a film.
  fileprivate func has(_ item: FilmItem) -> Bool {
    board.log.vector.covers(item.vector) && !board.hasBacklog
  }
}
