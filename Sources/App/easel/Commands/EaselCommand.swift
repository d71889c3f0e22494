import ArgumentParser

/// The root of the commands.
struct EaselCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "easel",
    abstract: "A whiteboard that lives in the terminal.",
    usage: """
      easel [<board>] [<options>]
      easel <subcommand>
      """,
    discussion: """
      `easel` without a command opens a board to draw on. `easel plan` opens the board “plan”, and \
      `easel` alone begins a new one. A board is a name or a file. A text with a slash, or one that \
      ends in .easel, is a file. Named boards are in $XDG_DATA_HOME/easel. Text on standard input \
      becomes the paper under the ink. `easel draw --help` lists the options: --paper, --alone, \
      --theme, --ink, --name and --color.

      To draw together: two easels of one user on one machine connect by themselves. S shares in one, \
      and S joins in the other. In a single one, I makes a ticket. For other people, `easel host plan` shows a command with a ticket, \
      which they run. `easel join` asks for the ticket, and `easel view` only watches. `easel join @ann` \
      asks another user of this machine to let you in.

      Over ssh, without a ticket: `easel join ssh://you@there` draws with the Easel that is open there. \
      `easel deploy ssh://you@there` copies this easel to that machine first. If you don't have Easel, use \
      the copy on that machine: `ssh -t there easel join @ann`.

      `V` shows the film of a board while you draw, and `easel replay plan` shows it without drawing. \
      In a session, V asks whether everybody watches it together.

      `easel help script` explains the script language of `easel play` and `easel record`.
      """,
    version: Version.string,
    subcommands: [
      DrawCommand.self, HostCommand.self, JoinCommand.self, ViewCommand.self, RelayCommand.self,
      DeployCommand.self,
      RenderCommand.self, ReplayCommand.self, PlayCommand.self, RecordCommand.self,
      BoardsCommand.self,
      DemoCommand.self, ThemesCommand.self, DoctorCommand.self, ResetTerminalCommand.self,
    ],
    defaultSubcommand: DrawCommand.self)

  /// All words that name a command.
  static var names: [String] {
    configuration.subcommands.map { $0._commandName } + ["help"]
  }
}

enum Version {
  static let string = "0.1.0"
}
