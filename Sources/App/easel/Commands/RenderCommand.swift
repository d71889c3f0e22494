import ArgumentParser
import BoardDocument
import BoardRendering
import BoardSessions
import EaselPlatform
import SystemFiles
import WhiteboardUI

/// `easel render`: a board as text, ANSI, SVG or PNG, the same on every machine.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Print a board as text, ANSI, SVG or PNG.",
    discussion: """
      Draws the page, fitted, over the whole size. Where text lies under the ink it draws all of \
      that, cell for cell, with the ink beside it; with --size as much as fits, from the first \
      cell on. It needs no terminal and looks at neither locale nor environment, so that the same \
      board gives the same bytes everywhere.

      SVG and PNG show smooth lines. With --cells they show the cells of a screen; --bars and --ink \
      do so too, because bars and the signs of ink consist of cells.
      """)

  @Argument(help: "A board's name, or a file.", completion: BoardArgument.completion)
  var board: String

  @Option(
    help: ArgumentHelp(
      "The size in cells. (default: 80x24, or all of the text)", valueName: "COLSxROWS"),
    transform: SizeArgument.parsing)
  var size: SizeArgument?

  @Flag(help: "With the bars that `easel` shows around a board. SVG and PNG then show cells.")
  var bars = false

  @Flag(help: "Show the cells of a screen in SVG and PNG, instead of smooth lines.")
  var cells = false

  @Option(help: "text, ansi, svg or png.")
  var format = ExportFormat.text

  @Option(
    help: """
      The characters for ink. Text and ANSI use braille by default; with this option, SVG and PNG \
      show cells too.
      """)
  var ink: Raster?

  @Option(help: "A theme; `easel themes` lists them.", completion: ThemeCatalog.completion)
  var theme: String?

  @Option(help: "A file to write instead of standard output.", completion: .file())
  var output: String?

  func run() throws {
    if format == .png, output == nil, isatty(STDOUT_FILENO) == 1 {
      throw UserError(
        "Easel does not print a PNG to a terminal. Give --output FILE.", code: UserError.usage)
    }
    let places = Places.current()
    let catalog = ThemeCatalog(places)
    let (theme, complaints) =
      try theme.map { name throws(UserError) in try catalog.theme(name) }
      ?? (catalog.plain, [])
    for complaint in complaints { Report.notice(complaint) }
    let board = try BoardFolder(places).read(try .parsing(board))
    if let notice = board.notice { Report.notice(notice) }
    let screen = size ?? SizeArgument(columns: 80, rows: 24)
    let (bytes, notices) = try BoardExporter(
      columns: screen.columns, rows: screen.rows, raster: ink ?? .braille,
      theme: theme, showsAllPaper: size == nil, showsCells: cells || ink != nil
    ).bytes(of: board.picture, name: board.name, format: format, withBars: bars)
    for notice in notices { Report.notice(notice) }
    guard let output else {
      guard Report.result(bytes) else { throw UserError("cannot write to standard output.") }
      return
    }
    do throws(FileError) {
      try PrivateFile.replace(output, with: bytes)
    } catch {
      throw UserError.cannot("write", output, error)
    }
  }
}
