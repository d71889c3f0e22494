import BoardDocument
import BoardModel
import CellFrame

/// The bottom line: the commands, by mouse and by key.
struct ControlBar: Hashable, Sendable {
  var tools: ToolSettings
  var canUndo: Bool
  var canRedo: Bool
  var availableTools: [Tool]
  /// False for a watcher. The bar then offers no command that changes the board.
  var mayDraw = true
  /// Nil if there is no call.
  var togetherness: Togetherness?
  /// The number of people who ask to join the call and wait for an answer.
  var waitingGuests = 0
  var chrome: Chrome

  /// The next step towards drawing together, or the number of people in the session.
  enum Togetherness: Hashable, Sendable {
    case alone, eligible
    case offered(isDeclined: Bool)
    /// The session starts when another person arrives.
    case waiting
    /// The number of people, this user included.
    case session(Int)
  }

  /// The order in which groups become narrower if there is too little room. Long texts go before
  /// names, and names before keys. Commands that the menu also offers go before commands that the
  /// user needs all the time.
  private static let folds = [
    Group.colors, .session, .more, .history, .tools, .widths, .tools, .colors, .together, .tools,
    .colors, .session, .history, .together, .tools, .more,
  ].map(\.rawValue)
  /// The order in a session, where the bar has more commands. The tools stay longest.
  private static let foldsTogether = [
    Group.colors, .session, .together, .more, .history, .tools, .widths, .tools, .colors, .history,
    .session, .together, .tools, .colors, .tools, .more, .session,
  ].map(\.rawValue)

  private enum Group: Int { case together, session, tools, colors, widths, history, more }

  func layout(columns: Int) -> BarLayout {
    func ofUse(_ group: BarGroup) -> BarGroup { mayDraw ? group : BarGroup([]) }
    return BarLayout(
      [
        together, ofUse(session), toolbox, ofUse(colors), ofUse(widths), ofUse(history), more,
      ],
      folds: isInSession ? Self.foldsTogether : Self.folds, columns: columns)
  }

  private var isInSession: Bool { if case .session = togetherness { true } else { false } }

  /// The group about drawing together. While people ask to join the call, their number comes first.
  private var together: BarGroup {
    guard waitingGuests > 0, togetherness != nil else { return togetherAlready }
    let signs = ["Door \(waitingGuests) S", "Door \(waitingGuests)", "D\(waitingGuests)"]
    return BarGroup(
      zip(signs, togetherAlready.forms).map { sign, form in
        [BarPiece(sign, .active, .show(.knock)), gap] + form
      })
  }

  private var togetherAlready: BarGroup {
    let share = Command.session(.share)
    switch togetherness {
    case nil: return BarGroup([])
    case .alone: return single("Invite", "I", .show(.invite))
    case .eligible: return single("Share", "S", share, .active)
    case .offered(let isDeclined):
      return single("Join", "S", share, isDeclined ? .button : .active)
    case .waiting:
      let show = Command.show(.invite)
      return BarGroup([
        [BarPiece("Waiting for somebody", .active, show)],
        [BarPiece("Waiting", .active, show)], [BarPiece(chrome.ellipsis, .active, show)],
      ])
    case .session(let count):
      let (invite, people, leave) = (
        Command.show(.invite), Command.show(.people), Command.show(.leaving)
      )
      return BarGroup([
        [
          button("Invite", "I", invite), gap, BarPiece("People \(count) P", .active, people), gap,
          button("Leave", "Q", leave),
        ],
        [
          BarPiece("Invite", invite), gap, BarPiece("People \(count)", .active, people), gap,
          BarPiece("Leave", leave),
        ],
        [BarPiece("P\(count)", .active, people), gap, BarPiece("Q", leave)],
      ])
    }
  }

  private func single(
    _ name: String, _ key: String, _ command: Command, _ part: Theme.Part = .button
  ) -> BarGroup {
    BarGroup([
      [button(name, key, command, part)], [BarPiece(name, part, command)],
      [BarPiece(key, part, command)],
    ])
  }

  private var session: BarGroup {
    let (clear, new) = (Command.clear, Command.show(.newSession))
    return BarGroup([
      [button("Clear", "C", clear), gap, button("New session", "N", new)],
      [BarPiece("Clear", clear), gap, BarPiece("New", new)],
      [BarPiece("C", clear), gap, BarPiece("N", new)],
      [],
    ])
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
      strip { "\($0.key) \($0.title)" },
      strip { String($0.key) },
      denseTools,
      [BarPiece("[\(held.key) \(held.title)]", .active, .show(.tools))],
      [BarPiece("[\(held.key)]", .active, .show(.tools))],
    ])
  }

  /// The tools in their narrowest form: two neighbours share the one column between them.
  private var denseTools: [BarPiece] {
    var pieces: [BarPiece] = []
    var wasHeld = false
    for tool in availableTools {
      let isHeld = tool == tools.tool
      let edge = isHeld ? "[" : wasHeld ? "]" : " "
      pieces.append(BarPiece(edge + String(tool.key), isHeld ? .active : .button, .tool(tool)))
      wasHeld = isHeld
    }
    return pieces + [BarPiece(wasHeld ? "]" : " ")]
  }

  private var colors: BarGroup {
    func swatches(_ columns: Int) -> [BarPiece] {
      PaletteColor.allCases.map { color in
        let isHeld = color.color == tools.color
        let sign = String(repeating: isHeld ? chrome.heldSwatch : chrome.swatch, count: columns)
        return BarPiece(sign, swatch: color.color, .color(color.color))
      }
    }
    let own = BarPiece(chrome.swatch, swatch: tools.color, .show(.palette))
    return BarGroup([
      [BarPiece("c ", .show(.palette))] + swatches(2),
      swatches(1),
      [BarPiece("c ", .show(.palette)), own],
      [own],
    ])
  }

  private var widths: BarGroup {
    let strip = ToolSettings.widths.map { width in
      width == tools.width
        ? BarPiece("[\(width)]", .active, .width(width)) : BarPiece(" \(width) ", .width(width))
    }
    return BarGroup([[BarPiece("Width", .hint)] + strip, []])
  }

  private var history: BarGroup {
    func part(_ can: Bool) -> Theme.Part { can ? .button : .disabled }
    let (undo, redo) = (part(canUndo), part(canRedo))
    return BarGroup(
      [
        [button("Undo", "u", .undo, undo), gap, button("Redo", "U", .redo, redo)],
        [BarPiece("Undo", undo, .undo), gap, BarPiece("Redo", redo, .redo)],
        [BarPiece("u", undo, .undo), gap, BarPiece("U", redo, .redo)],
      ], isRight: true)
  }

  private var more: BarGroup {
    let menu = Command.show(.menu)
    return BarGroup(
      [
        [button("Help", "?", .show(.help)), gap, button("Menu", "Tab", menu)],
        [BarPiece("?", .show(.help)), gap, BarPiece("Menu", menu)],
        [BarPiece("?", .show(.help)), gap, BarPiece(chrome.menu, menu)],
      ], isRight: true)
  }

  private var gap: BarPiece { BarPiece(" ", .bar) }

  private func button(
    _ name: String, _ key: String, _ command: Command, _ part: Theme.Part = .button
  ) -> BarPiece {
    BarPiece("\(name) \(key)", part, command)
  }
}
