import ArgumentParser
import BoardDocument
import BoardFiles
import BoardFilm
import BoardModel
import BoardRendering
import BoardScript
import BoardSessions
import CellFrame
import EaselBase
import EaselPlatform
import FilmRecording
import PictureFormats
import SystemFiles

/// `easel record`: prints a board's history as a script, or as a recording that plays.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Make a film of a board (SVG, asciinema), or its script.",
    discussion: """
      A script is text: `easel play` draws the same picture from it. Each line is one change, or a \
      part of one. So you can compare scripts with diff. `easel help script` explains the language.

      A cast is a film in the cells of a terminal: `asciinema play` and its players play it. \
      `easel record BOARD --output board.cast` writes one. A GIF comes from `agg board.cast board.gif`. \
      A cast longer than an hour needs --speed or --to.

      An SVG is a picture that moves: it plays in a browser and in a page such as a README, without a \
      program.

      Both show the film of `easel replay`: the changes one after the other, each as long as it lasted, \
      with at most a second between them, or the time of --idle. A board does not keep when the pen was at \
      which point, where people pointed, and what they said. So a shape grows evenly.
      """)

  @Argument(help: "A board's name, or a file.", completion: BoardArgument.completion)
  var board: String

  @Option(help: "script, cast or svg. (default: by the ending of --output, or script)")
  var format: RecordingFormat?

  @Option(
    help: ArgumentHelp(
      "Begin at this time of the film, with the same --idle: 90s or 1:30.", valueName: "time"),
    transform: TimeArgument.parsing)
  var from: TimeArgument?

  @Option(
    help: ArgumentHelp("End at this time of the film.", valueName: "time"),
    transform: TimeArgument.parsing)
  var to: TimeArgument?

  @Option(
    help: ArgumentHelp(
      "How fast the film plays, from 0.25 to 64. (default: 1)", valueName: "factor"),
    transform: SpeedArgument.parsing)
  var speed: SpeedArgument?

  @Option(
    help: ArgumentHelp(
      "The longest time without a change, before --speed. (default: 1s)", valueName: "time"),
    transform: TimeArgument.parsing)
  var idle: TimeArgument?

  @Option(
    help: ArgumentHelp(
      "The size in cells. (default: all that is ever drawn)", valueName: "COLSxROWS"),
    transform: SizeArgument.parsing)
  var size: SizeArgument?

  @Flag(help: "Fit the whole page to the size. (default with --fit: 80x24)")
  var fit = false

  @Option(
    help: "A theme; `easel themes` lists them. (default: the theme of your settings)",
    completion: ThemeCatalog.completion)
  var theme: String?

  @Option(help: "The characters for ink. (default: mixed)")
  var ink: Raster?

  @Flag(help: "Also show changes that were undone, and their undoing.")
  var all = false

  @Option(
    help: """
      A file, a device or a pipe to write to; - for standard output. Its ending chooses the format: \
      .script, .cast or .svg.
      """, completion: .file())
  var output: String?

  func run() throws {
    let output = NamedOutput(output ?? "-")
    try output.refuseBoard()
    let format = try output.format(format, usual: .script, of: "record")
    try refuseUnfit(format, output)
    let paths = AppPaths.current()
    let theme = format == .script ? nil : try ThemeCatalog(paths).exportTheme(theme, paths)
    let notice = WaitNotice.opening(board)
    let board = try BoardFolder(paths).read(try .parsing(board))
    notice.end()
    if let notice = board.notice { Report.notice(notice) }
    guard let theme else {
      let script = ScriptRecorder.record(board.operations, names: board.names)
      return try write(Array(script.text.utf8), to: output)
    }
    try write(try recording(of: board, as: format, in: theme), to: output)
  }

  /// Refuses options that do not go together, before a board is read.
  private func refuseUnfit(_ format: RecordingFormat, _ output: NamedOutput) throws(UserError) {
    let ofFilm = [
      ("--from", from != nil), ("--to", to != nil), ("--speed", speed != nil),
      ("--idle", idle != nil), ("--size", size != nil), ("--fit", fit), ("--theme", theme != nil),
      ("--ink", ink != nil), ("--all", all),
    ]
    if format == .script, let (option, _) = ofFilm.first(where: { $0.1 }) {
      throw UserError(
        "a script has no \(option). Give --format cast or svg too.", code: UserError.usage)
    }
    if format == .svg, ink != nil {
      throw UserError("an SVG has lines instead of --ink.", code: UserError.usage)
    }
    if format != .script, output.isStandardOutput, isatty(STDOUT_FILENO) == 1 {
      throw UserError(
        "Easel does not print \(format.title) to a terminal. Give --output FILE.",
        code: UserError.usage)
    }
  }

  private func write(_ bytes: [UInt8], to output: NamedOutput) throws(UserError) {
    let writing = WaitNotice.writing(to: output)
    defer { writing?.end() }
    try Report.write(bytes, to: output)
  }

  private func recording(
    of board: VerifiedBoard, as format: RecordingFormat, in theme: Theme
  ) throws(UserError) -> [UInt8] {
    let film = Film(
      board.picture, idle: idle?.milliseconds ?? Timeline.idle, showsUndone: all)
    if film.beginsWithPicture {
      Report.notice("this board began with a picture; its history is in the board it came from.")
    }
    let cut = try cut(of: film)
    let everything = film.everything
    let area = ExportArea(
      of: everything, SizeArgument.export(size, fit: fit), cell: board.cell,
      hasMargin: format == .svg)
    if format == .cast { try refuseLongCast(cut) }
    if let sentence = area.sentence(about: everything) { Report.notice(sentence) }
    if format == .svg { return try svg(of: film, cut, area, in: theme) }
    return cast(of: film, cut, area, in: theme, title: board.name)
  }

  /// Refuses a long cast before it begins, unless the user has chosen its speed or its end.
  private func refuseLongCast(_ cut: FilmCut) throws(UserError) {
    guard cut.duration > Self.longCast, speed == nil, to == nil else { return }
    throw UserError(
      "the cast would be \(TimeArgument.text(cut.duration)) long. Give --speed or --to too.",
      code: UserError.usage)
  }

  /// The length beyond which a cast has to be chosen, in milliseconds.
  private static let longCast: Int64 = 3_600_000

  private func cast(
    of film: Film, _ cut: FilmCut, _ area: ExportArea, in theme: Theme, title: SafeText
  ) -> [UInt8] {
    let look = CellLook(area, raster: ink ?? .mixed, theme: theme)
    var recorder = CastRecorder(film, cut, look, title: title)
    var progress = ProgressLine("Making the film")
    defer { progress.end() }
    var bytes: [UInt8] = []
    while let line = recorder.next() {
      bytes += line.utf8
      progress.show(recorder.progress)
    }
    return bytes
  }

  private func svg(
    of film: Film, _ cut: FilmCut, _ area: ExportArea, in theme: Theme
  ) throws(UserError) -> [UInt8] {
    var progress = ProgressLine("Making the film")
    let view = FilmAnimator.DrawingView(area, theme: theme)
    let drawing: AnimatedDrawing
    do {
      defer { progress.end() }
      drawing = try FilmAnimator.drawing(film, cut, view) { progress.show($0) }
    } catch {
      throw UserError(
        """
        the SVG would have more than \(FilmAnimator.budget) marks and moves. Give --from and --to \
        for a part of the film.
        """)
    }
    let bytes = Array(AnimatedSVG.svg(drawing, theme: theme).utf8)
    if bytes.count > Self.largeSVG {
      let tenths = (bytes.count + 50_000) / 100_000
      Report.notice(
        "the SVG has \(tenths / 10).\(tenths % 10) MB. With --from and --to it becomes smaller.")
    }
    return bytes
  }

  /// The number of bytes beyond which the user learns the size of an SVG.
  private static let largeSVG = 2_000_000

  private func cut(of film: Film) throws(UserError) -> FilmCut {
    if let to, to.milliseconds < from?.milliseconds ?? 0 {
      throw UserError("--to lies before --from.", code: UserError.usage)
    }
    let length = TimeArgument.text(film.duration)
    if let from, from.milliseconds > film.duration {
      throw UserError(
        "the film is \(length) long: --from lies behind its end.", code: UserError.usage)
    }
    return FilmCut(
      of: film, from: from?.milliseconds, to: to?.milliseconds, speed: speed?.factor ?? 1)
  }
}
