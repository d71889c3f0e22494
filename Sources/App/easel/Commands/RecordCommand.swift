import ArgumentParser
import BoardDocument
import BoardModel
import BoardSessions

/// `easel record`: prints a board's history as a script.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Print a board's history as a script.",
    discussion: """
      What it prints, `easel play` draws again to the same picture. One line is one gesture, or one \
      part of it, so that recordings can be compared with diff and kept as fixtures.
      """)

  @Argument(help: "A board's name, or a file.", completion: BoardArgument.completion)
  var board: String

  func run() throws {
    let board = try BoardFolder(Places.current()).read(try .parsing(board))
    if let notice = board.notice { Report.notice(notice) }
    let script = ScriptRecorder.record(board.operations, names: board.names)
    guard Report.result(script.text) else { throw UserError("standard output takes no more.") }
  }
}
