import BoardCodec
import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

@testable import BoardView
@testable import ScreenContract
@testable import SessionUI
@testable import WhiteboardUI

/// A whiteboard with a person at it: its methods are the actions of a hand.
struct Desk {
  var board: Whiteboard
  /// The board that is open.
  var replica: BoardReplica
  /// Everything that was asked of the shell so far.
  var effects: [Effect] = []
  /// The requests to the call, each by its name. The search for people is left out: each opening of
  /// the sheet that invites asks for it.
  var asked: [String] {
    effects.compactMap {
      switch $0 {
      case .board(.call(.findPeople)): nil
      case .board(.call(let effect)): String("\(effect)".prefix { $0 != "(" })
      default: nil
      }
    }
  }
  /// Whether the mouse reports parts of cells. If not, freehand lines are smoothed.
  var isMouseFine = false
  var now = Moment(uptime: 1_000, wall: 1_800_000_000_000)

  static let replicaGenesis = ReplicaGenesis(
    publicKey: Array(repeating: 7, count: 32), nonce: Array(repeating: 9, count: 16))

  static func setup(
    columns: Int = 80, rows: Int = 24, raster: Raster = .braille, theme: Theme = .terminal
  ) -> Whiteboard.Setup {
    var setup = Whiteboard.Setup(
      person: Person(
        author: replicaGenesis.author, name: SafeText("Ann"), color: PaletteColor.orange.color),
      columns: columns, rows: rows, raster: raster, theme: theme)
    setup.width = 2
    return setup
  }

  /// Nothing reads what it writes.
  static let writing = EntryCoding(encode: { Array("\($0.action)".utf8.prefix(64)) })
  /// Entries without encryption, signed by their digests.
  static let reading = EntryCoding(
    encode: { $0.encoded() }, decode: { OperationReading($0) },
    verify: { digest, signature, _ in signature == digest.bytes })

  /// The same, of which every signature is believed.
  static let believing = EntryCoding(
    encode: reading.encode, decode: reading.decode, verify: { _, _, _ in true })

  static var fresh: LoadedBoard {
    LoadedBoard(
      path: nil, name: SafeText("2026-11-21 sketch"), log: Log(), replicaGenesis: replicaGenesis,
      picture: Picture())
  }

  init(
    columns: Int = 80, rows: Int = 24, raster: Raster = .braille, theme: Theme = .terminal,
    board: LoadedBoard = Desk.fresh, coding: EntryCoding = Desk.writing,
    quota: BoardQuota = BoardQuota(),
    _ change: (inout Whiteboard.Setup) -> Void = { _ in }
  ) {
    var setup = Self.setup(columns: columns, rows: rows, raster: raster, theme: theme)
    change(&setup)
    replica = BoardReplica(board, author: setup.person.author, coding: coding, quota: quota)
    self.board = Whiteboard(setup, on: replica, notice: board.notice)
    handle(.started)
  }

  mutating func handle(_ event: Event) { effects += board.handle(event, on: &replica, at: now) }

  mutating func handle(_ event: BoardEvent) { handle(.board(event)) }

  mutating func perform(_ command: Command) { within { $0.perform(command) } }

  /// Does something with the whiteboard that it does by itself only while it handles an event.
  mutating func within<Result>(_ body: (inout Whiteboard) -> Result) -> Result {
    board.borrowing(&replica) { whiteboard in
      defer { whiteboard.carryOutRequests() }
      return body(&whiteboard)
    }
  }

  var view: View { board.drawing.surface.view }

  /// The sheets about the session, as this user sees them.
  var sessionPages: SessionPages {
    SessionPages(
      panel: board.sessions.panel, presence: board.sessions.presence, films: board.film.shared,
      setup: board.setup,
      recorder: board.drawing.recorder, surface: board.drawing.surface,
      tool: board.drawing.editor.tools.tool)
  }

  // MARK: What happens to the board

  mutating func kept(_ id: EntryID) {
    let endsFailure = replica.kept(id)
    handle(.kept)
    if endsFailure, !replica.saving.isTrouble { handle(.keepingRecovered) }
  }

  mutating func keepingFailed(_ reason: SafeText) {
    if replica.keepingFailed(reason) { handle(.keepingFailed(reason: reason)) }
  }

  mutating func keepingRecovered() {
    if replica.keepingRecovered() { handle(.keepingRecovered) }
  }

  /// Log and picture were made anew, of nothing.
  mutating func rebuilt(in session: SessionUUID) {
    guard board.session == session else { return }
    let (waiting, _) = replica.rebuild(Log(), Picture(), hasUnreadable: false, since: [])
    handle(.session(.rebuilt, in: session))
    receive(waiting, in: session)
  }

  mutating func open(_ opened: LoadedBoard) { handle(.opened(replica.open(opened))) }

  /// Enters a session, on its board, where that is another.
  mutating func enter(
    _ session: SessionUUID, as me: ParticipantUUID, on board: LoadedBoard? = nil,
    mayDraw: Bool = true
  ) {
    let opening = board.map { replica.open($0) }
    handle(
      .call(
        .entered(Entrance(session: session, me: me, opening: opening, mayDraw: mayDraw))))
  }

  mutating func filed(path: String, name: SafeText) {
    replica.filed(path: path, name: name)
    handle(.filed)
  }

  /// Merges entries of others in a session; in another than this one is in, nothing happens.
  ///
  /// - Returns: what became of them.
  @discardableResult
  mutating func receive(
    _ entries: [Entry], from source: Log.Source = .file, in session: SessionUUID
  ) -> Received {
    guard board.session == session else { return Received() }
    let received = replica.merge(entries, from: source)
    if !received.entries.isEmpty || !received.change.overdrawn.isEmpty {
      handle(.merged(received.change))
    }
    while replica.hasBacklog {
      handle(.merged(replica.showMore()))
    }
    return received
  }

  mutating func wait(_ milliseconds: Int64) {
    pass(milliseconds)
    handle(.woke)
  }

  /// Lets time pass without waking the whiteboard.
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
    let pointer = Pointer(CellPoint(column: column, row: row), isFine: isMouseFine)
    handle(.input(.mouse(MouseEvent(action, at: pointer, modifiers: modifiers))))
  }

  /// Presses at the first cell, drags through the others, releases at the last.
  mutating func drag(
    _ cells: [(Int, Int)], _ button: MouseEvent.Button = .left, _ modifiers: Modifiers = []
  ) {
    guard let first = cells.first, let last = cells.last else { return }
    mouse(.press(button), first.0, first.1, modifiers)
    for cell in cells.dropFirst() { mouse(.drag(button), cell.0, cell.1, modifiers) }
    mouse(.release(button), last.0, last.1, modifiers)
  }

  mutating func click(_ column: Int, _ row: Int, _ modifiers: Modifiers = []) {
    drag([(column, row)], .left, modifiers)
  }

  /// Writes a text with its tool, from a click to Esc.
  mutating func write(_ text: String, at cell: (column: Int, row: Int)) {
    type("t")
    click(cell.column, cell.row)
    type(text)
    key(.escape)
  }

  /// Draws a box from column 10, row 5 to column 40, row 15, writes "server" at column 20, row 10,
  /// and fills the box with the bucket.
  mutating func drawFilledBox() {
    type("r")
    drag([(10, 5), (40, 15)])
    write("server", at: (20, 10))
    type("b")
    click(15, 7)
  }

  /// Clicks where the text stands first in a row.
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
  var things: [BoardItem] { Array(replica.picture.things) }
  var strokes: [Stroke] {
    things.compactMap { if case .stroke(let stroke) = $0.item { stroke } else { nil } }
  }
  var labels: [String] {
    things.compactMap { if case .label(let label) = $0.item { label.text.string } else { nil } }
  }
  var kept: [Entry] {
    effects.compactMap { if case .board(.keep(let entry)) = $0 { entry } else { nil } }
  }

  func text(row: Int) -> String {
    frame.cells(row: row).map { $0.glyph == .shadow ? "" : $0.glyph.string }.joined()
  }
  var top: String { text(row: 0) }
  /// The sentence above the canvas, its lines joined; empty if there is none.
  var notice: String {
    guard let rect = board.toast.rect else { return "" }
    return (rect.row + 1..<rect.row + rect.rows - 1).map { row in
      let cells = frame.cells(row: row)[rect.column + 2..<rect.column + rect.columns - 2]
      let line = cells.map { $0.glyph == .shadow ? "" : $0.glyph.string }.joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: " ")
  }
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

extension Desk {
  /// The frame that the same state gives when nothing is known of the one before.
  var frameFromScratch: Frame {
    var copy = self
    copy.within { whiteboard in
      whiteboard.drawing.surface.repaintAll()
      whiteboard.follow()
      whiteboard.composer = Composer()
      whiteboard.compose()
    }
    return copy.frame
  }
}
