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
      easel plan                         draw on “plan”; easel alone begins a board
      git diff | easel                   draw on a text
      easel host plan                    draw with others, who get a command
      easel render plan --output p.svg   make a picture of it

      A board is a name, or a file if the text has a slash or ends in .easel. Press ? for all keys. \
      `easel draw --help` lists the options for drawing.

      Two easels of one user on one machine connect by themselves: S shares. Other people join with a \
      ticket (`easel host`), as users of this machine (`easel join @ann`; `easel ring bo` invites bo), \
      or over ssh (`easel join ssh://you@there`; `easel deploy` copies Easel there first).

      `easel take` goes on here with what you draw in another terminal.

      V shows the film of a board. `easel help script` explains the scripts of `easel play` and \
      `easel record`, and `easel help reach` how guests come from another network.
      """,
    version: Version.string,
    subcommands: [
      DrawCommand.self, HostCommand.self, JoinCommand.self, ViewCommand.self, RingCommand.self,
      TakeCommand.self,
      RelayCommand.self,
      DeployCommand.self,
      RenderCommand.self, ReplayCommand.self, PlayCommand.self, RecordCommand.self,
      BoardsCommand.self, PeopleCommand.self,
      DemoCommand.self, ThemesCommand.self, DoctorCommand.self, ResetTerminalCommand.self,
      PictureDecodeCommand.self,
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
