import BoardDocument
import EaselBase
import ScreenCommands

/// The actions of the list of boards.
enum BoardListActions {
  /// Shows the boards, once the shell has listed them.
  static func show(_ boards: [BoardSummary], in sheets: inout Sheets) {
    guard let open = sheets.open, case .boards(var list) = open.kind else { return }
    // The same board stays selected at its new place in the list.
    let chosen = list.boards.flatMap { known in
      known.indices.contains(open.selected) ? known[open.selected].path : nil
    }
    let nextName = list.nextName
    (list.boards, list.nextName) = (boards, nil)
    // A board that was renamed or taken out of the trash has another path.
    let index =
      boards.firstIndex { $0.path == chosen } ?? boards.firstIndex {
        $0.name == nextName && !$0.isTrashed
      }
      ?? open.selected
    sheets.show(
      Sheet(.boards(list), selected: min(max(index, 0), max(boards.count - 1, 0))))
  }

  /// The board that is selected in the list.
  static func chosen(in sheets: Sheets) -> BoardSummary? {
    guard let sheet = sheets.open, case .boards(let list) = sheet.kind,
      let boards = list.boards, !boards.isEmpty
    else { return nil }
    return boards[min(max(sheet.selected, 0), boards.count - 1)]
  }

  /// - Parameter openPath: the path of the open board.
  /// - Returns: the path of the board to open; nil for any other action.
  static func perform(
    _ action: BoardAction, openPath: String?, in sheets: inout Sheets,
    _ requests: inout Requests
  ) -> String? {
    guard let summary = chosen(in: sheets) else { return nil }
    switch action {
    case .open:
      if !summary.isTrashed { return summary.path }
      // A board in the trash is first taken out, as its button says; the next key opens it.
      return perform(.trash, openPath: openPath, in: &sheets, &requests)
    case .rename:
      guard case .boards(var list) = sheets.kind else { return nil }
      list.newName = NameDraft(old: summary.name.string)
      sheets.change(to: .boards(list))
    case .duplicate:
      requests.append([.duplicate(path: summary.path), .listBoards])
    case .trash:
      if summary.path == openPath {
        requests.notify("This board is open; open another one first.")
      } else {
        if summary.isTrashed, case .boards(var list) = sheets.kind {
          list.nextName = summary.name
          sheets.change(to: .boards(list))
        }
        requests.append([
          summary.isTrashed ? .untrash(path: summary.path) : .trash(path: summary.path),
          .listBoards,
        ])
      }
    }
    return nil
  }

  static func rename(
    to name: String, in sheets: inout Sheets, _ requests: inout Requests
  ) {
    guard let summary = chosen(in: sheets) else { return }
    if name.isBlank { return requests.notify("A board needs a name.") }
    let name = SafeText(name, limit: .title)
    if case .boards(var list) = sheets.kind {
      list.nextName = name
      sheets.change(to: .boards(list))
    }
    requests.append([.rename(path: summary.path, to: name), .listBoards])
  }
}
