import Drawing
import Log
import Rendering
import Vocabulary

@testable import Whiteboard

/// A whiteboard with somebody at it: what tests do to it reads as what a hand does.
struct Desk {
  var board: Whiteboard
  /// Everything that was asked of the shell so far.
  var effects: [Effect] = []
  /// What was asked of the call, each by its name.
  var asked: [String] {
    effects.compactMap {
      if case .call(let effect) = $0 { String("\(effect)".prefix { $0 != "(" }) } else { nil }
    }
  }
  var now = Moment(uptime: 1_000, wall: 1_800_000_000_000)

  static let birth = Birth(
    publicKey: Array(repeating: 7, count: 32), nonce: Array(repeating: 9, count: 16))

  static func setup(
    columns: Int = 80, rows: Int = 24, raster: Raster = .braille, theme: Theme = .terminal
  ) -> Whiteboard.Setup {
    Whiteboard.Setup(
      person: Whiteboard.Person(
        author: birth.author, name: SafeText("Ann"), color: PaletteColor.orange.color),
      encode: { Array("\($0.action)".utf8.prefix(64)) }, columns: columns,
      rows: rows, raster: raster, theme: theme)
  }

  static var fresh: OpenedBoard {
    OpenedBoard(
      path: nil, name: SafeText("2026-11-21 sketch"), log: Log(), birth: birth,
      picture: Picture())
  }

  init(
    columns: Int = 80, rows: Int = 24, raster: Raster = .braille, theme: Theme = .terminal,
    board: OpenedBoard = Desk.fresh, _ change: (inout Whiteboard.Setup) -> Void = { _ in }
  ) {
    var setup = Self.setup(columns: columns, rows: rows, raster: raster, theme: theme)
    change(&setup)
    self.board = Whiteboard(setup, board: board)
    handle(.started)
  }

  mutating func handle(_ event: Event) { effects += board.handle(event, at: now) }

  mutating func wait(_ milliseconds: Int64) {
    pass(milliseconds)
    handle(.woke)
  }

  /// Time goes by, and nobody is woken.
  mutating func pass(_ milliseconds: Int64) {
    now.uptime += milliseconds
    now.wall += milliseconds
  }

  // MARK: The hand

  mutating func key(_ key: Key, _ modifiers: Modifiers = []) {
    handle(.input(.key(key, modifiers)))
  }

  /// Types every character of the text as a key.
  mutating func type(_ text: String) {
    for character in text { key(character == "\n" ? .enter : .character(character)) }
  }

  mutating func mouse(
    _ action: MouseEvent.Action, _ column: Int, _ row: Int, _ modifiers: Modifiers = []
  ) {
    now.uptime += 10
    now.wall += 10
    let pointer = Pointer(CellPoint(column: column, row: row))
    handle(.input(.mouse(MouseEvent(action, at: pointer, modifiers: modifiers))))
  }

  /// Presses at the first place, drags through the others, releases at the last.
  mutating func drag(
    _ places: [(Int, Int)], _ button: MouseEvent.Button = .left, _ modifiers: Modifiers = []
  ) {
    guard let first = places.first, let last = places.last else { return }
    mouse(.press(button), first.0, first.1, modifiers)
    for place in places.dropFirst() { mouse(.drag(button), place.0, place.1, modifiers) }
    mouse(.release(button), last.0, last.1, modifiers)
  }

  mutating func click(_ column: Int, _ row: Int, _ modifiers: Modifiers = []) {
    drag([(column, row)], .left, modifiers)
  }

  /// Clicks the first place in a row where the text stands.
  mutating func click(on text: String, row: Int) {
    guard let column = column(of: text, row: row) else { return }
    click(column, row)
  }

  /// The same in whatever row it stands first.
  mutating func click(on text: String) {
    guard let row = (0..<frame.rows).first(where: { column(of: text, row: $0) != nil }) else {
      return
    }
    click(on: text, row: row)
  }

  // MARK: What came of it

  var frame: Frame { board.frame }
  var things: [Thing] { Array(board.picture.things) }
  var strokes: [Stroke] {
    things.compactMap { if case .stroke(let stroke) = $0.item { stroke } else { nil } }
  }
  var labels: [String] {
    things.compactMap { if case .label(let label) = $0.item { label.text.string } else { nil } }
  }
  var kept: [Entry] {
    effects.compactMap { if case .keep(let entry) = $0 { entry } else { nil } }
  }

  func text(row: Int) -> String {
    frame.cells(row: row).map { $0.glyph == .shadow ? "" : $0.glyph.string }.joined()
  }
  var top: String { text(row: 0) }
  var bottom: String { text(row: frame.rows - 1) }
  var screen: String { (0..<frame.rows).map { text(row: $0) }.joined(separator: "\n") }

  func column(of text: String, row: Int) -> Int? {
    let cells = frame.cells(row: row).map { $0.glyph.string }
    let wanted = text.map(String.init)
    guard wanted.count <= cells.count else { return nil }
    return (0...cells.count - wanted.count).first {
      Array(cells[$0..<$0 + wanted.count]) == wanted
    }
  }

  /// The rows between the bars with ink in them.
  var inkedRows: [Int] {
    (1..<max(frame.rows - 1, 1)).filter { row in
      (0..<frame.columns).contains { isInked($0, row) }
    }
  }

  func isInked(_ column: Int, _ row: Int) -> Bool {
    (0x2801...0x28FF).contains(frame[column, row].glyph.base.value)
  }
}

extension Whiteboard {
  /// The frame that the same state gives when nothing is known of the one before.
  var frameFromScratch: Frame {
    var copy = self
    copy.repaintAll()
    copy.composeAnew()
    return copy.frame
  }
}
