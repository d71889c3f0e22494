import ArgumentParser
import BoardFiles
import BoardModel
import BoardRendering
import BoardSessions
import EaselBase
import SystemFiles
import TerminalIO
import WhiteboardUI

/// `easel [BOARD]`: a full-screen board.
struct DrawCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw",
    abstract: "Draw on a board (what `easel` does without a command).",
    discussion: """
      Without BOARD, Easel begins a new board. Its file is made when you first draw. Easel saves \
      everything at once. Press ? for all keys, and q to quit. \
      `:` `settings` shows the settings file and its values.
      """)

  @OptionGroup
  var target: DrawnBoard

  @Option(
    help: "A file with text, or a picture, to put under the ink; - for text from standard input.",
    completion: .file())
  var paper: String?

  @Option(
    help: "A PNG or JPEG file to put on the board; - for standard input.", completion: .file())
  var picture: String?

  @Option(
    defaultAsFlag: 80, parsing: .next,
    help: "Break the lines of that text between words, after this many columns at most.")
  var wrap: Int?

  @Flag(help: "Draw alone. Easel connects to no other easel.")
  var alone = false

  @OptionGroup
  var options: DrawingOptions

  func validate() throws {
    guard let wrap, !Self.wrapColumns.contains(wrap) else { return }
    throw ValidationError(
      "--wrap takes a number from \(Self.wrapColumns.lowerBound) to "
        + "\(Self.wrapColumns.upperBound).")
  }

  private static let wrapColumns = 20...Limits.paperColumns

  func run() throws {
    try Self.draw(
      on: target.board, paper: paper, picture: picture, wrappedTo: wrap, alone: alone,
      options.settings())
  }

  static func draw(
    on board: String? = nil, paper: String? = nil, picture: String? = nil,
    wrappedTo columns: Int? = nil,
    alone: Bool = false,
    _ options: Settings = Settings()
  ) throws {
    let app = try AppEnvironment(options)
    let reference = try board.map { text throws(UserError) in
      let folder = BoardFolder(app.paths)
      if columns != nil { try Self.checkWrap(before: text, among: folder) }
      return try Self.reference(text, among: folder)
    }
    let input = try StartInput(paper: paper, picture: picture, wrappedTo: columns)
    let connection =
      alone
      ? nil
      : CallConnection.local(app.localAuthor, app.callSettings)
    let offersLast = reference == nil && input.isEmpty
    try MainActor.assumeIsolated {
      try app.draw(reference, with: input, offersLast: offersLast, connection)
    }
  }

  /// Throws if `--wrap` is followed by a name instead of a number, and no board has this name.
  private static func checkWrap(
    before text: String, among folder: BoardFolder
  ) throws(UserError) {
    let words = CommandLine.arguments
    guard zip(words, words.dropFirst()).contains(where: { $0 == "--wrap" && $1 == text }),
      let reference = BoardReference(text), !folder.exists(reference)
    else { return }
    let shown = UserError.shown(text)
    throw UserError(
      "--wrap takes a number of columns, and “\(shown)” is none. "
        + "For a new board of that name: `easel draw \(shown) --wrap`.", code: UserError.usage)
  }

  /// Returns the board with this name. Throws if the name is more likely a misspelt command:
  /// without `draw`, a user rarely means a board that does not exist.
  private static func reference(
    _ text: String, among folder: BoardFolder
  ) throws(UserError) -> BoardReference {
    let isMeant =
      ProgramArguments.all.dropFirst().first == configuration.commandName
      || BoardReference(text).map(folder.exists) == true
    if !isMeant, let near = EaselCommand.names.first(where: { isSlip(text, of: $0) }) {
      let shown = UserError.shown(text)
      throw UserError(
        "there is no command “\(shown)”. Did you mean `easel \(near)`? "
          + "To draw on a board of that name: `easel draw \(shown)`.", code: UserError.usage)
    }
    return try BoardReference.parsing(text)
  }
}

extension BoardReference {
  static func parsing(_ text: String) throws(UserError) -> BoardReference {
    guard let reference = BoardReference(text) else {
      throw UserError(
        "“\(UserError.shown(text))” cannot be a board's name: use letters, digits and spaces, "
          + "up to 64 columns.", code: UserError.usage)
    }
    return reference
  }
}

extension Terminal {
  /// Returns the raster in which ink is drawn here. Nil is no choice, the same as automatic.
  func raster(_ choice: RasterChoice?) -> Raster {
    (choice ?? .automatic).raster(
      isUTF8: isUTF8, depth: depth, blocks: blocks, hasSextants: hasSextants,
      hasOctants: hasOctants)
  }

  /// The rasters that cannot be drawn here, each with the raster that Easel draws instead.
  var replacedRasters: [Raster: Raster] {
    var replaced: [Raster: Raster] = [:]
    for wanted in Raster.allCases where raster(.fixed(wanted)) != wanted {
      replaced[wanted] = raster(.fixed(wanted))
    }
    return replaced
  }

  /// Returns the sentence that this terminal cannot show the user's choice of ink; nil if it can.
  func refusal(of choice: RasterChoice?) -> String? {
    guard case .fixed(let wanted) = choice, let drawn = replacedRasters[wanted] else { return nil }
    return RasterCommand.sentence(wanted, drawnIn: drawn)
  }

  /// Opens the terminal; throws a sentence if that is not possible.
  static func opened() throws(UserError) -> Terminal {
    do {
      return try Terminal()
    } catch {
      throw UserError(error.sentence, code: UserError.usage)
    }
  }
}

extension TerminalError {
  /// A sentence about what the terminal lacks, and what to do about it.
  fileprivate var sentence: String {
    switch self {
    case .noTerminal: "Easel needs a terminal. For a picture: `easel render BOARD`."
    case .notOurs:
      "this terminal belongs to another user. Try `su --pty USER -c easel` or "
        + "`script -qc easel /dev/null`: each gives Easel one of its own."
    case .unnamed: "TERM is not set, so Easel does not know this terminal."
    case .unknown(let name):
      "this system knows no terminal called “\(UserError.shown(name))”. Try TERM=xterm-256color."
    case .dumb(let name):
      "a terminal called “\(UserError.shown(name))” cannot be drawn on. `easel render` needs none."
    case .refused(let call, let errno):
      "the terminal refuses \(call): \(FileError(code: errno).reason)."
    }
  }
}
