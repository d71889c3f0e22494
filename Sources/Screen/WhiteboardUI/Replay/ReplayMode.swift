import BoardDocument
import BoardEditor
import BoardFilm
import BoardModel
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The film of the board on the screen: what happened on the board, gesture after gesture.
///
/// It has a surface of its own, with a view of its own. The board goes on behind it, and the other
/// participants see neither the pointer nor the view of this user meanwhile.
struct ReplayMode {
  var surface: Surface
  /// The sentence that tells the way out.
  private let wayOut: String
  /// Whether the program ends with the film.
  let endsProgram: Bool
  var projector: FilmProjector
  var clock = ReplayClock()
  /// This user's place among the people who watch the film in step; nil for a user who watches alone.
  var group: FilmGroup?
  private let ticks: [ReplayBar.Tick]
  private let authors: Set<AuthorID>
  /// The gesture that grows at the present moment.
  private var growing: [Item] = []
  /// The changes of the picture that the surface does not show yet.
  private var changes: [CanvasChange] = [.all]
  var held: Held?
  let requests: Requests

  /// The part of the screen on which a button of the mouse is held.
  enum Held: Sendable {
    case track
    /// The track of a film with others. A release without a drag gives this command for everybody.
    case sharedTrack(FilmCommand)
    case canvas(Panning)

    var isTrack: Bool { if case .track = self { true } else { false } }
  }

  /// Plays a film.
  ///
  /// - Parameters:
  ///   - first: the gesture before which the film begins; nil begins at the beginning.
  ///   - surface: the surface over which the film is shown.
  ///   - wayOut: the answer to commands that need the board.
  init(
    _ film: Film, before first: Int?, over surface: Surface, wayOut: String, endsProgram: Bool,
    at uptime: Int64, _ requests: Requests
  ) {
    self.requests = requests
    (self.surface, self.wayOut, self.endsProgram) = (surface, wayOut, endsProgram)
    self.surface.dropWet()
    projector = FilmProjector(film)
    authors = Set(film.steps.map(\.author))
    let spans = film.timeline.spans
    ticks =
      zip(film.steps, spans).filter(\.0.isClear).map { .init(moment: $1.end, isClear: true) }
      + film.timeline.pauses.map { .init(moment: spans[$0].start, isClear: false) }
    // A gesture without a length is there at its start.
    if let first { go(to: spans[first].start - 1, at: uptime) }
    clock.play(from: moment, at: uptime)
    moveClock(at: uptime)
  }

  /// Shows a film that others watch too. It shows the whole picture until the group's timing comes.
  init(
    _ film: Film, with group: FilmGroup, over surface: Surface, at uptime: Int64,
    _ requests: Requests
  ) {
    self.init(
      film, before: nil, over: surface, wayOut: "Press Esc to go back to the board.",
      endsProgram: false, at: uptime, requests)
    clock.pause()
    self.group = group
    go(to: film.duration, at: uptime)
  }

  /// Opens the film of a board. Returns nil, and says so, if there is nothing to show.
  static func open(
    _ recorder: BoardRecorder, _ purpose: WhiteboardSetup.Purpose, _ news: BoardNews,
    over surface: Surface
  ) -> ReplayMode? {
    var (endsProgram, showsUndone) = (false, false)
    if case .replay(let showsAll) = purpose { (endsProgram, showsUndone) = (true, showsAll) }
    let film = Film(recorder.picture, showsUndone: showsUndone)
    if film.beginsWithPicture {
      recorder.requests.notify(
        "This board began with a picture from another board. Its history is there.")
    } else if film.steps.isEmpty {
      recorder.requests.notify("Nothing was drawn on this board yet.")
    }
    guard !film.steps.isEmpty || endsProgram else { return nil }
    return ReplayMode(
      film, before: endsProgram ? nil : news.first(of: film, on: recorder), over: surface,
      wayOut: endsProgram
        ? "Press q to end." : "Press Esc to go back to the board.",
      endsProgram: endsProgram, at: recorder.now.uptime, recorder.requests)
  }

  // MARK: The moment

  /// The picture of all gestures that have ended.
  var picture: Picture { projector.picture }

  /// Returns the request to export the present moment of a film; without a film, the board.
  static func export(
    _ format: ExportFormat, of film: ReplayMode?, or board: BoardReplica
  ) -> Effect {
    guard let film else { return .export(format, of: board.picture, named: board.name) }
    let tenths = film.moment / 100
    let (minutes, rest) = tenths.quotientAndRemainder(dividingBy: 600)
    let name = "\(board.name.string)-\(minutes)m\(rest / 10).\(rest % 10)s"
    return .export(format, of: film.projector.wholePicture, named: SafeText(name))
  }

  /// The present moment, in milliseconds from the beginning of the film.
  var moment: Int64 { projector.time }

  mutating func go(to moment: Int64, at uptime: Int64) {
    switch projector.seek(to: moment) {
    case .none: break
    case .forward(let added, let damage): changes.append(.parts(added: added, damage))
    case .all: changes = [.all]
    }
    growing = projector.growing
    moveClock(at: uptime)
  }

  /// Lets the clock go on from the present moment; at the end of the film it stands still.
  mutating func moveClock(at uptime: Int64) {
    if moment < projector.film.duration {
      clock.move(to: moment, at: uptime)
    } else if held?.isTrack != true {
      clock.pause()
    }
  }

  /// Plays on, up to the present time.
  mutating func advance(to uptime: Int64) {
    guard held?.isTrack != true, let moment = clock.moment(at: uptime) else { return }
    let playing = clock
    go(to: moment, at: uptime)
    // The clock goes on from its own beginning, so that no part of a millisecond is lost.
    if clock.isPlaying { clock = playing }
    if let group, group.absence == .catchingUp,
      self.moment >= min(group.timing.moment(at: uptime), projector.film.duration)
    {
      rejoin(at: uptime)
    }
  }

  /// Stands still until the user plays on. A film with others goes on.
  mutating func pause() { if group == nil { clock.pause() } }

  /// The uptime at which the screen next changes by itself; nil while the film stands still.
  func nextChange(after uptime: Int64) -> Int64? {
    guard held?.isTrack != true, clock.isPlaying else { return nil }
    let nextSecond = (moment / 1_000 + 1) * 1_000
    let next = min(projector.nextChange ?? projector.film.duration, nextSecond)
    return clock.uptime(at: next).map { max($0, uptime + Self.frameMilliseconds) }
  }

  /// The least time between two frames: 30 frames a second.
  private static let frameMilliseconds: Int64 = 33

  // MARK: Commands

  /// Carries out a command of a film that this user watches alone.
  mutating func performAlone(_ command: FilmCommand, at uptime: Int64) {
    switch command {
    case .togglePlaying: togglePlaying(at: uptime)
    case .slower: clock.changeSpeed(at: uptime) { $0.halve() }
    case .faster: clock.changeSpeed(at: uptime) { $0.double() }
    default:
      guard let goal = projector.film.destination(of: command, from: moment) else { return }
      if command.pausesFilm { clock.pause() }
      go(to: goal, at: uptime)
    }
  }

  private mutating func togglePlaying(at uptime: Int64) {
    if clock.isPlaying { return clock.pause() }
    if moment == projector.film.duration { go(to: 0, at: uptime) }
    clock.play(from: moment, at: uptime)
  }

  /// Carries out a command of the film or of its view.
  ///
  /// - Returns: a command that the whiteboard has to carry out.
  mutating func perform(_ command: Command, at uptime: Int64) -> Command? {
    switch command {
    case .replay(.close): return endsProgram ? .quit : .replay(.close)
    case .replay(.open): requests.notify(wayOut)
    case .replay(let command): perform(command, at: uptime)
    case .show(.people) where group != nil: return command
    case .zoomIn, .zoomOut, .fit, .fill, .pageUp, .pageDown:
      ViewCommands.perform(command, about: nil, showing: picture, on: &surface, requests)
    default:
      guard command.worksInReplay else {
        requests.notify(wayOut)
        return nil
      }
      if case .show(let sheet) = command { holdStill(behind: sheet) }
      return command
    }
    return nil
  }

  /// Stands still behind a sheet, which may export the moment. The others go on.
  private mutating func holdStill(behind sheet: SheetName) {
    guard group != nil else { return clock.pause() }
    guard sheet == .export else { return }
    clock.pause()
    group?.stepOut(.exporting)
  }

  // MARK: Keys

  /// Handles a key.
  ///
  /// - Parameter isAsked: whether somebody asks to join the call.
  /// - Returns: a command that the whiteboard has to carry out.
  mutating func handle(
    _ key: Key, _ modifiers: Modifiers, _ keymap: Keymap, isAsked: Bool, at uptime: Int64
  ) -> Command? {
    // Some keyboards need Shift for a character. With an arrow, it moves the view.
    let isArrow = key == .left || key == .right
    if !modifiers.contains(.control), !isArrow || !modifiers.contains(.shift),
      let command = command(of: key)
    {
      perform(command, at: uptime)
      return nil
    }
    switch key {
    case .character("q") where !modifiers.contains(.control):
      return perform(.replay(.close), at: uptime)
    case .escape where endsProgram: requests.notify(wayOut)
    case .escape: return .replay(.close)
    default:
      if let direction = Direction(key, modifiers) {
        pan(direction, isFast: direction.isShifted || modifiers.contains(.shift))
        return nil
      }
      guard let command = keymap.command(key, modifiers) else { return nil }
      let isAnswer = command == .session(.share) && isAsked
      return perform(isAnswer ? .show(.knock) : command, at: uptime)
    }
    return nil
  }

  private func command(of key: Key) -> FilmCommand? {
    switch key {
    case .character("b") where group != nil: .lookBack
    case .enter where group?.absence == .seeking: .moveAllHere
    case .character(" "): .togglePlaying
    case .left: .back
    case .right: .forward
    case .character(","): .previous
    case .character("."): .next
    case .character("["): .slower
    case .character("]"): .faster
    case .home: .toStart
    case .end: .toEnd
    default: nil
    }
  }

  private mutating func pan(_ direction: Direction, isFast: Bool) {
    let cells = isFast ? 8.0 : 1.0
    surface.pan(
      columns: Double(direction.right) * cells * 2, rows: Double(direction.down) * cells)
  }

  // MARK: The mouse

  var isHeld: Bool { held != nil }

  /// Handles the mouse.
  ///
  /// - Parameters:
  ///   - command: the command of the bar under the mouse; nil if there is none.
  ///   - bar: the layout of the bottom line.
  /// - Returns: a command that the whiteboard has to carry out.
  mutating func handle(
    _ mouse: MouseEvent, over command: Command?, _ bar: BarLayout, at uptime: Int64
  ) -> Command? {
    switch mouse.action {
    case .press(let button):
      held = nil
      if let command {
        guard case .replay(.seek) = command else {
          return perform(command, at: uptime)
        }
        return press(onTrack: command, at: uptime)
      }
      let pointer = surface.view.onCanvas(mouse.at)
      guard surface.view.hasOnCanvas(pointer.cell) else { break }
      if button == .middle { held = .canvas(Panning(at: pointer)) } else { requests.notify(wayOut) }
    case .drag: drag(mouse.at, bar, at: uptime)
    case .release: release(at: uptime)
    case .move: break
    case .wheelUp, .wheelDown, .wheelLeft, .wheelRight: surface.turnWheel(mouse, requests)
    }
    return nil
  }

  private mutating func drag(_ pointer: Pointer, _ bar: BarLayout, at uptime: Int64) {
    switch held {
    case .track, .sharedTrack:
      if let command = ReplayBar.seek(near: pointer.cell.column, in: bar) {
        if group != nil { stepOut(.seeking) }
        performAlone(command, at: uptime)
      }
    case .canvas(var panning):
      panning.extend(to: surface.view.onCanvas(pointer), on: &surface)
      held = .canvas(panning)
    case nil: break
    }
  }

  // MARK: The screen

  /// Shows the present moment.
  ///
  /// - Parameters:
  ///   - board: the surface of the board, whose size and looks the film takes over.
  ///   - picture: the picture of the board.
  mutating func show(over board: Surface, of picture: Picture) {
    surface.adoptLooks(of: board)
    // The tool palette is hidden, but its margin stays, so that nothing moves.
    let paletteColumns = board.view.margin - LeftMargin.numberColumns(of: picture, on: board)
    LeftMargin.update(beside: max(paletteColumns, 0), showing: picture, on: &surface)
    surface.update(projector.picture, after: changes)
    changes = []
    surface.show(guestInk: surface.view.isTooSmall ? [] : growing)
    _ = surface.removeChanges()
  }

  /// Returns the bottom line.
  ///
  /// - Parameters:
  ///   - company: the others who watch; nil for a film that this user watches alone.
  ///   - author: returns the name and the colour of an author.
  func bar(
    _ keymap: Keymap, company: ReplayBar.Company?, waitingGuests: Int,
    author: (AuthorID) -> ReplayBar.Author
  ) -> ReplayBar {
    let film = projector.film
    return ReplayBar(
      isPlaying: clock.isPlaying, speed: clock.speed,
      isAwaitingOthers: group?.isAwaitingOthers == true, isShared: group != nil,
      canMoveAll: group?.absence == .seeking && group?.mayCommand == true, company: company,
      moment: moment, duration: film.duration,
      ticks: ticks, author: film.step(at: moment).map { author(film.steps[$0].author) },
      authorColumns: authors.map { author($0).name.displayWidth }.max() ?? 0,
      waitingGuests: waitingGuests, endsProgram: endsProgram,
      exportKey: keymap.name(of: .show(.export)), chrome: surface.chrome)
  }
}
