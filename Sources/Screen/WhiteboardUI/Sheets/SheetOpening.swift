import BoardDocument
import BoardModel
import BoardView
import ScreenContract

/// Opens sheets, each with its first choice. The session opens its own sheets.
enum SheetOpening {
  static func open(
    _ name: SheetName, _ tools: ToolSettings, available: [Tool], on surface: Surface,
    hasNotices: Bool, _ requests: Requests
  ) {
    switch name {
    case .help: requests.open(Sheet(.help))
    case .commands: requests.open(Sheet(.commands(query: ""), selected: 1))
    case .tools:
      let index = available.firstIndex(of: tools.tool) ?? 0
      requests.open(Sheet(.tools, selected: index))
    case .colors:
      let index = PaletteColor(tools.color)?.rawValue ?? 0
      requests.open(Sheet(.colors(typed: ""), selected: index))
    case .boards:
      requests.open(Sheet(.boards(BoardList())))
      requests.append(.listBoards)
    case .themes:
      let current = surface.theme
      let index = surface.themes.firstIndex { $0.name == current.name } ?? 0
      requests.open(Sheet(.themes(before: current), selected: index))
    case .picture: requests.open(Sheet(.picture(path: "")))
    case .export: requests.open(Sheet(.export))
    case .newSession: requests.open(Sheet(.newSession))
    case .settings: requests.open(Sheet(.settings))
    case .notices:
      guard hasNotices else { return requests.notify("No messages yet.") }
      requests.append(.notice(.dismiss))
      requests.open(Sheet(.notices))
    case .people, .invite, .leaving, .offer, .knock, .ring, .meeting, .arrange: break
    }
  }
}
