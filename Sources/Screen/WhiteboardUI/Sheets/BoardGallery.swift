import BoardContract
import BoardDocument
import BoardEditor
import BoardModel
import BoardView
import CellFrame
import EaselBase
import ScreenContract
import SessionUI

/// The page of the board list: the title and the age of each board, and a preview of the chosen one.
struct BoardGallery {
  let list: BoardList
  let selected: Int
  let recorder: BoardRecorder
  let surface: Surface

  private var chrome: Chrome { surface.chrome }

  var page: SheetPage {
    guard let boards = list.boards else {
      return SheetPage(title: "Boards", rows: [SheetRow("Reading the folder")], isList: false)
    }
    guard !boards.isEmpty else {
      return SheetPage(title: "Boards", rows: [SheetRow("None yet: just draw")], isList: false)
    }
    guard !list.found.isEmpty else {
      let heading = chrome.nothingFound(for: list.query ?? "")
      return page([SheetRow(heading: heading)], title: "Boards", about: nil)
    }
    let chosen = min(max(selected, 0), list.found.count - 1)
    var page = page(
      rows(around: chosen), title: list.newName == nil ? "Boards" : "New name, then Enter",
      about: list.found[chosen])
    if let name = list.newName { (page.typing, page.isTypingSelected) = (chosen, name.isSelected) }
    return page
  }

  private func page(
    _ rows: [SheetRow], title: String, about board: BoardSummary?
  ) -> SheetPage {
    let (buttons, short) = buttons(for: board)
    var page = SheetPage(title: title, rows: rows, query: list.query, buttons: buttons)
    page.shortButtons = short
    page.querySign = "/"
    page.preview = preview(board.map(lines) ?? [])
    return page
  }

  // MARK: Rows

  /// The rows that a screen can show. The others have no text, so that a long list costs no more
  /// than a short one.
  private func rows(around chosen: Int) -> [SheetRow] {
    var rows = Array(repeating: SheetRow(""), count: list.found.count)
    let shown = max(chosen - Self.rowsMax, 0)..<min(chosen + Self.rowsMax, rows.count)
    for index in shown {
      rows[index] = row(
        of: list.found[index], newName: index == chosen ? list.newName?.text : nil)
    }
    return rows
  }

  private static let rowsMax = 300

  private func row(of summary: BoardSummary, newName: String?) -> SheetRow {
    // In a session, the open board has the name that its host gave it.
    let isOpen = summary.path == recorder.board.path
    let isCopy = isOpen && recorder.board.name != summary.name
    let isNamed = isCopy && !BoardTitle.isDate(recorder.board.name.string)
    let title = isNamed ? recorder.board.name.string : list.title(of: summary)
    let age = Age(from: summary.changed, to: recorder.now.wall).short
    let state = summary.isTrashed ? "in the trash" : trouble(of: summary) ?? age
    return SheetRow(
      newName ?? title, newName == nil ? (isCopy ? "your copy" : state) : "",
      summary.isTrashed ? .board(.trash) : .open(path: summary.path), isCurrent: isOpen)
  }

  private func trouble(of summary: BoardSummary) -> String? {
    (list.glances[summary.path]?.trouble ?? summary.trouble)?.string
  }

  private func buttons(for board: BoardSummary?) -> (all: [BarPiece], short: [BarPiece]) {
    typealias Button = (key: String, name: String, command: Command)
    let isTrashed = board?.isTrashed == true
    let open: Button = ("Enter", isTrashed ? "Take out of the trash" : "Open", .board(.open))
    let (find, duplicate): (Button, Button) = (
      ("/", "Find", .board(.find)), ("d", "Duplicate", .board(.duplicate))
    )
    let names: [Button] =
      if list.query != nil {
        // The letters are part of the search.
        [open, ("Esc", "End the search", .board(.find))]
      } else if isTrashed {
        [open, duplicate, find]
      } else {
        [
          open, ("r", "Rename", .board(.rename)), duplicate, ("x", "Trash", .board(.trash)), find,
          ("e", "Export", .show(.export)),
        ]
      }
    func pieces(_ buttons: [Button]) -> [BarPiece] {
      buttons.flatMap { key, name, command in
        [
          BarPiece(key, .key, command), BarPiece(" \(name)", .button, command),
          BarPiece("  ", .bar),
        ]
      }
    }
    return (pieces(names), pieces(Array(names.prefix(5))))
  }

  // MARK: The preview

  private func preview(_ lines: [SheetLine]) -> SheetPreview {
    SheetPreview(
      lines: lines, columns: Miniature.columns, rows: Miniature.rows + Self.wordRows + 1)
  }

  private static let wordRows = 3

  private func lines(_ board: BoardSummary) -> [SheetLine] {
    guard let glance = list.glances[board.path] else {
      return [.text("Reading the board\(chrome.ellipsis)")]
    }
    if let trouble = glance.trouble {
      return wrapped("No preview of this file: \(trouble.string).", rows: 4)
    }
    // The title does not show the name of the file, by which a shell knows the board.
    let name = BoardTitle.isDate(board.name.string) ? [board.name.string] : []
    let notes = (glance.isBeginning ? ["The beginning of a large board"] : []) + name
    let picture = surface.picture(glance.picture)
    guard picture.isEmpty else {
      let words = glance.lines.map(\.string).joined(separator: ", ")
      let rows = wrapped(words, rows: Self.wordRows + 1 - notes.count)
      return picture + rows + notes.map(SheetLine.text)
    }
    let text = glance.lines.map { SheetLine.text(chrome.fit($0.string, Miniature.columns)) }
    return (text.isEmpty ? [.text("Nothing is drawn on it.")] : text)
      + ([""] + notes).map(SheetLine.text)
  }

  private func wrapped(_ text: String, rows: Int) -> [SheetLine] {
    let lines = chrome.wrap(text, Miniature.columns)
    guard lines.count > rows else { return lines.map(SheetLine.text) }
    let last = lines[(rows - 1)...].joined(separator: " ")
    return (lines.prefix(rows - 1) + [chrome.fit(last, Miniature.columns)]).map(SheetLine.text)
  }
}

extension Chrome {
  /// Says that a search in a sheet found nothing.
  func nothingFound(for query: String) -> String { "Nothing found for \(quoted(fit(query, 24)))." }
}
