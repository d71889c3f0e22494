import BoardDocument
import BoardModel
import BoardView
import CellFrame
import ScreenContract

/// The bottom line: the session's commands, a hint for the chosen tool, undo and redo, and the ways
/// to all other commands. If the screen shows no tool palette, the line has the tools as well.
struct ControlBar: Hashable, Sendable {
  var tools: ToolSettings
  var keymap = Keymap()
  var canUndo: Bool
  var canRedo: Bool
  var availableTools: [Tool]
  /// Whether the tool palette is on the screen.
  var hasPalette = false
  /// The effect of the mouse now; the longest form comes first.
  var hints: [String] = []
  /// Whether the hint names the keys that change the selection. In a bar with tools, such a hint stays
  /// longer.
  var hasSelection = false
  /// False for a watcher. The bar then offers no command that changes the board.
  var mayDraw = true
  /// Nil if there is no call.
  var togetherness: Togetherness?
  /// Whether somebody joined the session a moment ago.
  var hasNewcomer = false
  /// Whether the board has a film to show.
  var hasFilm = false
  /// The number of people who ask to join the call and wait for an answer.
  var waitingGuests = 0
  var chrome: Chrome
  /// The search that takes the place of the bar; nil if none is open.
  var search: SearchBar?
  /// The bar of the film, which takes the place of the bar; nil if no film is shown.
  var replay: ReplayBar?

  /// The next step towards drawing together, or the number of people in the session.
  enum Togetherness: Hashable, Sendable {
    case alone, eligible
    case offered(isDeclined: Bool)
    /// The session starts when another person arrives.
    case waiting
    /// The number of people, this user included.
    case session(Int)
  }

  private enum Group: Int {
    case together, session, export, film, tools, colors, widths, hint, history, more
  }

  /// The order in which groups become narrower if there is too little room. In a bar with tools,
  /// colours, widths and the hint go before the tools' keys.
  private static let foldsBesidePalette = [
    Group.film, .export, .more, .session, .hint, .session, .hint, .together, .history, .film, .hint,
    .together, .history, .more, .history,
  ].map(\.rawValue)
  private static let foldsWithTools = [
    Group.film, .export, .widths, .hint, .hint, .tools, .more, .history, .colors, .session, .film,
    .hint, .together, .colors, .history, .session, .tools, .together, .tools, .session, .history,
    .more,
  ].map(\.rawValue)

  private static let foldsOnSelection = [
    Group.film, .export, .widths, .more, .session, .history, .hint, .tools, .session, .tools, .film,
    .colors, .hint, .history, .together, .colors, .more, .together, .tools, .hint, .session,
    .history, .hint,
  ].map(\.rawValue)

  private var folds: [Int] {
    if hasPalette { return Self.foldsBesidePalette }
    return hasSelection ? Self.foldsOnSelection : Self.foldsWithTools
  }

  func layout(columns: Int) -> BarLayout {
    if let replay { return replay.layout(columns: columns) }
    if let search { return search.layout(columns: columns) }
    func forDrawing(_ group: BarGroup) -> BarGroup { mayDraw ? group : BarGroup([]) }
    func inBar(_ group: BarGroup) -> BarGroup { hasPalette ? BarGroup([]) : group }
    return BarLayout(
      [
        together, forDrawing(session), export, film, inBar(toolbox), inBar(forDrawing(colors)),
        inBar(forDrawing(widths)), hint, forDrawing(history), more,
      ],
      folds: folds, columns: columns)
  }

  /// The group about drawing together. While people ask to join the call, their number comes first.
  private var together: BarGroup {
    guard waitingGuests > 0, togetherness != nil else { return togetherAlready }
    let signs = ["S Admit \(waitingGuests)", "Admit \(waitingGuests)", "A\(waitingGuests)"]
    return BarGroup(
      zip(signs, togetherAlready.forms).map { sign, form in
        [BarPiece(sign, .active, .show(.knock))] + gap + form
      })
  }

  private var togetherAlready: BarGroup {
    let share = Command.session(.share)
    switch togetherness {
    case nil: return BarGroup([])
    case .alone: return single("Invite", .show(.invite))
    case .eligible: return single("Share", share, .active)
    case .offered(let isDeclined): return single("Join", share, isDeclined ? .button : .active)
    case .waiting:
      let show = Command.show(.invite)
      return BarGroup([
        [BarPiece("Waiting for a guest", .active, show)],
        [BarPiece("Waiting", .active, show)], [BarPiece(chrome.ellipsis, .active, show)],
      ])
    case .session(let count):
      let (invite, people, leave) = (
        Command.show(.invite), Command.show(.people), Command.show(.leaving)
      )
      let part: Theme.Part = hasNewcomer ? .active : .button
      return BarGroup([
        button("Invite", invite) + gap + button("People \(count)", people, part) + gap
          + button("Leave", leave),
        [
          BarPiece("Invite", invite), space, BarPiece("People \(count)", part, people), space,
          BarPiece("Leave", leave),
        ],
        hasPalette
          ? [BarPiece("People \(count)", part, people)]
          : [BarPiece("P\(count)", part, people), space, BarPiece(key(leave), .key, leave)],
      ])
    }
  }

  private func single(
    _ name: String, _ command: Command, _ part: Theme.Part = .button
  ) -> BarGroup {
    BarGroup([
      button(name, command, part), [BarPiece(name, part, command)],
      [BarPiece(key(command), part == .button ? .key : part, command)],
    ])
  }

  private var session: BarGroup {
    let (clear, new) = (Command.clear, Command.show(.newSession))
    let letters = [BarPiece(key(clear), .key, clear), space, BarPiece(key(new), .key, new)]
    return BarGroup(
      [
        button("Clear", clear) + gap + button("New board", new),
        button("Clear", clear) + gap + button("New", new),
      ]
        // Beside the tool palette there is room for words. Letters alone would be a riddle.
        + (hasPalette ? [[]] : [letters, []]))
  }

  private var export: BarGroup { BarGroup([button("Export", .show(.export)), []]) }

  private var film: BarGroup {
    let film = Command.replay(.open)
    guard hasFilm else { return BarGroup([]) }
    return BarGroup([button("Film", film), [BarPiece(key(film), .key, film)], []])
  }

  private var toolbox: BarGroup {
    func strip(_ label: (Tool) -> String) -> [BarPiece] {
      availableTools.map { tool in
        let isHeld = tool == tools.tool
        let (open, close) = isHeld ? ("[", "]") : (" ", " ")
        return BarPiece(open + label(tool) + close, isHeld ? .active : .button, .tool(tool))
      }
    }
    let held = tools.tool
    return BarGroup([
      strip { "\(key(.tool($0))) \($0.title)" },
      strip { key(.tool($0)) },
      [BarPiece("[\(key(.tool(held))) \(held.title)]", .active, .show(.tools))],
      [BarPiece("[\(key(.tool(held)))]", .active, .show(.tools))],
    ])
  }

  private var colors: BarGroup {
    let swatches = PaletteColor.allCases.map { color in
      BarPiece(
        chrome.swatch(of: color, isHeld: color.color == tools.color),
        swatch: color.color, .color(color.color))
    }
    let own = BarPiece(chrome.swatch, swatch: tools.color, .show(.colors))
    return BarGroup([swatches, [BarPiece("c ", .key, .show(.colors)), own], [own]])
  }

  private var widths: BarGroup {
    let strip = ToolSettings.widths.map { width in
      width == tools.width
        ? BarPiece("[\(width)]", .active, .width(width)) : BarPiece(" \(width) ", .width(width))
    }
    return BarGroup([[BarPiece("Width", .hint)] + strip, []])
  }

  /// The hint. Beside the tool palette it changes whenever the mouse moves over another tool. The
  /// buttons must not move then, so it gets the room that they leave.
  private var hint: BarGroup {
    let hints = hints.map { [BarPiece($0, .hint)] }
    if hasPalette, mayDraw { return BarGroup(rooms: Self.hintRooms, contents: hints) }
    return BarGroup(hints + (mayDraw ? [[]] : []))
  }

  /// The columns that the bar keeps for the hint beside the tool palette: enough for the long hint of
  /// each tool, for the short ones, and for none.
  private static let hintRooms = [36, 24, 14, 0]

  private var history: BarGroup {
    func part(_ can: Bool) -> Theme.Part { can ? .button : .disabled }
    let (undo, redo) = (part(canUndo), part(canRedo))
    return BarGroup(
      [
        button("Undo", .undo, undo) + gap + button("Redo", .redo, redo),
        [BarPiece("Undo", undo, .undo), space, BarPiece("Redo", redo, .redo)],
        [BarPiece(key(.undo), undo, .undo), space, BarPiece(key(.redo), redo, .redo)],
        [],
      ], isRight: true)
  }

  private var more: BarGroup {
    let (commands, help) = (Command.show(.commands), Command.show(.help))
    return BarGroup(
      [
        button("Commands", commands) + gap + button("Help", help),
        [BarPiece(key(commands), .key, commands), space, BarPiece(key(help), .key, help)],
        [BarPiece(key(help), .key, help)],
      ], isRight: true)
  }

  private var space: BarPiece { BarPiece(" ", .bar) }
  private var gap: [BarPiece] { [BarPiece("  ", .bar)] }

  private func key(_ command: Command) -> String { keymap.name(of: command) }

  /// Returns the key and the name of a command.
  private func button(
    _ name: String, _ command: Command, _ part: Theme.Part = .button
  ) -> [BarPiece] {
    let key = key(command)
    guard !key.isEmpty else { return [BarPiece(name, part, command)] }
    guard part == .button else { return [BarPiece("\(key) \(name)", part, command)] }
    return [BarPiece(key, .key, command), BarPiece(" \(name)", part, command)]
  }
}
