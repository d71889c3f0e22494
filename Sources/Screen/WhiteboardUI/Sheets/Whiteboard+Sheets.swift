import BoardDocument
import BoardModel
import CellFrame
import EaselBase

// Handles keys and mouse in an open sheet.
extension Whiteboard {
  mutating func show(_ name: SheetName) {
    closeSheet()
    switch name {
    case .help: sheet = Sheet(.help)
    case .menu: sheet = Sheet(.menu)
    case .tools:
      sheet = Sheet(.tools, selected: tools.firstIndex(of: kit.tool) ?? 0)
    case .palette:
      sheet = Sheet(.palette(typed: ""), selected: PaletteColor(kit.color)?.rawValue ?? 0)
    case .boards:
      sheet = Sheet(.boards(BoardList()))
      effects.append(.listBoards)
    case .themes:
      let current = themes.firstIndex { $0.name == theme.name }
      sheet = Sheet(.themes(before: theme), selected: current ?? 0)
    case .export: sheet = Sheet(.export)
    case .people, .invite, .leaving, .offer, .knock: showTogether(name)
    case .newSession: sheet = Sheet(.newSession)
    case .notices:
      if notices.isEmpty { return say("Nothing was said yet.") }
      notice = nil
      sheet = Sheet(.notices)
    }
  }

  /// Closes the sheet; a theme that was only looked at is replaced by the former theme.
  mutating func closeSheet() {
    guard let open = sheet else { return }
    sheet = nil
    if case .themes(let before) = open.kind { show(before) }
  }

  mutating func list(_ boards: [BoardSummary]) {
    guard let open = sheet, case .boards(var list) = open.kind else { return }
    // The same board stays chosen, at its new place in the list.
    let chosen = list.boards.flatMap { known in
      known.indices.contains(open.selected) ? known[open.selected].path : nil
    }
    list.boards = boards
    sheet?.kind = .boards(list)
    sheet?.selected = boards.firstIndex { $0.path == chosen } ?? open.selected
    moveSheet(by: 0)
  }

  // MARK: Mouse

  mutating func pressSheet(at cell: CellPoint) {
    guard let layout = sheetLayout else { return }
    switch layout.hit(cell) {
    case .outside: closeSheet()
    case .inside: break
    case .button(let command): perform(command)
    case .row(let index): press(row: index, in: layout)
    }
  }

  /// Handles a click on a row: a board or a theme is selected by the first click and opened or used
  /// by the second; any other row acts at once.
  private mutating func press(row index: Int, in layout: SheetLayout) {
    guard layout.page.isList else { return }
    let needsTwo =
      switch sheet?.kind {
      case .boards, .themes: true
      default: false
      }
    let wasChosen = sheet?.selected == index
    sheet?.selected = index
    moveSheet(by: 0)
    if !needsTwo || wasChosen { takeRow() }
  }

  // MARK: Keys

  mutating func takeInSheet(_ key: Key, _ modifiers: Modifiers) {
    if isTypingInSheet, takeInEntry(key) { return }
    switch key {
    case .escape where sheet?.kind.isBehindInvite == true: show(.invite)
    case .escape, .tab: closeSheet()
    case .character("q") where !hasRow(for: "q"): closeSheet()
    case .up: moveSheet(by: -1)
    case .down: moveSheet(by: 1)
    case .character("k") where !hasRow(for: "k"): moveSheet(by: -1)
    case .character("j") where !hasRow(for: "j"): moveSheet(by: 1)
    case .pageUp: moveSheet(by: -max(view.canvasRows - 3, 1))
    case .pageDown: moveSheet(by: max(view.canvasRows - 3, 1))
    case .home: moveSheet(by: -Self.manyRows)
    case .end: moveSheet(by: Self.manyRows)
    case .enter, .character(" "): takeRow()
    case .character(let character): takeInSheet(character)
    default: break
    }
  }

  private static let manyRows = 1_000_000
  var isTypingInSheet: Bool { sheetLayout?.page.typing != nil }

  private func hasRow(for key: String) -> Bool {
    sheetLayout?.page.rows.contains { $0.key == key } == true
  }

  private mutating func takeInSheet(_ character: Character) {
    guard let sheet, let page = sheetLayout?.page else { return }
    if case .boards = sheet.kind {
      switch character {
      case "r": return perform(.board(.rename))
      case "d": return perform(.board(.duplicate))
      case "x": return perform(.board(.trash))
      default: return
      }
    }
    if case .palette = sheet.kind, character == "#" {
      self.sheet?.selected = page.rows.count - 1
      return
    }
    if case .offer = sheet.kind, character == "S" {
      self.sheet?.selected = 0
      return takeRow()
    }
    if sheet.isHelp, character == "?" { return closeSheet() }
    if sheet.kind == .notices, character == "n" { return closeSheet() }
    if let index = page.rows.firstIndex(where: { $0.key == String(character) }) {
      self.sheet?.selected = index
      takeRow()
    }
  }

  /// Selects another row, or scrolls if there is nothing to choose.
  mutating func moveSheet(by rows: Int) {
    guard let layout = sheetLayout, let sheet else { return }
    let last =
      layout.page.isList
      ? layout.page.rows.count - 1 : layout.page.rows.count - layout.shown.count
    self.sheet?.selected = min(max(sheet.selected + rows, 0), max(last, 0))
    if case .themes = sheet.kind, let chosen = self.sheet?.selected,
      themes.indices.contains(chosen)
    {
      show(themes[chosen])
    }
  }

  private mutating func takeRow() {
    guard let sheet, let layout = sheetLayout, layout.page.isList,
      layout.page.rows.indices.contains(layout.selected)
    else { return }
    if case .boards = sheet.kind { return perform(.board(.open)) }
    guard let command = layout.page.rows[layout.selected].command else { return }
    if sheet.kind == .menu { self.sheet = nil }
    perform(command)
  }
}
