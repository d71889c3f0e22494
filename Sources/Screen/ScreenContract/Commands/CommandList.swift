import BoardModel
import BoardRendering
import BoardView
import CellFrame

/// A command with its name.
package struct NamedCommand: Hashable, Sendable {
  /// The name in the settings. Never change a name, because the settings of users have it.
  package let name: String
  package let title: String
  package let command: Command
}

/// Commands that belong together.
package struct CommandGroup: Hashable, Sendable {
  package let title: String
  package let commands: [NamedCommand]

  package init(title: String, commands: [NamedCommand]) {
    (self.title, self.commands) = (title, commands)
  }
}

/// All commands that need no further choice, as the command palette and the settings name them.
package enum CommandList {
  package static let groups = [tools, ink, edit, board, view, together, program]

  /// Returns the command with a name of the settings.
  package static func command(named name: String) -> Command? {
    all.first { $0.name == name }?.command
  }

  package static let all = groups.flatMap(\.commands)

  private static let tools = group(
    "Tools",
    Tool.allCases.map {
      ($0.title.lowercased(), "\($0.title): \($0.explanation(mayDraw: true))", .tool($0))
    })

  private static let ink = group(
    "Colour and width",
    [
      ("colors", "Choose a colour", .show(.colors)), ("thinner", "Thinner", .thinner),
      ("thicker", "Thicker", .thicker),
      ("letters-large", "Large text", .letterSize(.large)),
      ("letters-normal", "Normal text", .letterSize(.normal)),
      ("filled", "Fill shapes: on / off", .toggleFill),
      ("rounded", "Round corners of boxes: on / off", .toggleLook(.rounded)),
      ("dashed", "Dashed lines: on / off", .toggleLook(.dashed)),
      ("solid", "Full colour inside shapes: on / off", .toggleLook(.solid)),
      ("elbow", "Lines and arrows: square or automatic", .toggleLook(.elbow)),
      ("straight", "Lines and arrows: straight or automatic", .toggleLook(.straight)),
      ("snap", "Snap to 45 degrees, squares, circles", .toggleConstraint),
      ("stick", "Stick lines and arrows to shapes", .toggleSticking),
      ("guides", "Guides for what is dragged: on / off", .toggleGuides),
    ]
      + PaletteColor.allCases.map {
        ("color-\($0.name)", "Colour: \($0.name)", .color($0.color))
      }
      + ToolSettings.widths.map { ("width-\($0)", "Width \($0)", .width($0)) })

  private static let edit = group(
    "Edit",
    [
      ("undo", "Undo", .undo), ("redo", "Redo", .redo),
      ("restore", "Restore the latest clear or erasing", .restore), ("clear", "Clear", .clear),
      ("select-all", "Select all", .selection(.selectAll)), ("copy", "Copy", .selection(.copy)),
      ("cut", "Cut", .selection(.cut)), ("paste", "Paste", .selection(.paste)),
      ("picture", "Place a picture", .show(.picture)),
      ("duplicate", "Duplicate", .selection(.duplicate)), ("delete", "Delete", .selection(.delete)),
      ("to-front", "Bring to the front", .selection(.toFront)),
      ("to-back", "Send to the back", .selection(.toBack)),
      ("group", "Group or ungroup", .selection(.toggleGroup)),
      ("next", "Next shape, with an arrow to it", .selection(.next(nil))),
      ("next-right", "Next shape to the right", .selection(.next(.right))),
      ("next-left", "Next shape to the left", .selection(.next(.left))),
      ("next-up", "Next shape above", .selection(.next(.up))),
      ("next-down", "Next shape below", .selection(.next(.down))),
      ("arrange", "Align or distribute", .show(.arrange)),
      ("align-left", "Align left sides", .selection(.align(.left))),
      ("align-center", "Centre in a column", .selection(.align(.center))),
      ("align-right", "Align right sides", .selection(.align(.right))),
      ("align-top", "Align tops", .selection(.align(.top))),
      ("align-middle", "Centre in a row", .selection(.align(.middle))),
      ("align-bottom", "Align bottoms", .selection(.align(.bottom))),
      ("distribute-across", "Distribute from left to right", .selection(.distributeAcross)),
      ("distribute-down", "Distribute from top to bottom", .selection(.distributeDown)),
    ])

  private static let board = group(
    "Board",
    [
      ("new-session", "New board", .show(.newSession)), ("boards", "Boards", .show(.boards)),
      ("export", "Export: save as a picture or a text", .show(.export)),
      ("export-text", "Export as a text", .export(.text)),
      ("export-ansi", "Export as a text in colour (ANSI)", .export(.ansi)),
      ("export-svg", "Export as a picture (SVG)", .export(.svg)),
      ("export-png", "Export as a picture (PNG)", .export(.png)),
      ("save-copy", "Save a copy elsewhere", .saveCopy),
    ])

  private static let view = group(
    "View",
    [
      ("tool-palette", "Tool palette: names, icons or hidden", .foldPalette),
      ("zoom-in", "Zoom in", .zoomIn), ("zoom-out", "Zoom out", .zoomOut),
      ("fit", "Show all, or go to 100 %", .fit),
      ("fill-screen", "Fill the screen with the page", .fill),
      ("home", "Go to the corner of the page", .home), ("show-all", "Show everything drawn", .end),
      ("find", "Find in text paper", .search(.open)),
      ("replay", "Film of this board", .replay(.open)),
      ("line-numbers", "Line numbers of text paper: show or hide", .toggleLineNumbers),
      ("page-up", "Scroll up", .pageUp), ("page-down", "Scroll down", .pageDown),
      ("themes", "Themes", .show(.themes)),
      ("ink-auto", "Ink that suits the terminal", .automaticRaster),
      ("ink-pixels", "Ink in pixels, where the terminal shows them", .pixelInk),
      ("ink-mixed", "Ink in mixed signs: lines, dots and blocks", .raster(.mixed)),
      ("ink-mixed-sextants", "Ink in lines and sextants", .raster(.mixedSextants)),
      ("ink-mixed-octants", "Ink in lines and octants", .raster(.mixedOctants)),
      ("ink-mixed-half", "Ink in lines and half blocks", .raster(.mixedHalf)),
      ("ink-braille", "Ink in braille dots", .raster(.braille)),
      ("ink-half", "Ink in half blocks", .raster(.half)),
      ("ink-quadrants", "Ink in quadrants, 2 by 2 blocks", .raster(.quadrants)),
      ("ink-sextants", "Ink in sextants, 2 by 3 blocks", .raster(.sextants)),
      ("ink-octants", "Ink in octants, 2 by 4 blocks", .raster(.octants)),
      ("ink-ascii", "Ink in ASCII", .raster(.ascii)),
      ("mouse", "Release the mouse, or take it back", .toggleMouse),
      ("redraw", "Redraw the screen", .redraw),
    ])

  private static let together = group(
    "Together",
    [
      ("share", "Share this board, or join", .session(.share)),
      ("invite", "Invite", .show(.invite)),
      ("nearby", "Look for people nearby", .session(.lookAround)),
      ("admit", "Answer people who ask to join", .show(.knock)),
      ("people", "People", .show(.people)), ("leave", "Leave the session", .show(.leaving)),
      ("follow", "Follow somebody's view", .session(.toggleFollow)),
      ("look-here", "Look here: show everyone your view", .session(.lookHere)),
      ("speak", "Say something at your pointer", .session(.speak)),
      ("replay-together", "Film of this board for everybody in the session", .replay(.openForAll)),
      ("previous-board", "Back to the previous board", .session(.previousBoard)),
    ])

  private static let program = group(
    "Easel",
    [
      ("commands", "Search all commands", .show(.commands)), ("help", "Help", .show(.help)),
      ("notices", "Recent messages", .show(.notices)),
      ("settings", "Settings: the file and its values", .show(.settings)),
      ("suspend", "Suspend Easel", .suspend), ("quit", "Quit", .quit),
      ("copy-or-quit", "Copy (twice: quit)", .copyOrQuit),
    ])

  private static func group(
    _ title: String, _ commands: [(String, String, Command)]
  ) -> CommandGroup {
    CommandGroup(
      title: title,
      commands: commands.map { NamedCommand(name: $0.0, title: $0.1, command: $0.2) })
  }
}

extension CommandList {
  /// Words by which users may search for a command whose title has other words.
  private static let furtherWords = [
    "replay": "what happened recording history", "replay-together": "replay what happened",
    "elbow": "bends", "straight": "without bends", "align-center": "align middles centers",
    "invite": "ring ticket guest join", "nearby": "meet person room network",
    "align-middle": "align middles centers", "align-top": "align upper sides",
    "align-bottom": "align lower sides", "copy-or-quit": "selection", "eraser": "strokes",
  ]

  /// Returns the commands whose title, name or further words have all words of the query. Commands come first in which more
  /// words of the query begin a word, and among these the ones that begin with the query.
  package static func matches(_ query: String, among commands: [NamedCommand]) -> [NamedCommand] {
    let words = query.lowercased().split(separator: " ")
    guard !words.isEmpty else { return commands }
    func rank(_ named: NamedCommand) -> Int? {
      let title = named.title.lowercased()
      let more = furtherWords[named.name] ?? ""
      let isFound = words.allSatisfy { word in
        [title, named.name, more].contains { $0.contains(word) }
      }
      guard isFound else { return nil }
      let parts = title.split { !$0.isLetter && !$0.isNumber }
      let begun = words.count { word in parts.contains { $0.hasPrefix(word) } }
      return 2 * begun + (title.hasPrefix(words[0]) ? 1 : 0)
    }
    let found = commands.compactMap { named in rank(named).map { (named, $0) } }
    let ranks = Set(found.map(\.1)).sorted(by: >)
    return ranks.flatMap { rank in found.filter { $0.1 == rank }.map(\.0) }
  }
}
