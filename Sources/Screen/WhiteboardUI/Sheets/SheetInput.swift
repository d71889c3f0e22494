import BoardDocument
import BoardModel
import CellFrame
import EaselBase
import ScreenContract

/// Handles keys and the mouse in the open sheet.
struct SheetInput {
  let layout: SheetLayout

  private var page: SheetPage { layout.page }
  var isTyping: Bool { page.typing != nil || page.query != nil }

  /// Whether the command of a key answers a person who asks to join. It does so from any other sheet,
  /// because a notice tells the user to press the key.
  func answersKnock(_ command: Command?, _ kind: Sheet.Kind?) -> Bool {
    if case .knock = kind { return false }
    return !isTyping && command == .session(.share)
  }

  // MARK: The mouse

  /// Whether a drag from this cell draws although the sheet is open: the cell is on the canvas, and
  /// the sheet opened by itself or waits for a guest.
  func letsDraw(at cell: CellPoint, _ kind: Sheet.Kind?, in canvas: CellRect) -> Bool {
    (opensByItself(kind) || kind?.isInvitation == true) && canvas.contains(cell) && !covers(cell)
  }

  /// Whether a sheet appears without a request of the user.
  func opensByItself(_ kind: Sheet.Kind?) -> Bool {
    switch kind {
    case .offer, .filmOffer, .ring: true
    default: false
    }
  }

  func covers(_ cell: CellPoint) -> Bool { layout.hit(cell) != .outside }

  /// Returns the command of the pressed row or button.
  func press(at cell: CellPoint, in sheets: inout Sheets) -> Command? {
    switch layout.hit(cell) {
    case .outside: return .closeSheet
    case .inside: return nil
    case .button(let command): return command
    case .row(let index): return press(row: index, in: &sheets)
    }
  }

  /// Handles a click on a row. In the lists of boards and themes, the first click selects the row
  /// and the second click gives its command. Any other row gives its command at once.
  private func press(row index: Int, in sheets: inout Sheets) -> Command? {
    guard page.isList else { return nil }
    let needsTwo =
      switch sheets.kind {
      case .boards, .themes: true
      default: false
      }
    let wasChosen = sheets.open?.selected == index
    select(index, in: &sheets)
    return !needsTwo || wasChosen ? chosenCommand(in: &sheets) : nil
  }

  func turnWheel(_ mouse: MouseEvent, in sheets: inout Sheets) {
    if mouse.action == .wheelUp { move(by: -1, in: &sheets) }
    if mouse.action == .wheelDown { move(by: 1, in: &sheets) }
  }

  // MARK: Keys

  /// Returns the command of the key.
  func handle(_ key: Key, _ keymap: Keymap, pageRows: Int, in sheets: inout Sheets) -> Command? {
    if case .invite = sheets.kind, let command = findPerson(key) { return command }
    if page.query != nil, search(key, in: &sheets) { return nil }
    if page.typing != nil, type(key, in: &sheets) { return nil }
    switch key {
    case .escape where sheets.kind?.isBehindInvite == true: return .show(.invite)
    case .escape where sheets.kind?.isAboutFilm == true: return .replay(.close)
    case .escape where sheets.kind?.ring != nil:
      return sheets.kind?.ring.map { .session(.answerRing($0.number, accepts: false)) }
    case .escape where sheets.kind == .meeting: return .session(.answerMeeting(false))
    case .escape, .tab: return .closeSheet
    case .enter where page.query != nil: return chosenCommand(in: &sheets)
    case .character("q") where !hasRow(for: "q"): return .closeSheet
    case .up: move(by: -1, in: &sheets)
    case .down: move(by: 1, in: &sheets)
    case .character("k") where !hasRow(for: "k"): move(by: -1, in: &sheets)
    case .character("j") where !hasRow(for: "j"): move(by: 1, in: &sheets)
    case .pageUp: move(by: -pageRows, in: &sheets)
    case .pageDown: move(by: pageRows, in: &sheets)
    case .home: move(by: -Self.manyRows, in: &sheets)
    case .end: move(by: Self.manyRows, in: &sheets)
    case .enter, .character(" "): return chosenCommand(in: &sheets)
    case .character(let character): return command(of: character, keymap, in: &sheets)
    default: break
    }
    return nil
  }

  private static let manyRows = 1_000_000

  /// Whether a key has no meaning of its own in this sheet: no text is typed, and no row has it.
  func isKeyFree(_ key: String) -> Bool { !isTyping && !hasRow(for: key) }

  private func hasRow(for key: String) -> Bool { page.rows.contains { $0.key == key } }

  private func command(
    of character: Character, _ keymap: Keymap, in sheets: inout Sheets
  ) -> Command? {
    switch (sheets.kind, character) {
    case (.boards, "r"): return .board(.rename)
    case (.boards, "d"): return .board(.duplicate)
    case (.boards, "x"): return .board(.trash)
    case (.boards, "e"): return .show(.export)
    case (.boards, "/"): return .board(.find)
    case (.invite, "/"): return .session(.findPerson(""))
    case (.colors, "#"):
      sheets.select(page.rows.count - 1)
      return nil
    case (.offer, "S"):
      sheets.select(0)
      return chosenCommand(in: &sheets)
    case (.ring, "S"):
      sheets.select(0)
      return chosenCommand(in: &sheets)
    case (.help, "?"), (.notices, "n"): return .closeSheet
    default: break
    }
    guard let index = page.rows.firstIndex(where: { $0.key == String(character) }) else {
      // A sheet that nobody asked for takes no key of a person who is about to draw.
      let meant = keymap.command(.character(character), [])
      if case .tool? = meant, opensByItself(sheets.kind) { return meant }
      let key = keymap.name(of: .show(.notices))
      return String(character) == key && isKeyFree(key) ? .show(.notices) : nil
    }
    sheets.select(index)
    return chosenCommand(in: &sheets)
  }

  // MARK: Rows

  /// Selects another row. Scrolls if the page has no rows to choose.
  func move(by rows: Int, in sheets: inout Sheets) {
    select(page.selectable(near: sheets.selected, step: 1) + rows, in: &sheets)
  }

  private func select(_ index: Int, in sheets: inout Sheets) {
    let last = page.isList ? page.rows.count - 1 : page.rows.count - layout.shown.count
    var selected = min(max(index, 0), max(last, 0))
    if page.isList {
      let step = index < sheets.selected ? -1 : 1
      selected = page.selectable(near: selected, step: step)
    }
    sheets.select(selected)
    if case .boards = sheets.kind { BoardListActions.lookAtChosen(in: &sheets) }
    // A selected theme is shown at once.
    if case .themes = sheets.kind, page.rows.indices.contains(selected),
      case .theme(let theme) = page.rows[selected].command
    {
      sheets.requests.append(.view(.theme(theme)))
    }
  }

  /// Returns the command of the selected row.
  private func chosenCommand(in sheets: inout Sheets) -> Command? {
    guard let sheet = sheets.open, page.isList, !page.rows.isEmpty else { return nil }
    if case .boards = sheet.kind { return .board(.open) }
    let index = page.selectable(near: min(max(sheet.selected, 0), page.rows.count - 1), step: 1)
    guard let command = page.rows[index].command else { return nil }
    if page.query != nil { sheets.leave() }
    return command
  }

  // MARK: Searching

  /// Handles a key of the search. Returns false for a key that is no part of a search.
  private func search(_ key: Key, in sheets: inout Sheets) -> Bool {
    let query = page.query ?? ""
    switch key {
    case .character(let character): setQuery(query + String(character), in: &sheets)
    case .backspace: setQuery(String(query.dropLast()), in: &sheets)
    case .escape:
      // The search of the boards is a part of the list, which stays open.
      guard case .boards = sheets.kind else { return false }
      BoardListActions.search(for: nil, in: &sheets)
    default: return false
    }
    return true
  }

  /// Returns the command of a key of the search among people; nil for a key of no search.
  private func findPerson(_ key: Key) -> Command? {
    guard let query = page.query else { return nil }
    switch key {
    case .character(let character): return .session(.findPerson(query + String(character)))
    case .backspace: return .session(.findPerson(String(query.dropLast())))
    case .escape: return .session(.findPerson(nil))
    default: return nil
    }
  }

  private func setQuery(_ query: String, in sheets: inout Sheets) {
    let isBlank = query.allSatisfy(\.isWhitespace)
    let shown = SafeText(query, limit: .title).string + (query.hasSuffix(" ") ? " " : "")
    if case .boards = sheets.kind {
      return BoardListActions.search(for: shown, in: &sheets)
    }
    sheets.show(
      Sheet(
        .commands(query: isBlank ? "" : shown), selected: isBlank ? 1 : 0))
  }

  // MARK: Typing: a colour, a board's new name

  /// Handles a key while the user types in the sheet. Returns false for a key that has no use in
  /// typing.
  private func type(_ key: Key, in sheets: inout Sheets) -> Bool {
    switch key {
    case .character(let character): sheets.type(String(character))
    case .backspace: sheets.deleteBackward()
    case .enter:
      guard let name = sheets.removeNewName() else { return false }
      BoardListActions.rename(to: name, in: &sheets)
    case .escape: return sheets.removeNewName() != nil
    default:
      // While the user types a name, these keys change the name, and the selection stays on its
      // board.
      guard case .boards(var list) = sheets.kind else { return false }
      if key == .delete { list.newName?.deleteForward() } else { list.newName?.keep() }
      sheets.change(to: .boards(list))
    }
    return true
  }

  /// The longest path of a file, in characters.
  private static let pastedMax = 4_096

  func paste(_ text: String, in sheets: inout Sheets) {
    let line = text.prefix(Self.pastedMax).prefix { !$0.isNewline }
    if case .invite = sheets.kind { return }
    if page.query != nil { return setQuery((page.query ?? "") + line, in: &sheets) }
    if case .colors = sheets.kind { sheets.select(page.rows.count - 1) }
    sheets.type(String(line))
  }
}
