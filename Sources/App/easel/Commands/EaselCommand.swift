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
      Without a command, `easel` draws: on a fresh board, or on the one that is named. A board is \
      a name, kept in $XDG_DATA_HOME/easel, or a file (anything with a slash in it, or ending in \
      .easel). Text on standard input becomes the paper under the ink. `easel draw --help` lists what \
      drawing takes: --paper, --alone, --theme, --ink, --name and --color.

      To draw together: two easels of one user on one machine meet by themselves; S shares in one, and \
      S joins in the other. For others, `easel host plan` shows a ticket, for which `easel join -` asks \
      elsewhere (`easel view -` only watches). `easel join @ann` knocks at the door of another user \
      of this machine.

      Over ssh, with nothing open and no ticket: `easel join ssh://you@there` draws with what is open \
      there, and `easel deploy ssh://you@there` puts this easel there first. Who has no easel joins by \
      the one that is there: `ssh -t there easel join @ann`.
      """,
    version: Version.string,
    subcommands: [
      DrawCommand.self, HostCommand.self, JoinCommand.self, ViewCommand.self, RelayCommand.self,
      DeployCommand.self,
      RenderCommand.self, PlayCommand.self, RecordCommand.self, BoardsCommand.self,
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
