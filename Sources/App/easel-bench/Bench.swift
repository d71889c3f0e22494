import ArgumentParser
import Foundation

/// Runs a command on the main thread. Only the commands that wait for others leave it to its queue: a tool
/// that counts instructions does not survive that.
@main enum Main {
  static func main() {
    do {
      var command = try Bench.parseAsRoot()
      guard command is any AsyncParsableCommand else { return try command.run() }
      Task { await Bench.main() }
      dispatchMain()
    } catch { Bench.exit(withError: error) }
  }
}

/// `easel-bench`.
struct Bench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "easel-bench",
    abstract: "Easel's figures, one a line with its unit. Only a release build says anything.",
    subcommands: [
      MicroCommand.self, PathCommand.self, PairCommand.self, RobotsCommand.self, FanOutCommand.self,
      BoardCommand.self, LateCommand.self, FloodCommand.self, JournalCommand.self,
    ],
    defaultSubcommand: MicroCommand.self)
}

/// `easel-bench inner`.
struct MicroCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inner",
    abstract: "Inner figures: medians of several passes, on made-up boards.",
    discussion: "The boards are the same in every run.")

  func run() throws {
    for figure in try MemoryFigures.all() { print(figure.line) }
    for figure in PaintFigures.all() { print(figure.line) }
    for figure in ClearFigures.all() { print(figure.line) }
    for figure in WorkFigures.all() { print(figure.line) }
    for figure in try SliceFigures.all() { print(figure.line) }
    for figure in FilmFigures.all() { print(figure.line) }
    for figure in try ExportFigures.all() { print(figure.line) }
    for figure in try LogFigures.all() { print(figure.line) }
    for figure in try WireFigures.all() { print(figure.line) }
    for figure in try SmallFigures.all() { print(figure.line) }
  }
}
