import ArgumentParser
import BoardFiles
import BoardLog
import BoardModel
import BoardScript
import BoardSessions
import EaselBase
import EaselPlatform
import GroupCore
import GroupSecurity
import SystemFiles

extension Script {
  /// Whether any line makes an operation.
  fileprivate var draws: Bool {
    lines.contains { if case .act = $0.command { true } else { false } }
  }
}

/// `easel play`: draws a script.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Draw from a script.",
    discussion: """
      A script is text, with one command in each line: `pen red width 2`, `stroke 0.1,0.2 0.3,0.4`, \
      `rect 0.5,0.5 0.7,0.7`, `text 0.5,0.5 "words"`, `undo`. `easel help script` explains all \
      commands. `easel record` prints a board as a script.

      Without --board, Easel begins a new board and prints its name. With --join, it draws on the board \
      that others share, and ends when all of them have received everything. It waits 15 seconds for \
      those who say nothing, if another person has everything. \(SSHRemote.help)
      """)

  @Argument(
    help: ArgumentHelp("A file, or - for standard input.", valueName: "script"),
    completion: .file())
  var script: String

  @Option(
    help: "The board to draw on. Easel makes it if there is none.",
    completion: BoardArgument.completion)
  var board: String?

  @Option(
    help: ArgumentHelp(
      "Draw with others, as with `easel join`. \(JoinTarget.help)", valueName: "ticket")
  )
  var join: String?

  @Flag(help: "Skip the pauses of the script.")
  var instantly = false

  func run() throws {
    guard !script.isEmpty else {
      throw UserError("give a script's file, or - for standard input.", code: UserError.usage)
    }
    if let join { return try play(joining: join) }
    let script = try read()
    let paths = AppPaths.current()
    guard board != nil || script.draws else {
      return Report.notice("\(source) has no line that draws: there is no new board.")
    }
    let reference = try board.map { text throws(UserError) in try BoardReference.parsing(text) }
    let (settings, _) = SettingsFile(path: paths.configuration).read()
    let (localAuthor, complaint) = LocalAuthor.current(paths, settings)
    if let complaint { Report.notice(complaint) }
    let name: String
    do {
      var play = try Play(script, localAuthor: localAuthor, reference, in: BoardFolder(paths))
      name = play.name.string
      if let notice = play.notice { Report.notice(notice) }
      while let milliseconds = try play.untilWait() {
        if !instantly { usleep(UInt32(clamping: milliseconds) * 1_000) }
      }
      if let notice = play.cutNotice { Report.notice(notice) }
    } catch let error as ScriptError {
      throw UserError(Report.sentence("\(source): \(error)"))
    }
    if board == nil { try Report.result(name + "\n") }
  }

  /// Plays the script in another host's session.
  private func play(joining address: String) throws {
    guard board == nil else {
      throw UserError(
        "--join draws on the others' board: --board does not go with it.", code: UserError.usage)
    }
    guard script != "-" || !JoinTarget.needsTicket(address) else {
      throw UserError(
        "standard input has either the script or the ticket: give one of them otherwise.",
        code: UserError.usage)
    }
    let script = try read()
    let paths = AppPaths.current()
    let (file, _) = SettingsFile(path: paths.configuration).read()
    let settings = file.overridden { Environment[$0] }.0
    let (localAuthor, complaint) = LocalAuthor.current(paths, settings)
    if let complaint { Report.notice(complaint) }
    let parts: ScriptParts
    do { parts = try ScriptParts(script, localAuthor: localAuthor) } catch let error as ScriptError
    {
      throw UserError(Report.sentence("\(source): \(error)"))
    }
    let target = try JoinTarget(
      address, to: .draw, localAuthor,
      CallSettings(takesKnocks: false, usesDatagrams: settings.usesDatagrams ?? true))
    guard target.connection.role != .watch else {
      throw UserError(SecurityError.mayNotDraw.description)
    }
    try target.enter(as: localAuthor.name)
    try MainActor.assumeIsolated {
      try ScriptClient(localAuthor.named(target.connection.givenName))
        .play(script, parts, target.connection, isHasty: instantly)
    }
  }

  private var source: String { script == "-" ? "standard input" : UserError.shown(script) }

  private func read() throws(UserError) -> Script {
    let notice = WaitNotice.reading(script)
    defer { notice.end() }
    do {
      let bytes =
        script == "-"
        ? try FileSystem.read(STDIN_FILENO, limit: Script.Bounds.bytes)
        : try FileSystem.read(script, limit: Script.Bounds.bytes)
      return try Script(parsing: bytes)
    } catch let error as FileError {
      throw .cannot("read", source, error)
    } catch {
      throw UserError(Report.sentence("\(source): \(error)"))
    }
  }
}
