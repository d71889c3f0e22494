/// Carries out the commands that choose a tool, a colour or another setting of the tools.
enum ToolCommands {
  static func perform(
    _ command: Command, _ editor: inout Editor, in workspace: inout Workspace
  ) {
    switch command {
    case .tool(let tool):
      workspace.sheet = nil
      if tool == .laser, !workspace.hasCall { return workspace.notifyNoCall() }
      editor.choose(tool)
    case .color(let color):
      workspace.sheet = nil
      editor.choose(color, in: &workspace)
    default: editor.restyle(command, in: &workspace)
    }
  }
}
