import ArgumentParser
import BoardDocument
import BoardFiles
import BoardRendering
import BoardSessions
import CellFrame
import EaselPlatform
import ScreenContract
import SystemFiles
import WhiteboardUI

/// `easel render`: a board as text, ANSI, SVG or PNG, the same on every machine.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Print a board as text, ANSI, SVG or PNG.",
    discussion: """
      It shows all that is drawn, at 100 %, as in a window of `easel`: SVG and PNG with a margin of one cell. Where text \
      lies under the ink, all of that is shown, cell for cell, with the ink beside it. A drawing of more than \
      200x100 cells is made smaller, and a notice says so. With --size, the result has exactly this size, from \
      the upper left corner, and a notice says how many shapes this cuts off. With --fit, the whole page is \
      in it. It needs no terminal.

      The picture has the theme of your settings, or else Dusk. --theme chooses another one.

      SVG and PNG show smooth lines. With --cells they show the cells of a screen; --bars and --ink \
      do so too, because bars and the signs of ink consist of cells.
      """)

  @Argument(help: "A board's name, or a file.", completion: BoardArgument.completion)
  var board: String

  @Option(
    help: ArgumentHelp(
      "The size in cells. (default: all that is drawn)", valueName: "COLSxROWS"
    ),
    transform: SizeArgument.parsing)
  var size: SizeArgument?

  @Flag(help: "Fit the whole page to the size. (default with --fit: 80x24)")
  var fit = false

  @Flag(help: "With the bars that `easel` shows around a board. SVG and PNG then show cells.")
  var bars = false

  @Flag(help: "Show the cells of a screen in SVG and PNG, instead of smooth lines.")
  var cells = false

  @Option(help: "text, ansi, svg or png. (default: by the ending of --output, or text)")
  var format: ExportFormat?

  @Option(
    help: """
      The characters for ink. Text and ANSI use mixed by default; with this option, SVG and PNG \
      show cells too.
      """)
  var ink: Raster?

  @Option(
    help: """
      The letters of a PNG: easel, the same bytes on every machine, or system, which takes letters \
      that Easel lacks from this machine's fonts. The bytes then differ between machines.
      """)
  var font: LetterFont = .easel

  @Option(
    help: "A theme; `easel themes` lists them. (default: the theme of your settings)",
    completion: ThemeCatalog.completion)
  var theme: String?

  @Option(
    help: """
      A file, a device or a pipe to write to; - for standard output. Its ending chooses the format: \
      .txt, .ans, .svg or .png.
      """, completion: .file())
  var output: String?

  func run() throws {
    let output = NamedOutput(output ?? "-")
    try output.refuseBoard()
    let format = try output.format(format, usual: .text, of: "render")
    if format == .png, output.isStandardOutput, isatty(STDOUT_FILENO) == 1 {
      throw UserError(
        "Easel does not print a PNG to a terminal. Give --output FILE.", code: UserError.usage)
    }
    guard font == .easel || format == .png else {
      throw UserError("--font chooses the letters of a PNG only.", code: UserError.usage)
    }
    let paths = AppPaths.current()
    let theme = try ThemeCatalog(paths).exportTheme(theme, paths)
    let notice = WaitNotice.opening(board)
    let board = try BoardFolder(paths).read(try .parsing(board))
    notice.end()
    if let notice = board.notice { Report.notice(notice) }
    let (bytes, notices) = try BoardExporter(
      size: SizeArgument.export(size, fit: fit), raster: ink ?? .mixed, theme: theme,
      showsCells: cells || ink != nil, showsBars: bars, font: font
    ).bytes(of: board.picture, name: board.name, cell: board.cell, format: format)
    for notice in notices { Report.notice(notice) }
    let writing = WaitNotice.writing(to: output)
    defer { writing?.end() }
    try Report.write(bytes, to: output)
  }
}
