import BoardContract
import BoardFiles
import BoardModel
import BoardRendering
import BoardSessions
import BoardStore
import CellFrame
import EaselBase
import ScreenContract
import SystemFiles
import TerminalIO
import WhiteboardUI

/// Holds the data that a command needs before the user draws: the places of files, the settings and
/// the local author. It also runs the drawing, from opening the terminal to printing the exit
/// summary.
struct AppEnvironment {
  let paths: AppPaths
  private(set) var localAuthor: LocalAuthor
  private let catalog: ThemeCatalog
  private let settings: Settings
  private let sources: SettingsSources
  private let complaints: [String]
  /// The tools of the last time; nil at the first start.
  private let tools: RememberedTools?
  let people: KnownPeople
  private let isGuest: Bool

  /// - Parameters:
  ///   - options: the settings from the command line.
  ///   - isGuest: whether the user joins others. A guest begins with a colour by chance, because the
  ///     usual colour may be taken there, and keeps the usual colour for the next time.
  init(_ options: Settings, isGuest: Bool = false) throws(UserError) {
    self.isGuest = isGuest
    paths = AppPaths.current()
    catalog = ThemeCatalog(paths)
    if let theme = options.theme { _ = try catalog.theme(theme) }
    let (file, wrong) = SettingsFile(path: paths.configuration).read()
    let (user, more) = file.overridden { Environment[$0] }
    settings = user.overridden(by: options)
    sources = SettingsSources(file: file, options: options)
    tools = ToolsFile(path: paths.tools).read()
    let (people, wrongLine) = PeopleFile(path: paths.people).read()
    self.people = people
    let (localAuthor, complaint) = LocalAuthor.current(
      paths, settings, remembered: isGuest ? nil : tools?.color)
    self.localAuthor = localAuthor
    complaints = wrong + more + [wrongLine, complaint].compactMap { $0 }
  }

  var callSettings: CallSettings {
    CallSettings(
      takesKnocks: settings.knocks ?? true, takesRings: settings.rings ?? true,
      usesDatagrams: settings.usesDatagrams ?? true)
  }

  /// Returns a copy with another name, if a name is given.
  func named(_ name: SafeText?) -> AppEnvironment {
    var app = self
    app.localAuthor = localAuthor.named(name)
    return app
  }

  /// Returns a copy with the name and the colour of the user's other run.
  func seated(as promise: SeatPromise) -> AppEnvironment {
    var app = self
    app.localAuthor = LocalAuthor(
      identity: localAuthor.identity, name: SafeText(promise.name, limit: .name),
      color: InkColor(rgba: promise.color))
    return app
  }

  /// Draws until the user leaves, and does the main actor's work meanwhile.
  ///
  /// - Parameters:
  ///   - reference: nil begins a fresh board.
  ///   - connection: nil draws alone.
  ///   - person: a user of this machine whom Easel rings at once; nil for nobody.
  ///   - continuedCall: when the call began with which a host goes on, in words; nil for a new one.
  ///   - beforeScreen: does what comes between opening the board and opening the terminal, and returns
  ///     complaints to show.
  @MainActor func draw(
    _ reference: BoardReference?, with input: StartInput = .none, offersLast: Bool = false,
    _ connection: CallConnection?, ringing person: PersonHere? = nil,
    continuedCall: SafeText? = nil,
    beforeScreen: (OpenBoardFile) throws -> [String] = { _ in [] }
  ) throws {
    let folder = BoardFolder(paths)
    let found = try open(
      reference, BoardLibrary(folder: folder, localAuthor: localAuthor), connection)
    let (opened, wish, connection) = (found.opened, found.wish, found.connection)
    let localAuthor = settings.color == nil ? localAuthor.known(on: opened.board) : localAuthor
    let library = BoardLibrary(folder: folder, localAuthor: localAuthor)
    opened.writer.introduce(Contributor(localAuthor.person()))
    let more = try beforeScreen(opened)
    try show(
      opened, library, connection, wish: wish, complaints: more,
      wanted: reference.map { folder.path(of: $0) }
    ) { setup in
      (setup.paper, setup.paperCut) = (input.paper?.text, input.paper?.cut ?? PaperCut())
      setup.pictures = input.pictures
      setup.lastBoard = offersLast ? library.folder.last() : nil
      setup.continuedCall = continuedCall
      setup.people.toRing = connection == nil ? nil : person
      if let wish {
        (setup.arrival, setup.expected) = (.joining, BoardFileName.shown(path: wish.path))
      }
    }
  }

  /// Goes on with the board and the screen of another terminal of this user, until the user leaves.
  ///
  /// - Parameter connection: nil draws alone.
  @MainActor func draw(in seat: TakenSeat, _ connection: CallConnection?) throws {
    let library = BoardLibrary(folder: BoardFolder(paths), localAuthor: localAuthor)
    let board = seat.seat.board
    let opened = try library.start(board.map { .file($0) })
    // The file is closed before the other run learns that this one has failed.
    defer { _ = opened.writer.finish(withinMilliseconds: 2_000) }
    try show(opened, library, connection, seat: seat, wanted: board) { setup in
      let tools = seat.seat.tools
      setup.seat = seat.seat
      setup.palette = PaletteForm(rawValue: tools.palette) ?? setup.palette
      setup.surface.showsLineNumbers = tools.showsLineNumbers
      setup.showsFirstHint = false
    }
  }

  /// Draws on an open board until the user leaves.
  ///
  /// - Parameters:
  ///   - wanted: the path of the file that the first stroke makes; nil if Easel chooses it.
  ///   - configure: changes the settings of the screen.
  @MainActor private func show(
    _ opened: OpenBoardFile, _ library: BoardLibrary, _ connection: CallConnection?,
    wish: Shell.Wish? = nil, seat: TakenSeat? = nil, complaints more: [String] = [],
    wanted: String?, configure: (inout Whiteboard.Setup) -> Void
  ) throws {
    let terminal = try Terminal.opened()
    let (look, wrong) = catalog.starting(settings.theme, depth: terminal.depth)
    var setup = setup(library.localAuthor, terminal, look)
    if let connection {
      (setup.hasCall, setup.arrival) = (true, .init(connection.purpose))
      setup.makesTickets = connection.makesTickets
      setup.continuesOnDisplays = CallConnection.continuesOnDisplays
      if connection.kind == .display { setup.becomeWall() }
      setup.loginAddress = connection.purpose == .joining ? nil : User.address
    }
    configure(&setup)
    let shell = Shell(
      terminal: terminal, library: library, opened: opened, setup: setup, connection, wish: wish,
      seat: seat, wanted: wanted)
    let farewell = shell.run(
      complaints + wrong + more
        + [terminal.refusal(of: settings.ink)].compactMap { $0 },
      themes: catalog.all)
    terminal.restore()
    defer { shell.leaveCall() }
    remember(shell.rememberedTools, startingWith: setup)
    remember(shell.peopleMet, in: library)
    if let refusal = shell.disappointment { throw refusal }
    try farewell.printSummary(
      depth: terminal.depth, isUTF8: terminal.isUTF8, columns: terminal.columns,
      rows: terminal.rows)
  }

  /// Shows the film of a board until the user leaves.
  ///
  /// - Parameter showsUndone: whether the film shows gestures that were undone.
  @MainActor func replay(_ reference: BoardReference, showsUndone: Bool) throws {
    let library = BoardLibrary(folder: BoardFolder(paths), localAuthor: localAuthor)
    let notice = WaitNotice.opening(library.folder.path(of: reference))
    let opened = try library.openToLook(reference)
    notice.end()
    guard opened.board.picture.operationCount > 0 else {
      throw UserError("nothing was drawn on “\(UserError.shown(opened.board.name.string))” yet.")
    }
    let terminal = try Terminal.opened()
    let (look, wrong) = catalog.starting(settings.theme, depth: terminal.depth)
    var setup = setup(localAuthor, terminal, look)
    setup.purpose = .replay(showsUndone: showsUndone)
    let shell = Shell(
      terminal: terminal, library: library, opened: opened, setup: setup, nil)
    let farewell = shell.run(
      complaints + wrong + [terminal.refusal(of: settings.ink)].compactMap { $0 },
      themes: catalog.all)
    terminal.restore()
    if let export = farewell.export { Report.notice(export.string) }
  }

  /// Keeps a board and its call alive until a signal ends the process.
  ///
  /// - Parameter opened: is called when the board is open, before anybody can come in.
  @MainActor func keep(
    _ reference: BoardReference?, _ connection: CallConnection, _ signals: HeadlessHost.SignalWatch,
    opened: (OpenBoardFile) throws -> Void
  ) throws {
    let library = BoardLibrary(folder: BoardFolder(paths), localAuthor: localAuthor)
    let board = try library.startHosted(reference)
    let caretaker = try HeadlessHost(library, board)
    try opened(board)
    for complaint in complaints { Report.notice(complaint) }
    try caretaker.run(connection, signals)
  }

  /// Returns the opened board and the connection. If another of this user's runs has the board
  /// open, returns a fresh board to wait on until that run shares its board.
  private func open(
    _ reference: BoardReference?, _ library: BoardLibrary, _ connection: CallConnection?
  ) throws(UserError) -> (
    opened: OpenBoardFile, wish: Shell.Wish?, connection: CallConnection?
  ) {
    let notice = reference.map { WaitNotice.opening(library.folder.path(of: $0)) }
    defer { notice?.end() }
    do {
      let isHosting = connection?.purpose == .hosting
      let opened = isHosting ? try library.startHosted(reference) : try library.start(reference)
      return (opened, nil, connection)
    } catch {
      guard error.isHeld, let reference, connection?.purpose == .free else { throw error }
      let path = library.folder.path(of: reference)
      if let other = call(over: path) { return (library.fresh(), nil, other) }
      return (library.fresh(), Shell.Wish(path: path, refusal: error), connection)
    }
  }

  /// Joins the call of another of this user's runs that has this board open and can be reached only
  /// by its addresses: a run that joined another host's call, or a host without a screen. Returns
  /// nil if there is no such run, or if it cannot be reached. A saved ticket alone proves nothing,
  /// since it may outlive the run.
  private func call(over path: String) -> CallConnection? {
    let own = localAuthor.identity
    let tickets = [
      BoardTicketFile.read(beside: path, madeBy: own), CallStateFile.ticket(to: path, madeBy: own),
    ]
    for ticket in tickets.compactMap({ $0 }) {
      do {
        let connection = CallConnection.joining(ticket, localAuthor, callSettings)
        try connection.enter(as: localAuthor.name, by: ticket.addresses)
        return connection
      } catch { continue }
    }
    return nil
  }

  /// Remembers the tools for the next start.
  private func remember(_ changed: RememberedTools?, startingWith setup: Whiteboard.Setup) {
    guard changed != nil || tools == nil else { return }
    var tools =
      changed
      ?? RememberedTools(
        tool: setup.tool ?? 0, width: setup.width ?? 1, color: setup.person.color,
        palette: setup.palette, showsLineNumbers: setup.surface.showsLineNumbers)
    if isGuest, let usual = self.tools?.color { tools.color = usual }
    do {
      try ToolsFile(path: paths.tools).write(tools)
    } catch {
      Report.notice("your tools are not remembered: \(error.sentence)")
    }
  }

  /// Remembers the people of the session in which the user was at the end.
  private func remember(_ met: [KnownPerson], in library: BoardLibrary) {
    guard !met.isEmpty else { return }
    do throws(UserError) { try library.remember(met) } catch {
      Report.notice("the people you met are not remembered: \(error.sentence)")
    }
  }

  private func setup(
    _ localAuthor: LocalAuthor, _ terminal: Terminal, _ theme: Theme
  ) -> Whiteboard.Setup {
    var setup = Whiteboard.Setup(
      person: localAuthor.person(), columns: terminal.columns,
      rows: terminal.rows, raster: terminal.raster(.automatic), theme: theme)
    setup.surface.rasterChoice = settings.ink ?? .automatic
    setup.surface.bars = settings.hasBars ? .all : .none
    setup.surface.replacedRasters = terminal.replacedRasters
    setup.width = settings.width ?? tools?.width
    setup.tool = tools?.tool
    setup.palette = tools?.palette ?? .names
    setup.surface.showsLineNumbers = tools?.showsLineNumbers ?? false
    setup.showsFirstHint = true
    setup.keymap = settings.keymap
    setup.hasBell = settings.bell ?? true
    setup.people.isFindable = settings.nearby ?? false
    (setup.people.known, setup.people.remembers) = (people, settings.remembersPeople ?? false)
    setup.settings = SettingsSummary(
      path: SafeText(paths.configuration), hasFile: FileSystem.exists(paths.configuration),
      values: sources.values(of: settings, localAuthor, tools))
    setup.rescuePlaces = paths.rescueWords
    setup.surface.depth = terminal.depth
    setup.surface.canHideCursor = terminal.canHideCursor
    if settings.theme == nil { setup.surface.themesForBackground = ThemeCatalog.namesForBackground }
    return setup
  }
}

extension Whiteboard.Setup {
  /// Makes the screen one that needs no keys and shows only the board.
  fileprivate mutating func becomeWall() {
    (purpose, surface.bars, showsFirstHint) = (.wall, .none, false)
  }
}

extension Whiteboard.Setup.Arrival {
  fileprivate init(_ purpose: CallConnection.Purpose) {
    self =
      switch purpose {
      case .free: .free
      case .hosting: .hosting
      case .joining: .joining
      }
  }
}

extension AppPaths {
  /// The folders in which a board is saved that cannot be written in its own place, in words.
  fileprivate var rescueWords: SafeText {
    let home = Environment["HOME"].map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
    let folder = home.count > 1 && data.hasPrefix(home) ? "~/" + data.dropFirst(home.count) : data
    return SafeText("\(folder) or \(Environment["TMPDIR"] ?? "/tmp")")
  }
}
