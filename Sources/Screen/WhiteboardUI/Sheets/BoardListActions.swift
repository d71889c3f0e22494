import BoardDocument
import EaselBase
import ScreenContract

/// The actions of the list of boards.
enum BoardListActions {
  /// Shows the boards, once the shell has listed them.
  static func show(_ boards: [BoardSummary], in sheets: inout Sheets) {
    guard case .boards(var list) = sheets.kind else { return }
    let nextName = list.nextName
    list.nextName = nil
    list.show(boards)
    // A board that was renamed or taken out of the trash has another path.
    change(to: list, in: &sheets) { $0.name == nextName && !$0.isTrashed }
    lookAtChosen(in: &sheets)
  }

  /// Shows what the shell has read of the boards.
  static func add(_ glances: [String: BoardGlance], in sheets: inout Sheets) {
    guard case .boards(var list) = sheets.kind else { return }
    list.add(glances)
    change(to: list, in: &sheets)
  }

  private static func toggleSearch(in sheets: inout Sheets) {
    guard case .boards(let list) = sheets.kind else { return }
    search(for: list.query == nil ? "" : nil, in: &sheets)
  }

  /// Shows only the boards in which these words are found; nil ends the search.
  static func search(for query: String?, in sheets: inout Sheets) {
    guard case .boards(var list) = sheets.kind else { return }
    list.search(for: query.map { $0.isBlank ? "" : $0 })
    change(to: list, in: &sheets, orAt: 0)
    lookAtChosen(in: &sheets)
  }

  /// Asks the shell to look at the chosen board before all others.
  static func lookAtChosen(in sheets: inout Sheets) {
    guard case .boards(var list) = sheets.kind,
      let path = list.removeUnread(at: sheets.selected)
    else { return }
    sheets.change(to: .boards(list))
    sheets.requests.append(.glance(path: path))
  }

  /// Shows another state of the list. The same board stays chosen at its new index.
  ///
  /// - Parameters:
  ///   - index: the index to choose if the board is gone; nil keeps the index.
  ///   - isSame: finds a board whose path has changed.
  private static func change(
    to list: BoardList, in sheets: inout Sheets, orAt index: Int? = nil,
    orWhere isSame: (BoardSummary) -> Bool = { _ in false }
  ) {
    let path = chosen(in: sheets)?.path
    let next =
      list.found.firstIndex { $0.path == path } ?? list.found.firstIndex(where: isSame)
      ?? index ?? sheets.selected
    sheets.show(
      Sheet(.boards(list), selected: min(max(next, 0), max(list.found.count - 1, 0))))
  }

  /// The board that is selected in the list.
  static func chosen(in sheets: Sheets) -> BoardSummary? {
    guard let sheet = sheets.open, case .boards(let list) = sheet.kind, !list.found.isEmpty
    else { return nil }
    return list.found[min(max(sheet.selected, 0), list.found.count - 1)]
  }

  /// - Parameter openPath: the path of the open board.
  /// - Returns: the path of the board to open; nil for any other action.
  static func perform(
    _ action: BoardAction, openPath: String?, in sheets: inout Sheets
  ) -> String? {
    if action == .find {
      toggleSearch(in: &sheets)
      return nil
    }
    guard let summary = chosen(in: sheets) else { return nil }
    switch action {
    case .find: break
    case .open:
      if !summary.isTrashed { return summary.path }
      // A board in the trash is first taken out, as its button says; the next key opens it.
      return perform(.trash, openPath: openPath, in: &sheets)
    case .rename:
      guard case .boards(var list) = sheets.kind else { return nil }
      list.newName = NameDraft(old: summary.name.string)
      sheets.change(to: .boards(list))
    case .duplicate:
      sheets.requests.append([.duplicate(path: summary.path), .listBoards])
    case .trash:
      if summary.path == openPath {
        sheets.requests.notify("This board is open; open another one first.")
      } else {
        if summary.isTrashed, case .boards(var list) = sheets.kind {
          list.nextName = summary.name
          sheets.change(to: .boards(list))
        }
        sheets.requests.append([
          summary.isTrashed ? .untrash(path: summary.path) : .trash(path: summary.path),
          .listBoards,
        ])
      }
    }
    return nil
  }

  static func rename(to name: String, in sheets: inout Sheets) {
    guard let summary = chosen(in: sheets) else { return }
    if name.isBlank { return sheets.requests.notify("A board needs a name.") }
    let name = SafeText(name, limit: .title)
    if case .boards(var list) = sheets.kind {
      list.nextName = name
      sheets.change(to: .boards(list))
    }
    sheets.requests.append([.rename(path: summary.path, to: name), .listBoards])
  }
}
