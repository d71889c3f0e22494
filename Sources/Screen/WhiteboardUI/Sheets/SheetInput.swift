import BoardDocument
import BoardModel
import CellFrame
import EaselBase

/// Handles keys and the mouse in the open sheet.
struct SheetInput {
  let layout: SheetLayout

  private var page: SheetPage { layout.page }
  var isTyping: Bool { page.typing != nil || page.query != nil }

  // MARK: The mouse

  /// Whether a drag from this cell draws although the sheet is open: the cell is on the canvas, and
  /// the sheet opened by itself or waits for a guest.
  func letsDraw(at cell: CellPoint, in workspace: Workspace) -> Bool {
    let kind = workspace.sheet?.kind
    let isOffer = if case .offer = kind { true } else { false }
    return (isOffer || kind?.isInvitation == true) && workspace.view.canvas.contains(cell)
      && layout.hit(cell) == .outside
  }

  /// Returns the command of the pressed row or button.
  func press(at cell: CellPoint, in workspace: inout Workspace) -> Command? {
    switch layout.hit(cell) {
    case .outside: return .closeSheet
    case .inside: return nil
    case .button(let command): return command
    case .row(let index): return press(row: index, in: &workspace)
    }
  }

  /// Handles a click on a row. In the lists of boards and themes, the first click selects the row
  /// and the second click gives its command. Any other row gives its command at once.
  private func press(row index: Int, in workspace: inout Workspace) -> Command? {
    guard page.isList else { return nil }
    let needsTwo =
      switch workspace.sheet?.kind {
      case .boards, .themes: true
      default: false
      }
    let wasChosen = workspace.sheet?.selected == index
    select(index, in: &workspace)
    return !needsTwo || wasChosen ? chosenCommand(in: &workspace) : nil
  }

  // MARK: Keys

  /// Returns the command of the key.
  func handle(_ key: Key, in workspace: inout Workspace) -> Command? {
    if page.query != nil, search(key, in: &workspace) { return nil }
    if page.typing != nil, type(key, in: &workspace) { return nil }
    switch key {
    case .escape where workspace.sheet?.kind.isBehindInvite == true: return .show(.invite)
    case .escape, .tab: return .closeSheet
    case .enter where page.query != nil: return chosenCommand(in: &workspace)
    case .character("q") where !hasRow(for: "q"): return .closeSheet
    case .up: move(by: -1, in: &workspace)
    case .down: move(by: 1, in: &workspace)
    case .character("k") where !hasRow(for: "k"): move(by: -1, in: &workspace)
    case .character("j") where !hasRow(for: "j"): move(by: 1, in: &workspace)
    case .pageUp: move(by: -pageRows(in: workspace), in: &workspace)
    case .pageDown: move(by: pageRows(in: workspace), in: &workspace)
    case .home: move(by: -Self.manyRows, in: &workspace)
    case .end: move(by: Self.manyRows, in: &workspace)
    case .enter, .character(" "): return chosenCommand(in: &workspace)
    case .character(let character): return command(of: character, in: &workspace)
    default: break
    }
    return nil
  }

  private static let manyRows = 1_000_000

  private func pageRows(in workspace: Workspace) -> Int { max(workspace.view.canvasRows - 3, 1) }

  /// Whether the key of the notices shows them from this sheet: no text is typed, and no row has the
  /// key. The top line names the key then, because a notice may be too long for the line.
  func showsNotices(in workspace: Workspace) -> Bool {
    !isTyping && !hasRow(for: workspace.keymap.name(of: .show(.notices)))
  }

  private func hasRow(for key: String) -> Bool { page.rows.contains { $0.key == key } }

  private func command(of character: Character, in workspace: inout Workspace) -> Command? {
    switch (workspace.sheet?.kind, character) {
    case (.boards, "r"): return .board(.rename)
    case (.boards, "d"): return .board(.duplicate)
    case (.boards, "x"): return .board(.trash)
    case (.boards, "e"): return .show(.export)
    case (.colors, "#"):
      workspace.sheet?.selected = page.rows.count - 1
      return nil
    case (.offer, "S"):
      workspace.sheet?.selected = 0
      return chosenCommand(in: &workspace)
    case (.help, "?"), (.notices, "n"): return .closeSheet
    default: break
    }
    guard let index = page.rows.firstIndex(where: { $0.key == String(character) }) else {
      let isNotices = String(character) == workspace.keymap.name(of: .show(.notices))
      return isNotices && showsNotices(in: workspace) ? .show(.notices) : nil
    }
    workspace.sheet?.selected = index
    return chosenCommand(in: &workspace)
  }

  // MARK: Rows

  /// Selects another row. Scrolls if the page has no rows to choose.
  func move(by rows: Int, in workspace: inout Workspace) {
    select((workspace.sheet?.selected ?? 0) + rows, in: &workspace)
  }

  private func select(_ index: Int, in workspace: inout Workspace) {
    let last = page.isList ? page.rows.count - 1 : page.rows.count - layout.shown.count
    var selected = min(max(index, 0), max(last, 0))
    if page.isList {
      let step = index < (workspace.sheet?.selected ?? 0) ? -1 : 1
      selected = page.selectable(near: selected, step: step)
    }
    workspace.sheet?.selected = selected
    // A selected theme is shown at once.
    if case .themes = workspace.sheet?.kind, workspace.themes.indices.contains(selected) {
      workspace.use(workspace.themes[selected])
    }
  }

  /// Returns the command of the selected row.
  private func chosenCommand(in workspace: inout Workspace) -> Command? {
    guard let sheet = workspace.sheet, page.isList, !page.rows.isEmpty else { return nil }
    if case .boards = sheet.kind { return .board(.open) }
    let index = min(max(sheet.selected, 0), page.rows.count - 1)
    guard let command = page.rows[index].command else { return nil }
    if page.query != nil { workspace.sheet = nil }
    return command
  }

  // MARK: Searching

  /// Handles a key of the search. Returns false for a key that is no part of a search.
  private func search(_ key: Key, in workspace: inout Workspace) -> Bool {
    let query = page.query ?? ""
    switch key {
    case .character(let character): setQuery(query + String(character), in: &workspace)
    case .backspace: setQuery(String(query.dropLast()), in: &workspace)
    default: return false
    }
    return true
  }

  private func setQuery(_ query: String, in workspace: inout Workspace) {
    let isBlank = query.allSatisfy(\.isWhitespace)
    let shown = SafeText(query, limit: .title).string + (query.hasSuffix(" ") ? " " : "")
    workspace.sheet = Sheet(
      .commands(query: isBlank ? "" : shown), selected: isBlank ? 1 : 0)
  }

  // MARK: Typing: a colour, a board's new name

  /// Handles a key while the user types in the sheet. Returns false for a key that has no use in
  /// typing.
  private func type(_ key: Key, in workspace: inout Workspace) -> Bool {
    switch key {
    case .character(let character): workspace.sheet?.type(String(character))
    case .backspace: workspace.sheet?.deleteBackward()
    case .enter:
      guard let name = workspace.sheet?.removeNewName() else { return false }
      BoardListActions.rename(to: name, in: &workspace)
    case .escape: return workspace.sheet?.removeNewName() != nil
    default:
      // While the user types a name, these keys change the name, and the selection stays on its
      // board.
      guard case .boards(var list) = workspace.sheet?.kind else { return false }
      if key == .delete { list.newName?.deleteForward() } else { list.newName?.keep() }
      workspace.sheet?.kind = .boards(list)
    }
    return true
  }

  func paste(_ text: String, in workspace: inout Workspace) {
    let line = text.prefix(200).prefix { !$0.isNewline }
    if page.query != nil { return setQuery((page.query ?? "") + line, in: &workspace) }
    if case .colors = workspace.sheet?.kind { workspace.sheet?.selected = page.rows.count - 1 }
    workspace.sheet?.type(String(line))
  }
}

extension Sheet {
  mutating func type(_ text: String) {
    switch kind {
    case .colors(let typed):
      // A character that is no digit stays visible, and the title names it. Spaces are removed,
      // because a paste may contain them.
      let more = SafeText(text, limit: .title).string.lowercased().filter { !$0.isWhitespace }
      let digits = (typed + more).drop { $0 == "#" }
      kind = .colors(typed: "#" + digits.prefix(12))
    case .boards(var list):
      list.newName?.insert(text)
      kind = .boards(list)
    default: break
    }
  }

  mutating func deleteBackward() {
    switch kind {
    case .colors(let typed): kind = .colors(typed: String(typed.dropLast()))
    case .boards(var list):
      list.newName?.deleteBackward()
      kind = .boards(list)
    default: break
    }
  }

  /// Ends the typing of a board's name.
  ///
  /// - Returns: the typed name; nil if none was being typed.
  mutating func removeNewName() -> String? {
    guard case .boards(var list) = kind, let name = list.newName else { return nil }
    list.newName = nil
    kind = .boards(list)
    return name.text
  }
}

/// The actions of the list of boards.
enum BoardListActions {
  /// Shows the boards, once the shell has listed them.
  static func show(_ boards: [BoardSummary], in workspace: inout Workspace) {
    guard let open = workspace.sheet, case .boards(var list) = open.kind else { return }
    // The same board stays selected at its new place in the list.
    let chosen = list.boards.flatMap { known in
      known.indices.contains(open.selected) ? known[open.selected].path : nil
    }
    let nextName = list.nextName
    (list.boards, list.nextName) = (boards, nil)
    // A board that was renamed or taken out of the trash has another path.
    let place =
      boards.firstIndex { $0.path == chosen } ?? boards.firstIndex {
        $0.name == nextName && !$0.isTrashed
      }
      ?? open.selected
    workspace.sheet = Sheet(
      .boards(list), selected: min(max(place, 0), max(boards.count - 1, 0)))
  }

  /// The board that is selected in the list.
  static func chosen(in workspace: Workspace) -> BoardSummary? {
    guard let sheet = workspace.sheet, case .boards(let list) = sheet.kind,
      let boards = list.boards, !boards.isEmpty
    else { return nil }
    return boards[min(max(sheet.selected, 0), boards.count - 1)]
  }

  /// - Returns: the path of the board to open; nil for any other action.
  static func perform(_ action: BoardAction, in workspace: inout Workspace) -> String? {
    guard let summary = chosen(in: workspace) else { return nil }
    switch action {
    case .open:
      if !summary.isTrashed { return summary.path }
      // A board in the trash is first taken out, as its button says; the next key opens it.
      return perform(.trash, in: &workspace)
    case .rename:
      guard case .boards(var list) = workspace.sheet?.kind else { return nil }
      list.newName = NameDraft(old: summary.name.string)
      workspace.sheet?.kind = .boards(list)
    case .duplicate:
      workspace.effects += [.duplicate(path: summary.path), .listBoards]
    case .trash:
      if summary.path == workspace.board.path {
        workspace.notify("This board is open; open another one first.")
      } else {
        if summary.isTrashed, case .boards(var list) = workspace.sheet?.kind {
          list.nextName = summary.name
          workspace.sheet?.kind = .boards(list)
        }
        workspace.effects += [
          summary.isTrashed ? .untrash(path: summary.path) : .trash(path: summary.path),
          .listBoards,
        ]
      }
    }
    return nil
  }

  static func rename(to name: String, in workspace: inout Workspace) {
    guard let summary = chosen(in: workspace) else { return }
    if name.isBlank { return workspace.notify("A board needs a name.") }
    let name = SafeText(name, limit: .title)
    if case .boards(var list) = workspace.sheet?.kind {
      list.nextName = name
      workspace.sheet?.kind = .boards(list)
    }
    workspace.effects += [.rename(path: summary.path, to: name), .listBoards]
  }
}
