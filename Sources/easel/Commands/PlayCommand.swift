import ArgumentParser
import Drawing
import Glibc
import Log
import Vocabulary

/// `easel play`: draws what a script says.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Draw from a script.",
    discussion: """
      A script is text, one command a line: `pen red width 2`, `stroke 0.1,0.2 0.3,0.4`, \
      `rect 0.5,0.5 0.7,0.7`, `text 0.5,0.5 "words"`, `undo`. What `easel record` prints is one. \
      Without --board it begins a board and prints its name.
      """)

  @Argument(
    help: ArgumentHelp("A file, or - for standard input.", valueName: "script"),
    completion: .file())
  var script: String

  @Option(
    help: "The board to draw on; made where there is none.", completion: BoardArgument.completion)
  var board: String?

  @Flag(help: "Pass over the script's waits.")
  var instantly = false

  func run() throws {
    guard !script.isEmpty else {
      throw Refusal("give a script's file, or - for standard input.", code: Refusal.usage)
    }
    let script = try read()
    let places = Places.current()
    let reference = try board.map { text throws(Refusal) in try BoardReference.parsing(text) }
    let (settings, _) = SettingsFile(path: places.configuration).read()
    let (artist, complaint) = Artist.current(places, settings)
    if let complaint { Report.notice(complaint) }
    let name: String
    do {
      var play = try Play(script, artist: artist, reference, in: BoardFolder(places))
      name = play.name.string
      if let notice = play.notice { Report.notice(notice) }
      while let milliseconds = try play.untilWait() {
        if !instantly { usleep(UInt32(clamping: milliseconds) * 1_000) }
      }
    } catch let error as ScriptError {
      throw Refusal(Report.sentence("\(source): \(error)"))
    }
    if board == nil, !Report.result(name + "\n") {
      throw Refusal("standard output takes no more.")
    }
  }

  private var source: String { script == "-" ? "standard input" : Refusal.shown(script) }

  private func read() throws(Refusal) -> Script {
    do {
      let bytes =
        script == "-"
        ? try FileSystem.read(STDIN_FILENO, limit: Script.Bounds.bytes)
        : try FileSystem.read(script, limit: Script.Bounds.bytes)
      return try Script(parsing: bytes)
    } catch let error as SystemError {
      throw .cannot("read", source, error)
    } catch {
      throw Refusal(Report.sentence("\(source): \(error)"))
    }
  }
}
