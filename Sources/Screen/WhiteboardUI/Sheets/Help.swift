import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The keys and the mouse, by groups, for the help sheet.
struct Help {
  let chrome: Chrome
  let keymap: Keymap
  let hasCall: Bool
  /// Whether the user may draw. If not, the help has no line that would have no effect.
  let mayDraw: Bool
  /// The keys that end the film that is shown, which has keys of its own; nil for the board.
  let filmEnd: String?
  /// Whether others watch the film in step with this user.
  var isFilmShared = false
  /// The room inside of the sheet.
  let columns: Int
  let rows: Int

  /// One line: the keys, and what they do. A heading has only a meaning.
  private struct Line {
    var keys = ""
    let meaning: String
    var isHeading: Bool { keys.isEmpty }
  }

  /// The rows of the sheet: two columns if that shows all groups at once, else one that scrolls.
  var sheetRows: [SheetRow] {
    let groups = groups
    let split = split(groups)
    let halves = [groups[..<split], groups[split...]]
    // A blank line parts the groups if there is room for it.
    let roomy = halves.map { Array($0.joined(separator: [Line(meaning: "")])) }
    let isRoomy = roomy.allSatisfy { $0.count <= rows }
    let halfColumns = isRoomy ? roomy : halves.map { Array($0.joined()) }
    let height = halfColumns.map(\.count).max() ?? 0
    let widths = halfColumns.map { lines in
      Self.keyColumns + (lines.map { $0.isHeading ? 0 : $0.meaning.displayWidth }.max() ?? 0)
    }
    guard widths[0] + Self.gap + widths[1] <= columns, height <= rows else {
      return groups.joined().flatMap { wrapped($0) }
    }
    return (0..<height).map { row in
      let cells = zip(halfColumns, widths).map { lines, width in
        lines.indices.contains(row) ? spans(lines[row], width) : [blank(width)]
      }
      return SheetRow(spans: cells[0] + [blank(Self.gap)] + cells[1])
    }
  }

  private static let gap = 2
  /// The columns of the keys, with a blank after them.
  private static let keyColumns = 11

  /// Returns how many groups stand in the left column, so that both columns have nearly the same
  /// length.
  private func split(_ groups: [[Line]]) -> Int {
    let total = groups.reduce(0) { $0 + $1.count }
    var (count, lines) = (0, 0)
    while count < groups.count, 2 * lines + groups[count].count <= total {
      lines += groups[count].count
      count += 1
    }
    return count
  }

  private func spans(_ line: Line, _ width: Int) -> [SheetSpan] {
    if line.isHeading {
      return [SheetSpan(line.meaning, .title), blank(width - line.meaning.displayWidth)]
    }
    return [
      SheetSpan(chrome.pad(line.keys, Self.keyColumns), .key),
      SheetSpan(chrome.pad(line.meaning, width - Self.keyColumns), .sheet),
    ]
  }

  private func blank(_ columns: Int) -> SheetSpan {
    SheetSpan(String(repeating: " ", count: columns), .sheet)
  }

  /// Returns the lines of one column; a meaning that is too long continues below itself.
  private func wrapped(_ line: Line) -> [SheetRow] {
    if line.isHeading { return [SheetRow(spans: [SheetSpan(line.meaning, .title)])] }
    let isNarrow = columns < 24
    let lines = chrome.wrap(line.meaning, max(columns - (isNarrow ? 2 : Self.keyColumns), 8))
    if isNarrow {
      return [SheetRow(spans: [SheetSpan(line.keys, .key)])]
        + lines.map { SheetRow(spans: [SheetSpan("  " + $0, .sheet)]) }
    }
    return lines.enumerated().map { index, text in
      SheetRow(spans: [
        SheetSpan(chrome.pad(index == 0 ? line.keys : "", Self.keyColumns), .key),
        SheetSpan(text, .sheet),
      ])
    }
  }

  // MARK: The content

  /// The groups, of which the first ones stand in the left column. They fit two columns of 20 lines,
  /// so that a screen of 80 × 24 shows all keys at once.
  private var groups: [[Line]] {
    if let filmEnd { return [replay(ending: filmEnd)] + (isFilmShared ? [sharedFilm] : []) }
    return [tools, mouse, program, edit, view] + (hasCall ? [together] : [])
  }

  /// Returns the keys of the commands that the user may use, with a blank between them.
  private func keys(_ commands: Command...) -> String {
    commands.filter { mayDraw || !$0.isForDrawing }.map(keymap.name).filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  private func group(_ title: String, _ lines: [(String, String)]) -> [Line] {
    [Line(meaning: title)] + lines.filter { !$0.0.isEmpty }.map { Line(keys: $0.0, meaning: $0.1) }
  }

  private var tools: [Line] {
    let drawing: [[Tool]] = [
      [.pen, .marker, .eraser], [.rectangle, .ellipse, .diamond], [.line, .arrow, .text, .bucket],
    ]
    let looking: [[Tool]] = [[.select, .eyedropper, .hand] + (hasCall ? [.laser] : [])]
    return group(
      "Tools",
      ((mayDraw ? drawing : []) + looking).map { tools in
        (
          tools.map { keymap.name(of: .tool($0)) }.joined(separator: " "),
          tools.map { $0.title.lowercased() }.joined(separator: ", ")
        )
      } + [
        (mayDraw ? "\(keys(.show(.colors))) 1\(chrome.dash)8 [ ]" : "", "colour, width"),
        (keys(.toggleFill, .toggleConstraint, .toggleGuides), "fill, snap, guides"),
      ])
  }

  private var mouse: [Line] {
    group(
      "Mouse and pen",
      [
        ("left drag", "use the tool"), (mayDraw ? "right drag" : "", "erase"),
        ("wheel drag", "move the view"),
        (mayDraw ? "Alt drag" : "", "snap: 45 degrees, square"),
        (mayDraw ? "drag \(chrome.handle.string)" : "", "resize what is selected"),
        (mayDraw ? "two clicks" : "", "write in a shape"),
        (chrome.arrows, "move a pen; Space: down, up"), ("Esc", "one step back"),
      ])
  }

  private var program: [Line] {
    group(
      "Easel",
      [
        (keys(.show(.newSession), .show(.boards)), "new board, boards"),
        (
          mayDraw
            ? keys(.show(.picture), .show(.export), .show(.commands))
            : keys(.show(.export), .show(.commands)),
          mayDraw ? "picture, export, commands" : "export, all commands"
        ),
        (keys(.replay(.open), .show(.notices), .quit), "film, messages, quit"),
      ])
  }

  private func replay(ending end: String) -> [Line] {
    let arrows = chrome.isASCII ? "<- ->" : "← →"
    return group(
      "Film",
      [
        ("Space", "play, pause"), (arrows, "back, forward by 5 s"),
        (", .", "change before, next change"), ("[ ]", "slower, faster"),
        ("Home End", "to the start, to the end"), ("drag", "the track shows a moment"),
        ("\(chrome.trackClear) \(chrome.trackPause)", "on the track: board cleared, pause"),
        (keys(.show(.export)), "export the moment"),
        ("wheel \(keys(.zoomIn, .zoomOut))", "zoom (on text: scroll)"),
        ("h j k l", "move the view"), (end, "end the film"),
      ])
  }

  /// The keys of a film with others that act only here.
  private var sharedFilm: [Line] {
    group(
      "Only for you",
      [
        ("b", "the last 10 s again"), ("drag", "look elsewhere on the track"),
        ("Enter", "in a drag: take all there"), ("Esc", "back on the live board"),
        (keys(.show(.people)), "who watches"),
      ])
  }

  private var edit: [Line] {
    group(
      "Edit",
      [
        (
          mayDraw
            ? keys(.selection(.selectAll), .show(.arrange), .selection(.toggleGroup))
            : keys(.selection(.selectAll)),
          mayDraw ? "all, align or next, group" : "all; Shift click adds"
        ),
        (
          keys(.selection(.copy), .selection(.cut), .selection(.paste)),
          mayDraw ? "copy, cut, paste" : "copy"
        ),
        (
          keys(
            .selection(.duplicate), .selection(.delete), .selection(.toBack), .selection(.toFront)),
          "duplicate, delete, order"
        ),
        (keys(.undo, .redo), "undo, redo"), (keys(.clear, .restore), "clear, restore"),
      ])
  }

  private var view: [Line] {
    group(
      "View",
      [
        ("wheel \(keys(.zoomIn, .zoomOut))", "zoom (on text: scroll)"),
        (keys(.fit), "all, or 100 %"), (keys(.fill), "fill the screen"),
        (keys(.home, .end), "page, everything"),
        (keys(.foldPalette, .show(.themes)), "tool palette, themes"),
        (keys(.search(.open), .toggleLineNumbers), "find text, line numbers"),
        (keys(.toggleMouse, .redraw), "release mouse, redraw"),
      ])
  }

  private var together: [Line] {
    group(
      "Together",
      [
        (keys(.session(.share), .show(.invite), .show(.leaving)), "share/join, invite, leave"),
        (keys(.show(.people), .session(.toggleFollow)), "people, follow a view"),
        (keys(.session(.speak)), "say something here"),
        (keys(.session(.lookHere)), "show everyone my view"),
        (keys(.session(.previousBoard)), "back to the last board"),
      ])
  }
}
