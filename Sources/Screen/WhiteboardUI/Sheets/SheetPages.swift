import BoardDocument
import BoardModel
import BoardRendering
import EaselBase

/// The content of each sheet.
struct SheetPages {
  let workspace: Workspace
  let editor: Editor
  let panel: SessionPanel
  let presence: Presence

  private var chrome: Chrome { workspace.chrome }
  private var session: SessionPages {
    SessionPages(panel: panel, presence: presence, editor: editor, workspace: workspace)
  }

  /// The layout of the open sheet.
  var layout: SheetLayout? {
    guard let sheet = workspace.sheet else { return nil }
    var room = workspace.view.canvas
    if case .code(let shown) = sheet.kind, let layout = session.codeLayout(shown) {
      room = layout.room
    }
    return SheetLayout(page(of: sheet), selected: sheet.selected, in: room, chrome: chrome)
  }

  /// The layout of the QR code beside the open sheet; nil if the sheet has no code.
  var codeLayout: CodeLayout? {
    if case .code(let shown) = workspace.sheet?.kind { session.codeLayout(shown) } else { nil }
  }

  func page(of sheet: Sheet) -> SheetPage {
    let close = BarPiece("Close Esc", .closeSheet)
    switch sheet.kind {
    case .help:
      return SheetPage(
        title: "Help",
        rows: Help.rows(chrome, columns: workspace.view.columns - 3, workspace.hasCall),
        isList: false, buttons: [close])
    case .menu: return SheetPage(title: "Menu", rows: menuRows)
    case .tools: return SheetPage(title: "Tools", rows: toolRows)
    case .export:
      return SheetPage(
        title: "Export the board as",
        rows: [
          SheetRow("Text", "t", .export(.text)), SheetRow("ANSI, in colour", "a", .export(.ansi)),
          SheetRow("SVG", "s", .export(.svg)), SheetRow("PNG", "p", .export(.png)),
        ])
    case .newSession: return newSessionPage
    case .palette(let typed): return palettePage(typed)
    case .boards(let list): return boardsPage(list, selected: sheet.selected)
    case .themes(let before):
      return SheetPage(
        title: "Theme",
        rows: workspace.themes.map {
          SheetRow($0.title, "", .theme($0), isCurrent: $0.name == before.name)
        })
    case .unsaved(let target): return unsavedPage(before: target)
    case .people, .about, .puttingOut, .invite, .renewing, .code, .leaving, .ending, .offer, .knock,
      .target:
      return session.page(of: sheet)
    case .notices:
      let wrapped = workspace.notices.latest.map {
        chrome.wrap($0.string, workspace.view.columns - 3)
      }
      let rows = wrapped.joined(separator: [""]).map { SheetRow($0) }
      return SheetPage(title: "Notices", rows: Array(rows), isList: false, buttons: [close])
    }
  }

  /// The choices when the user leaves a board that is not saved. If the entries cannot be written
  /// to the board's file, the shell writes them elsewhere. New strokes on a read-only board are
  /// lost only if the user chooses to discard them.
  private func unsavedPage(before target: BoardTarget?) -> SheetPage {
    let copy = SheetRow("Save a copy elsewhere and stay", "c", .saveCopy)
    // No row has the key of the command that opened this sheet. So the user loses no drawing if
    // they press that key twice.
    if case .readOnly = workspace.board.saving {
      let discard =
        target.map {
          SheetRow("Discard what you drew and leave it", "d", .goAnyway($0))
        } ?? SheetRow("Discard what you drew and quit", "d", .quitAnyway)
      return SheetPage(
        title: "This board cannot be written",
        rows: [copy, SheetRow("Stay", "s", .closeSheet), discard])
    }
    return SheetPage(
      title: "Not saved yet",
      rows: [
        SheetRow("Stay: it is tried again", "s", .closeSheet), copy,
        SheetRow("Quit: saved elsewhere if possible", "q", .quitAnyway),
      ])
  }

  private var newSessionPage: SheetPage {
    guard !workspace.isInSession else { return session.newBoardPage }
    return SheetPage(
      title: "New session (this board stays)",
      rows: [
        SheetRow("Empty board", "e", .newSession(keepingPicture: false)),
        SheetRow("Keep the picture", "k", .newSession(keepingPicture: true)),
      ])
  }

  private var toolRows: [SheetRow] {
    workspace.availableTools.map {
      SheetRow(
        "\($0.title): \($0.explanation)", String($0.key), .tool($0),
        isCurrent: $0 == editor.tools.tool)
    }
  }

  private var menuRows: [SheetRow] {
    let looks: [(String, Raster)] = [
      ("Ink in braille dots", .braille), ("Ink in half blocks", .half), ("Ink in ASCII", .ascii),
    ]
    let copy = workspace.board.saving.isTrouble ? [SheetRow("Save a copy", "", .saveCopy)] : []
    let menu = session.menu + Self.menu.filter { workspace.mayDraw || !$0.1.isForDrawing }
    let rows = copy + menu.map { SheetRow($0.0, Keymap.name(of: $0.1), $0.1) }
    return rows
      + looks.map { SheetRow($0.0, "", .raster($0.1), isCurrent: $0.1 == workspace.raster) }
      + [
        SheetRow("Redraw the screen", "^L", .redraw), SheetRow("Suspend", "^Z", .suspend),
        SheetRow("Quit", "q", .quit),
      ]
  }

  private static let menu: [(String, Command)] = [
    ("Tools", .show(.tools)), ("Colours", .show(.palette)), ("Undo", .undo), ("Redo", .redo),
    ("Clear", .clear), ("Bring back what was cleared", .restore),
    ("New session", .show(.newSession)), ("Boards", .show(.boards)), ("Export", .show(.export)),
    ("Themes", .show(.themes)), ("Thinner", .thinner), ("Thicker", .thicker),
    ("Shapes filled or outlined", .toggleFill), ("Hold to 45 degrees", .toggleConstraint),
    ("Select all", .selection(.selectAll)), ("Copy", .selection(.copy)), ("Cut", .selection(.cut)),
    ("Paste", .selection(.paste)),
    ("Duplicate", .selection(.duplicate)), ("Delete", .selection(.delete)), ("Zoom in", .zoomIn),
    ("Zoom out", .zoomOut),
    ("Fit the page", .fit), ("Fill the screen", .fill), ("Home", .home),
    ("Show all that is drawn", .end),
    ("Release the mouse", .toggleMouse), ("Notices so far", .show(.notices)),
    ("Help", .show(.help)),
  ]

  private func palettePage(_ typed: String) -> SheetPage {
    let rows = zip(PaletteColor.allCases, "abcdefghijkl").map { color, key in
      SheetRow(
        color.name, String(key), .color(color.color), swatch: color.color,
        isCurrent: color.color == editor.tools.color)
    }
    let color = InkColor(hex: typed)
    let own = SheetRow(
      typed.isEmpty ? "#" : typed, typed.isEmpty ? "or type #rrggbb" : "",
      color.map(Command.color), swatch: color ?? editor.tools.color)
    return SheetPage(
      title: Self.complaint(hex: typed) ?? "Colour", rows: rows + [own],
      typing: workspace.sheet?.selected == rows.count ? rows.count : nil)
  }

  /// Returns the reason why the text is no colour, short enough for the narrowest sheet. Nil while
  /// the text may still become a colour.
  private static func complaint(hex typed: String) -> String? {
    let digits = typed.drop { $0 == "#" }
    if let wrong = digits.first(where: { !($0.isHexDigit && $0.isASCII) }) {
      return "\(wrong): not 0-9, a-f"
    }
    return digits.count > 6 ? "\(digits.count) digits, not 6" : nil
  }

  private func boardsPage(_ list: BoardList, selected: Int) -> SheetPage {
    guard let boards = list.boards else {
      return SheetPage(title: "Boards", rows: [SheetRow("Reading the folder")], isList: false)
    }
    guard !boards.isEmpty else {
      return SheetPage(title: "Boards", rows: [SheetRow("None yet: just draw")], isList: false)
    }
    let chosen = min(max(selected, 0), boards.count - 1)
    let rows = boards.enumerated().map { index, summary in
      row(of: summary, newName: index == chosen ? list.newName?.text : nil)
    }
    let isTrashed = boards[chosen].isTrashed
    return SheetPage(
      title: list.newName == nil ? "Boards" : "New name, then Enter", rows: rows,
      buttons: [
        BarPiece("Open", .board(.open)), BarPiece(" "), BarPiece("Rename r", .board(.rename)),
        BarPiece(" "), BarPiece("Duplicate d", .board(.duplicate)), BarPiece(" "),
        BarPiece(isTrashed ? "Untrash x" : "Trash x", .board(.trash)),
      ],
      typing: list.newName == nil ? nil : chosen, isTypingSelected: list.newName?.isSelected == true
    )
  }

  private func row(of summary: BoardSummary, newName: String?) -> SheetRow {
    let age = Age(from: summary.changed, to: workspace.now.wall).words
    let state = summary.isTrashed ? "in the trash" : summary.trouble?.string ?? age
    return SheetRow(
      newName ?? summary.name.string, newName == nil ? state : "", .open(path: summary.path),
      isCurrent: summary.path == workspace.board.path)
  }
}
