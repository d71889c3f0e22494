import BoardDocument
import CellFrame
import EaselBase

// Handles text typed into a sheet: a colour, a board's new name; and actions on a board.
extension Whiteboard {
  /// Handles a key while the user types in a sheet. Returns false for keys that do not concern
  /// typing.
  mutating func takeInEntry(_ key: Key) -> Bool {
    switch key {
    case .character(let character): typeInSheet(String(character))
    case .backspace: eraseInSheet()
    case .enter:
      guard case .boards(let list) = sheet?.kind, let name = list.newName else { return false }
      rename(to: name.text)
    case .escape:
      guard case .boards(var list) = sheet?.kind else { return false }
      list.newName = nil
      sheet?.kind = .boards(list)
    default:
      // While a name is typed, the chosen board stays the board of that name.
      guard case .boards(var list) = sheet?.kind else { return false }
      if key == .delete { list.newName?.deleteForward() } else { list.newName?.keep() }
      sheet?.kind = .boards(list)
    }
    return true
  }

  mutating func pasteIntoSheet(_ text: String) {
    let line = text.prefix(200).prefix { !$0.isNewline }
    if case .palette = sheet?.kind, let layout = sheetLayout {
      sheet?.selected = layout.page.rows.count - 1
    }
    typeInSheet(String(line))
  }

  private mutating func typeInSheet(_ text: String) {
    switch sheet?.kind {
    case .palette(let typed):
      // A character that is no digit stays, so that the user sees it and the title can name it;
      // spaces in a paste are removed.
      let more = SafeText(text, limit: .title).string.lowercased().filter { !$0.isWhitespace }
      let digits = (typed + more).drop { $0 == "#" }
      sheet?.kind = .palette(typed: "#" + digits.prefix(12))
    case .boards(var list):
      list.newName?.insert(text)
      sheet?.kind = .boards(list)
    default: break
    }
  }

  private mutating func eraseInSheet() {
    switch sheet?.kind {
    case .palette(let typed):
      sheet?.kind = .palette(typed: String(typed.dropLast()))
    case .boards(var list):
      list.newName?.deleteBackward()
      sheet?.kind = .boards(list)
    default: break
    }
  }

  // MARK: Boards

  private var chosenBoard: BoardSummary? {
    guard let sheet, case .boards(let list) = sheet.kind, let boards = list.boards,
      boards.indices.contains(sheet.selected)
    else { return nil }
    return boards[sheet.selected]
  }

  mutating func perform(_ action: BoardAction) {
    guard let summary = chosenBoard else { return }
    switch action {
    case .open:
      if summary.isTrashed { return say("Take it out of the trash first: x.") }
      perform(.open(path: summary.path))
    case .rename:
      guard case .boards(var list) = sheet?.kind else { return }
      list.newName = NameDraft(old: summary.name.string)
      sheet?.kind = .boards(list)
    case .duplicate:
      effects += [.duplicate(path: summary.path), .listBoards]
    case .trash:
      if summary.path == board.path { return say("This board is open; open another one first.") }
      effects += [
        summary.isTrashed ? .untrash(path: summary.path) : .trash(path: summary.path), .listBoards,
      ]
    }
  }

  private mutating func rename(to name: String) {
    guard let summary = chosenBoard, case .boards(var list) = sheet?.kind else { return }
    list.newName = nil
    sheet?.kind = .boards(list)
    let isBlank = name.allSatisfy(\.isWhitespace)
    if isBlank { return say("A board needs a name.") }
    effects += [
      .rename(path: summary.path, to: SafeText(name, limit: .title)), .listBoards,
    ]
  }
}
