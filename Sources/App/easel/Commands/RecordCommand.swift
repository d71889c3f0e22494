import ArgumentParser
import BoardDocument
import BoardFiles
import BoardModel
import BoardScript
import BoardSessions

/// `easel record`: prints a board's history as a script.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Print a board's history as a script.",
    discussion: """
      `easel play` draws the same picture from this script. Each line is one gesture, or a part of one. \
      So you can compare recordings with diff. `easel help script` explains the language.
      """)

  @Argument(help: "A board's name, or a file.", completion: BoardArgument.completion)
  var board: String

  func run() throws {
    let notice = WaitNotice.opening(board)
    let board = try BoardFolder(AppPaths.current()).read(try .parsing(board))
    notice.end()
    if let notice = board.notice { Report.notice(notice) }
    let script = ScriptRecorder.record(board.operations, names: board.names)
    try Report.result(script.text)
  }
}
