import ArgumentParser
import Drawing
import Rendering
import Terminal
import Vocabulary
import Whiteboard

/// `easel [BOARD]`: a full-screen board.
struct DrawCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw",
    abstract: "Draw on a board (what `easel` does without a command).",
    discussion: """
      Without BOARD it begins a fresh one, whose file is made at the first stroke. Everything is \
      saved as it is drawn. Press ? for all keys, q to leave.
      """)

  @Argument(
    help: ArgumentHelp("A board's name, or a file.", valueName: "board"),
    completion: BoardArgument.completion)
  var board: String?

  @Option(
    help: "Text to lay under the ink, a file or -; else standard input, where that is no terminal.",
    completion: .file())
  var paper: String?

  @Option(help: "What ink is made of: braille, half or ascii.")
  var ink: Raster?

  @Option(help: "A theme; `easel themes` lists them.", completion: ThemeCatalog.completion)
  var theme: String?

  @Option(help: "Your name on the board.")
  var name: String?

  @Option(
    help: "Your colour: #rrggbb or one of the palette.", transform: ColorArgument.parsing)
  var color: ColorArgument?

  func run() throws {
    let places = Places.current()
    let reference = try board.map { text throws(Refusal) in
      try Self.reference(text, among: BoardFolder(places))
    }
    let catalog = ThemeCatalog(places)
    let (settings, complaints) = try settings(places, catalog)
    let paper = try PaperInput.read(self.paper)
    let (artist, complaint) = Artist.current(places, settings)
    let desk = Desk(folder: BoardFolder(places), artist: artist)
    let opened = try desk.start(reference)
    let terminal = try Terminal.taken()
    let (look, wrong) = catalog.themeOrDefault(settings.theme)
    let shell = Shell(
      terminal: terminal, desk: desk, opened: opened,
      setup: setup(terminal, desk, settings, look, paper))
    let farewell = shell.run(
      complaints + [complaint].compactMap { $0 } + wrong, themes: catalog.all)
    terminal.restore()
    try farewell.say(depth: terminal.depth, columns: terminal.columns, rows: terminal.rows)
  }

  private func settings(
    _ places: Places, _ catalog: ThemeCatalog
  ) throws -> (Settings, complaints: [String]) {
    if let theme { _ = try catalog.theme(theme) }
    var options = Settings(color: color?.color, theme: theme, ink: ink)
    if let name {
      options.name = SafeText(name, limit: .name)
      guard options.name?.string.isEmpty == false else {
        throw Refusal("a name needs something that can be seen.", code: Refusal.usage)
      }
    }
    let (file, complaints) = SettingsFile(path: places.configuration).read()
    let (settings, more) = file.overridden { Environment[$0] }
    return (settings.overridden(by: options), complaints + more)
  }

  private func setup(
    _ terminal: Terminal, _ desk: Desk, _ settings: Settings, _ theme: Theme,
    _ paper: PaperText?
  ) -> Whiteboard.Setup {
    var setup = Whiteboard.Setup(
      person: desk.artist.person(), encode: { $0.encoded() }, columns: terminal.columns,
      rows: terminal.rows,
      raster: terminal.isUTF8 ? settings.ink ?? .braille : .ascii,
      theme: theme)
    setup.width = settings.width
    setup.paper = paper
    setup.lastBoard = board == nil && paper == nil ? desk.folder.last() : nil
    return setup
  }

  /// A board's name, unless it is more likely a slip of the pen for a command: nobody means a board
  /// that is not there when `draw` was not said either.
  private static func reference(
    _ text: String, among folder: BoardFolder
  ) throws(Refusal) -> BoardReference {
    let isMeant =
      CommandLine.arguments.dropFirst().first == configuration.commandName
      || folder.names().contains(text)
    if !isMeant, !text.contains("/"), let near = nearest(to: text, among: EaselCommand.names) {
      let shown = Refusal.shown(text)
      throw Refusal(
        "there is no command “\(shown)”. Did you mean `easel \(near)`? "
          + "To draw on a board of that name: `easel draw \(shown)`.", code: Refusal.usage)
    }
    return try BoardReference.parsing(text)
  }
}

extension BoardReference {
  static func parsing(_ text: String) throws(Refusal) -> BoardReference {
    guard let reference = BoardReference(text) else {
      throw Refusal(
        "“\(Refusal.shown(text))” cannot be a board's name: use letters, digits and spaces, "
          + "up to 64 columns.", code: Refusal.usage)
    }
    return reference
  }
}

extension Terminal {
  /// The terminal, or the sentence that says why not.
  static func taken() throws(Refusal) -> Terminal {
    do {
      return try Terminal()
    } catch {
      throw Refusal(error.sentence, code: Refusal.usage)
    }
  }
}

extension TerminalError {
  /// What the terminal lacks, and what to do about it.
  fileprivate var sentence: String {
    switch self {
    case .noTerminal: "there is no terminal here to draw on. `easel render` needs none."
    case .unnamed: "TERM is not set, so nobody knows what this terminal can do."
    case .unknown(let name):
      "this system knows no terminal called “\(Refusal.shown(name))”. Try TERM=xterm-256color."
    case .dumb(let name):
      "a terminal called “\(Refusal.shown(name))” cannot be drawn on. `easel render` needs none."
    case .refused(let call, let errno):
      "the terminal refuses \(call): \(SystemError(errno).reason)."
    }
  }
}
