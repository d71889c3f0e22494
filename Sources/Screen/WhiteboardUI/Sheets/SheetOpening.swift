import BoardDocument
import BoardModel

/// Opens sheets, each with its first choice.
enum SheetOpening {
  /// Opens a sheet.
  static func open(
    _ name: SheetName, _ tools: ToolSettings, _ panel: inout SessionPanel, _ presence: Presence,
    in workspace: inout Workspace
  ) {
    workspace.closeSheet()
    switch name {
    case .help: workspace.sheet = Sheet(.help)
    case .commands:
      workspace.sheet = Sheet(.commands(query: ""), selected: 1)
    case .tools:
      let place = workspace.availableTools.firstIndex(of: tools.tool) ?? 0
      workspace.sheet = Sheet(.tools, selected: place)
    case .colors:
      let place = PaletteColor(tools.color)?.rawValue ?? 0
      workspace.sheet = Sheet(.colors(typed: ""), selected: place)
    case .boards:
      workspace.sheet = Sheet(.boards(BoardList()))
      workspace.effects.append(.listBoards)
    case .themes:
      let current = workspace.theme
      let place = workspace.themes.firstIndex { $0.name == current.name } ?? 0
      workspace.sheet = Sheet(.themes(before: current), selected: place)
    case .export: workspace.sheet = Sheet(.export)
    case .people, .invite, .leaving, .offer, .knock:
      panel.openSheet(name, presence, in: &workspace)
    case .newSession: workspace.sheet = Sheet(.newSession)
    case .settings: workspace.sheet = Sheet(.settings)
    case .notices:
      if workspace.notices.latest.isEmpty { return workspace.notify("No messages yet.") }
      workspace.notices.dismiss()
      workspace.sheet = Sheet(.notices)
    }
  }
}
