import BoardDocument
import BoardEditor
import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenContract
import SessionUI

/// The content of each sheet.
struct SheetPages {
  let setup: WhiteboardSetup
  let sheets: Sheets
  let notices: Notices
  let recorder: BoardRecorder
  let surface: Surface
  let editor: Editor
  let panel: SessionPanel
  let presence: Presence
  let films: SharedFilms
  /// The keys that end the film of the board; nil while none is shown.
  let filmEnd: String?
  /// The place of the tool palette; nil if it is not on the screen.
  var palette: CellRect?

  init(_ whiteboard: borrowing Whiteboard) {
    (setup, sheets, notices) = (whiteboard.setup, whiteboard.sheets, whiteboard.notices)
    (recorder, surface) = (whiteboard.drawing.recorder, whiteboard.drawing.surface)
    editor = whiteboard.drawing.editor
    (panel, presence) = (whiteboard.sessions.panel, whiteboard.sessions.presence)
    films = whiteboard.film.shared
    palette = whiteboard.palette.rect
    filmEnd = whiteboard.replay.map { $0.endsProgram ? "q" : "Esc q" }
  }

  private var chrome: Chrome { surface.chrome }
  private var session: SessionPages {
    SessionPages(
      panel: panel, presence: presence, films: films, setup: setup, recorder: recorder,
      surface: surface,
      tool: editor.tools.tool)
  }

  /// The layout of the open sheet.
  var layout: SheetLayout? {
    guard let sheet = sheets.open else { return nil }
    var area = surface.view.canvas
    if case .code(let shown) = sheet.kind, let layout = session.codeLayout(shown) {
      area = layout.area
    }
    let layout = self.layout(of: sheet, in: area)
    guard let palette, palette.meets(layout.rect) else { return layout }
    // The sheet would cut the palette. If the sheet loses nothing, it stands beside the palette;
    // otherwise it hides the palette.
    let beside = self.layout(of: sheet, in: area.beside(palette))
    return beside.showsAll(of: layout) ? beside : layout
  }

  private func layout(of sheet: Sheet, in area: CellRect) -> SheetLayout {
    let page = page(of: sheet, in: area)
    let selected =
      page.isList ? page.selectable(near: sheet.selected, step: 1) : sheet.selected
    return SheetLayout(page, selected: selected, in: area, chrome: chrome)
  }

  /// The layout of the QR code beside the open sheet; nil if the sheet has no code.
  var codeLayout: QRCodeLayout? {
    if case .code(let shown) = sheets.open?.kind { session.codeLayout(shown) } else { nil }
  }

  /// - Parameter area: the cells for the sheet.
  func page(of sheet: Sheet, in area: CellRect) -> SheetPage {
    let close = BarPiece("Esc Close", .closeSheet)
    switch sheet.kind {
    case .help:
      let help = Help(
        chrome: chrome, keymap: setup.keymap, hasCall: panel.hasCall,
        mayDraw: recorder.mayDraw, filmEnd: filmEnd, isFilmShared: films.own != nil,
        columns: area.columns - 4, rows: area.rows - 2)
      return SheetPage(title: "Help", rows: help.sheetRows, isList: false)
    case .commands(let query): return commandsPage(query)
    case .tools: return SheetPage(title: "Tools", rows: toolRows)
    case .export:
      return SheetPage(
        title: "Export",
        heading: surface.heading("Easel saves the board by itself. Write a copy as:"),
        rows: [
          SheetRow("Picture (PNG)", "p", .export(.png)),
          SheetRow("Picture for the web (SVG)", "s", .export(.svg)),
          SheetRow("Text", "t", .export(.text)),
          SheetRow("Text in colour (ANSI)", "a", .export(.ansi)),
        ])
    case .arrange: return arrangePage
    case .picture(let path): return picturePage(path)
    case .newSession: return newSessionPage
    case .colors(let typed): return colorsPage(typed)
    case .boards(let list):
      return BoardGallery(
        list: list, selected: sheet.selected, recorder: recorder, surface: surface
      )
      .page
    case .themes(let before):
      return SheetPage(
        title: "Theme",
        rows: surface.themes.map {
          SheetRow($0.title, "", .theme($0), isCurrent: $0.name == before.name)
        })
    case .unsaved(let target): return unsavedPage(before: target)
    case .people, .about, .puttingOut, .locking, .invite, .renewing, .code, .otherScreen, .leaving,
      .ending, .offer, .knock, .ring, .meeting, .target, .filmChoice, .filmOffer, .filmWait:
      return session.page(of: sheet)
    case .notices:
      let wrapped = notices.latest.map { chrome.wrap($0.string, area.columns - 3) }
      let rows = wrapped.joined(separator: [""]).map { SheetRow($0) }
      return SheetPage(title: "Recent messages", rows: Array(rows), isList: false, buttons: [close])
    case .settings:
      let page = SettingsPage(settings: setup.settings, surface: surface, columns: area.columns - 4)
      return SheetPage(title: "Settings", rows: page.rows, isList: false, buttons: [close])
    }
  }

  /// The choices when the user leaves a board that is not saved. If the entries cannot be written
  /// to the board's file, the shell writes them elsewhere. New strokes on a read-only board are
  /// lost only if the user chooses to discard them.
  private func unsavedPage(before target: BoardTarget?) -> SheetPage {
    let copy = SheetRow("Save a copy elsewhere and stay", "c", .saveCopy)
    // No row has the key of the command that opened this sheet. So the user loses no drawing if
    // they press that key twice.
    if case .readOnly = recorder.board.saving {
      let discard =
        target.map {
          SheetRow("Discard your ink and leave", "d", .goAnyway($0))
        } ?? SheetRow("Discard your ink and quit", "d", .quitAnyway)
      return SheetPage(
        title: "This board cannot be written",
        rows: [copy, SheetRow("Stay", "s", .closeSheet), discard])
    }
    return SheetPage(
      title: "Not saved yet",
      rows: [
        SheetRow("Stay; Easel tries again", "s", .closeSheet), copy,
        SheetRow(
          "Quit, and save \(setup.rescuePlaces.map { "to \($0.string)" } ?? "elsewhere")",
          "q", .quitAnyway),
      ])
  }

  /// The ways to bring the selection into line.
  private var arrangePage: SheetPage {
    func row(_ words: String, _ key: String, _ command: SelectionCommand) -> SheetRow {
      SheetRow(words, key, .selection(command))
    }
    return SheetPage(
      title: "Align",
      rows: [
        row("Left sides", "l", .align(.left)), row("Middles, in a column", "c", .align(.center)),
        row("Right sides", "r", .align(.right)), row("Tops", "t", .align(.top)),
        row("Middles, in a row", "m", .align(.middle)), row("Bottoms", "b", .align(.bottom)),
        row("Equal gaps, left to right", "h", .distributeAcross),
        row("Equal gaps, top to bottom", "v", .distributeDown),
      ])
  }

  /// The path of a picture, as the user types it.
  private func picturePage(_ path: String) -> SheetPage {
    let row = SheetRow(
      path, path.isEmpty ? "or paste it" : "Enter", path.isEmpty ? nil : .placePicture(path: path))
    return SheetPage(
      title: "Picture",
      heading: surface.heading(
        "The path of a PNG or JPEG file on this machine. A terminal cannot paste the picture itself."
      ),
      rows: [row], typing: 0)
  }

  private var newSessionPage: SheetPage {
    guard !recorder.isInSession else { return session.newBoardPage }
    return SheetPage(
      title: "New board (this one stays)",
      rows: [
        SheetRow("Empty board", "e", .newSession(keepingPicture: false)),
        SheetRow("Keep the picture", "k", .newSession(keepingPicture: true)),
      ])
  }

  private var toolRows: [SheetRow] {
    recorder.availableTools.map {
      SheetRow(
        title(of: $0), setup.keymap.name(of: .tool($0)), .tool($0),
        isCurrent: $0 == editor.tools.tool)
    }
  }

  /// The command palette: all commands that are possible now, in groups. While the user searches, the
  /// matching commands without groups.
  private func commandsPage(_ query: String) -> SheetPage {
    let groups = CommandList.groups.map { group in
      CommandGroup(title: group.title, commands: group.commands.filter(isPossible))
    }.filter { !$0.commands.isEmpty }
    let rows: [SheetRow]
    if query.allSatisfy(\.isWhitespace) {
      rows = groups.flatMap { [SheetRow(heading: $0.title)] + $0.commands.map(row) }
    } else {
      rows = CommandList.matches(query, among: groups.flatMap(\.commands)).map(row)
    }
    return SheetPage(
      title: "Commands",
      rows: rows.isEmpty ? [SheetRow(heading: surface.chrome.nothingFound(for: query))] : rows,
      query: query)
  }

  private func title(of tool: Tool) -> String {
    "\(tool.title): \(tool.explanation(mayDraw: recorder.mayDraw))"
  }

  private func row(of named: NamedCommand) -> SheetRow {
    let isCurrent =
      switch named.command {
      case .tool(let tool): tool == editor.tools.tool
      case .raster(let raster): surface.rasterChoice == .fixed(raster)
      case .automaticRaster: surface.rasterChoice == .automatic
      case .pixelInk: surface.rasterChoice == .pixels
      case .color(let color): color == editor.tools.color
      case .width(let width): width == editor.tools.width
      case .letterSize(let size): size == editor.tools.letterSize
      default: false
      }
    var swatch: InkColor?
    if case .color(let color) = named.command { swatch = color }
    var title = named.title
    if case .tool(let tool) = named.command { title = self.title(of: tool) }
    return SheetRow(
      title, setup.keymap.name(of: named.command), named.command, swatch: swatch,
      isCurrent: isCurrent)
  }

  private func isPossible(_ named: NamedCommand) -> Bool {
    if named.command.isForDrawing, !recorder.mayDraw { return false }
    switch named.command {
    case .tool(let tool): return recorder.availableTools.contains(tool)
    case .saveCopy: return recorder.board.saving.isTrouble
    case .show(.invite): return panel.hasCall
    case .session(.lookAround): return panel.hasCall && panel.mayShare && recorder.mayDraw
    case .replay(.openForAll): return recorder.isInSession && recorder.mayDraw
    case .show(.knock): return !panel.admissions.waiting.isEmpty
    case .session(.share): return panel.hasCall && !recorder.isInSession
    case .session, .show(.people), .show(.leaving): return recorder.isInSession
    default: return true
    }
  }

  private func colorsPage(_ typed: String) -> SheetPage {
    let rows = PaletteColor.allCases.map { color in
      SheetRow(
        color.name, String(color.key), .color(color.color), swatch: color.color,
        isCurrent: color.color == editor.tools.color)
    }
    let color = InkColor(hex: typed)
    let own = SheetRow(
      typed.isEmpty ? "#" : typed, typed.isEmpty ? "or type #rrggbb" : "",
      color.map(Command.color), swatch: color ?? editor.tools.color)
    return SheetPage(
      title: Self.complaint(hex: typed) ?? "Colour", rows: rows + [own],
      typing: sheets.open?.selected == rows.count ? rows.count : nil)
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
}
