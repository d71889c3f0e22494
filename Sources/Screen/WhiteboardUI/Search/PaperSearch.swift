import BoardModel
import BoardPaper
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The search in text paper and in the labels on it: the query, its matches, and the match that the
/// screen shows.
struct PaperSearch {
  /// Nil while no search is open.
  private(set) var text: String?
  /// The query of the last search, which Enter repeats.
  private(set) var lastText = ""
  private(set) var matches: [PaperMatch] = []
  /// The index of the shown match; nil if there is none.
  private(set) var current: Int?
  /// The cell of the paper from which the search looks for the first match.
  private var start = CellPoint(column: 0, row: 0)
  /// The matches in the paper alone, and the query and the text in which they were found.
  private var paperMatches: [PaperMatch] = []
  private var query = ""
  private var lines: [PaperText.Line] = []
  /// The number of operations of the picture in which `matches` were found.
  private var operationCount = 0
  private let requests: Requests

  private static let lengthMax = 200

  var isOpen: Bool { text != nil }

  // MARK: Commands and keys

  mutating func perform(_ command: SearchCommand, in picture: Picture, on surface: inout Surface) {
    switch command {
    case .open:
      isOpen
        ? step(by: 1, in: picture, on: &surface)
        : open(in: picture, on: &surface)
    case .next: step(by: 1, in: picture, on: &surface)
    case .previous: step(by: -1, in: picture, on: &surface)
    case .close: close()
    }
  }

  private mutating func open(in picture: Picture, on surface: inout Surface) {
    requests.leaveSheet()
    guard !picture.paper.isEmpty else {
      return requests.notify("There is no text paper on this board to search.")
    }
    self = PaperSearch(requests, lastText: lastText)
    text = ""
    if case .paper(let corner) = surface.view.mode { start = corner }
  }

  private mutating func close() {
    self = PaperSearch(requests, lastText: text.map(last) ?? lastText)
  }

  init(_ requests: Requests, lastText: String = "") {
    (self.requests, self.lastText) = (requests, lastText)
  }

  private func last(_ text: String) -> String { text.isEmpty ? lastText : text }

  /// Handles a key while a search is open. Returns false for a key that the search does not use,
  /// such as a key that scrolls.
  mutating func handle(
    _ key: Key, _ modifiers: Modifiers, in picture: Picture, on surface: inout Surface
  ) -> Bool {
    guard let text else { return false }
    switch key {
    case .character(let letter) where modifiers.contains(.control):
      switch letter.lowercased() {
      case "f", "g", "n": step(by: 1, in: picture, on: &surface)
      case "p": step(by: -1, in: picture, on: &surface)
      case "u": find("", in: picture, on: &surface)
      default: break
      }
    case .character(let letter): find(text + String(letter), in: picture, on: &surface)
    case .backspace: find(String(text.dropLast()), in: picture, on: &surface)
    case .enter: step(by: modifiers.contains(.shift) ? -1 : 1, in: picture, on: &surface)
    case .down: step(by: 1, in: picture, on: &surface)
    case .up: step(by: -1, in: picture, on: &surface)
    case .escape: close()
    // The cursor stays at the end of the query.
    case .delete, .insert, .left, .right: break
    default: return false
    }
    return true
  }

  mutating func paste(_ more: String, in picture: Picture, on surface: inout Surface) {
    guard let text else { return }
    let line = more.split(whereSeparator: \.isNewline).first ?? ""
    find(text + line, in: picture, on: &surface)
  }

  // MARK: Matches

  private mutating func find(_ text: String, in picture: Picture, on surface: inout Surface) {
    self.text = SafeText(String(text.prefix(Self.lengthMax)), limit: .line).string
    if let current { start = CellPoint(matches[current]) }
    search(picture)
    reveal(on: &surface)
  }

  /// Finds all matches. The shown one is the first from `start` on, or else the first of all.
  private mutating func search(_ picture: Picture) {
    let wanted = PaperQuery(text ?? "")
    if query != text || lines != picture.paper {
      (query, lines) = (text ?? "", picture.paper)
      paperMatches = wanted.matches(in: lines)
    }
    operationCount = picture.operationCount
    matches = wanted.matches(inLabelsOf: picture, and: paperMatches)
    current =
      matches.isEmpty
      ? nil
      : matches.firstIndex { ($0.row, $0.columns.lowerBound) >= (start.row, start.column) } ?? 0
  }

  /// Goes to the next match; after the last one, to the first. With an empty query, searches for the
  /// last query again.
  private mutating func step(by count: Int, in picture: Picture, on surface: inout Surface) {
    guard let text else { return perform(.open, in: picture, on: &surface) }
    if text.isEmpty { return find(lastText, in: picture, on: &surface) }
    guard let current else { return }
    self.current = (current + count + matches.count) % matches.count
    reveal(on: &surface)
  }

  private func reveal(on surface: inout Surface) {
    guard let current else { return }
    let match = matches[current]
    surface.showForUser { $0.reveal(match.columns, ofRow: match.row) }
  }

  /// Follows the board: finds the matches again after a change, and ends if there is no text.
  mutating func follow(_ picture: Picture) {
    guard isOpen else { return }
    if picture.paper.isEmpty {
      close()
    } else if picture.operationCount != operationCount, text?.isEmpty == false {
      if let current { start = CellPoint(matches[current]) }
      search(picture)
    }
  }

  // MARK: The screen

  func bar(_ chrome: Chrome) -> SearchBar? {
    guard let text else { return nil }
    return SearchBar(
      text: text, lastText: lastText, count: matches.count, current: current, chrome: chrome)
  }

  /// Marks all matches on the screen; the shown one stands out.
  func mark(in overlay: inout Overlay, on surface: Surface) {
    let view = surface.view
    guard isOpen, case .paper(let corner) = view.mode else { return }
    let rows = corner.row..<corner.row + view.canvasRows
    let first = matches.partitioningIndex { $0.row >= rows.lowerBound }
    for index in first..<matches.count {
      let match = matches[index]
      guard rows.contains(match.row) else { break }
      let shift = view.boardColumns.lowerBound - corner.column
      let columns = match.columns.lowerBound + shift..<match.columns.upperBound + shift
      let row = match.row - corner.row
      let cells = columns.clamped(to: view.boardColumns).map { column in
        var cell = surface.cell(column: column, row: row)
        cell.style = style(of: cell, isCurrent: index == current, surface.theme)
        return cell
      }
      let at = CellPoint(
        column: columns.clamped(to: view.boardColumns).lowerBound, row: row + view.top)
      if !cells.isEmpty { overlay.runs.append(Overlay.Run(at: at, cells: cells)) }
    }
  }

  /// Returns the style of a match. The line under a match also shows on terminals with few colours.
  private func style(of cell: Cell, isCurrent: Bool, _ theme: Theme) -> Style {
    if isCurrent { return theme[.active] }
    var style = cell.style
    style.attributes.formUnion([.bold, .underline])
    guard case .rgb(let mark) = theme[.selection].background.meaning else { return style }
    let ground: UInt32 =
      if case .rgb(let own) = style.background.meaning { own } else { theme.backdrop }
    let tint = ColorMath.blend(mark, over: ground, alpha: 72)
    style.background = .rgb(tint)
    if case .rgb(let letter) = style.foreground.meaning {
      style.foreground = .rgb(ColorMath.visible(letter, on: tint, contrast: 4.5))
    }
    return style
  }
}

extension CellPoint {
  fileprivate init(_ match: PaperMatch) {
    self.init(column: match.columns.lowerBound, row: match.row)
  }
}
