import ArgumentParser
import BoardFiles
import BoardRendering
import BoardSessions
import EaselBase
import WhiteboardUI

/// `easel replay`: the history of a board as a film on the screen.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Watch the film of a board.",
    discussion: """
      Space pauses. The arrow keys go back and forward by 5 seconds, comma and full stop by one \
      change. [ and ] change the speed. The mouse drags the track in the bottom line. q ends.

      The film changes nothing, and somebody may be drawing on the board meanwhile. The board keeps \
      the order of the changes, how long each took, and the pauses between them. It does not keep \
      the speed within a shape, pointers, or what people said. So shapes grow evenly. A pause lasts \
      at most a second in the film, and a change at most ten.

      While you draw, V shows the film of your board.
      """)

  @Argument(help: "A board's name, or a file.", completion: BoardArgument.completion)
  var board: String

  @Flag(help: "Show changes that were undone, too.")
  var all = false

  @Option(help: "The characters for ink. auto chooses them for this terminal.")
  var ink: RasterChoice?

  @Option(help: "A theme; `easel themes` lists them.", completion: ThemeCatalog.completion)
  var theme: String?

  func run() throws {
    let app = try AppEnvironment(Settings(theme: theme, ink: ink))
    let reference = try BoardReference.parsing(board)
    try MainActor.assumeIsolated { try app.replay(reference, showsUndone: all) }
  }
}
