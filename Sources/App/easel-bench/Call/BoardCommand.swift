import ArgumentParser
import BoardStore
import EaselBase
import EaselPlatform

/// `easel-bench board`.
struct BoardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "board",
    abstract: "Makes a board for N9 and N10, as if it had been drawn: the same each time.")

  @Argument(help: "Where.") var file: String
  @Option(help: "Strokes of 40 points.") var strokes = 100_000

  func run() throws {
    let history = try History(of: .cells, strokes: strokes)
    let holder = Holder(process: getpid(), user: "", host: "", terminal: "")
    let entries = history.entries.map { KeptEntry($0, bytes: $0.encoded()) }
    try BoardFile.create(
      at: file,
      header: BoardHeader(name: "measured", created: 1_700_000_000_000, genesis: .unowned),
      entries: entries, holder: holder
    ).close()
  }
}
