import ArgumentParser
import BoardContract
import BoardDocument
import BoardEditor
import BoardFiles
import BoardSessions
import EaselBase
import SystemFiles
import WhiteboardUI

/// `easel boards`: lists the boards in Easel's folder, and renames, copies or trashes them.
struct BoardsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "boards",
    abstract: "List, rename, duplicate and trash boards.",
    subcommands: [List.self, Rename.self, Duplicate.self, Trash.self, Untrash.self],
    defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the boards. The latest comes first.")

    @Flag(help: "Print only the names, one in each line.")
    var names = false

    @Flag(help: "List the boards in the trash.")
    var trashed = false

    func run() throws {
      try Self.show(trashed: trashed, onlyNames: names)
    }

    static func show(trashed: Bool, onlyNames: Bool = false) throws {
      let folder = BoardFolder(AppPaths.current())
      let rows = try folder.summaries(trashed: trashed).map { board in
        let date = WallClock(milliseconds: board.changed).text
        let people = board.people.map(\.string).filter { !$0.isEmpty }.joined(separator: ", ")
        let by = people.isEmpty ? "" : " by \(people)"
        let changes = board.entries.counted("change")
        let title = onlyNames ? "" : Self.title(of: board, in: folder)
        let state = board.trouble?.string ?? title + changes + by
        return (name: board.name.string, text: "\(date)  \(state)")
      }
      try Report.result(onlyNames ? rows.map { $0.name + "\n" }.joined() : Report.table(rows))
    }

    /// Returns the first words of a board without a name, as the list in the program calls it. The
    /// first column has the date, by which a command finds the board.
    private static func title(of board: BoardSummary, in folder: BoardFolder) -> String {
      guard BoardTitle.isDate(board.name.string), board.trouble == nil else { return "" }
      let glance = folder.glance(at: board.path) { Miniature(of: $0) }
      return "“\(BoardTitle.shown(board.name, glance))”, "
    }
  }

  struct Rename: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename", abstract: "Give a board another name.")

    @Argument(help: "A board's name, or a file.", completion: BoardArgument.completion)
    var board: String
    @Argument(help: "The new name.")
    var name: String

    func run() throws {
      let folder = BoardFolder(AppPaths.current())
      guard let name = BoardFileName(name) else {
        throw UserError(
          "“\(UserError.shown(name))” cannot be a board's name.", code: UserError.usage)
      }
      _ = try folder.rename(try folder.existing(try .parsing(board)), to: name)
    }
  }

  struct Duplicate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "duplicate", abstract: "Copy a board and print the copy's name.")

    @Argument(help: "A board's name, or a file.", completion: BoardArgument.completion)
    var board: String

    func run() throws {
      let folder = BoardFolder(AppPaths.current())
      let copy = try folder.duplicate(try folder.existing(try .parsing(board)))
      try Report.result(BoardFileName.shown(path: copy).string + "\n")
    }
  }

  struct Trash: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "trash", abstract: "Move a board to the trash. `untrash` brings it back.")

    @Argument(help: "A board's name, or a file.", completion: BoardArgument.completion)
    var board: String

    func run() throws {
      let folder = BoardFolder(AppPaths.current())
      _ = try folder.trash(try folder.existing(try .parsing(board)))
    }
  }

  struct Untrash: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "untrash",
      abstract: "Take a board out of the trash. Without a name, list the boards in the trash.")

    @Argument(help: "The board's name.")
    var board: String?

    func run() throws {
      let folder = BoardFolder(AppPaths.current())
      guard let board else { return try List.show(trashed: true) }
      _ = try folder.untrash(try folder.trashed(board))
    }
  }
}
