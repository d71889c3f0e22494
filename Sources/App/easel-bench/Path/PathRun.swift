import BoardClient
import BoardDocument
import BoardEvents
import BoardLog
import BoardModel
import CEaselAllocations
import CellFrame
import EaselBase
import ScreenCommands
import TerminalIO
import WhiteboardUI

/// One person who drags the mouse over a board, with a clock that the run moves. The parts are those of the
/// program, from the bytes of the terminal to the bytes for it.
struct PathRun {
  private let path: PathCase
  private let codec: TerminalCodec
  private var whiteboard: Whiteboard
  private var replica: BoardReplica
  private var now = Moment(uptime: 1_000, wall: 1_800_000_000_000)
  private var costs = PathCosts()
  private var shown: Frame?
  private var guest = PathGuest()

  /// The columns at the left that the drag leaves out: the palette stands there.
  private static let left = 20
  /// A hand sends a report in about so many milliseconds.
  private static let pause: Int64 = 8

  init(_ path: PathCase) throws {
    self.path = path
    let (columns, rows) = path.size
    let genesis = ReplicaGenesis(
      publicKey: Array(repeating: 7, count: 32), nonce: Array(repeating: 9, count: 16))
    var setup = Whiteboard.Setup(
      person: Person(
        author: genesis.author, name: SafeText("Ann"), color: PaletteColor.orange.color),
      columns: columns, rows: rows, raster: .mixed, theme: .terminal)
    setup.palette = .names
    let board = LoadedBoard(
      path: nil, name: SafeText("plan"), log: Log(), replicaGenesis: genesis,
      picture: BenchmarkBoards.picture(of: .cells, strokes: path.strokes))
    let coding = EntryCoding(encode: { $0.encoded() })
    replica = BoardReplica(board, author: genesis.author, coding: coding, quota: BoardQuota())
    whiteboard = Whiteboard(setup, on: replica)
    codec = try TerminalCodec("xterm-256color", columns: columns, rows: rows)
    handle(.started)
    if path.hasGuest { for event in guest.arrival { handle(event) } }
    show()
    costs = PathCosts()
  }

  /// Plays a press and then so many reports.
  mutating func costs(ofReports count: Int) -> PathCosts {
    for index in 0...count { play(index) }
    return costs
  }

  /// The allocations of 100 reports after each of these many.
  mutating func allocations(after starts: [Int]) -> [Int] {
    var counts: [Int] = []
    var next = 0
    for start in starts {
      while next < start {
        play(next)
        next += 1
      }
      let before = easel_allocations()
      for _ in 0..<100 {
        play(next)
        next += 1
      }
      counts.append(easel_allocations() - before)
    }
    return counts
  }

  private mutating func play(_ index: Int) {
    now.uptime += Self.pause
    if path != .watching {
      let cell = cell(index)
      let report = "\u{1B}[<\(index == 0 ? 0 : 32);\(cell.column + 1);\(cell.row + 1)M"
      for event in codec.decode(Array(report.utf8), at: now.uptime) { handle(.input(event)) }
    }
    if path.hasGuest { handle(guest.grown(to: index)) }
    show()
  }

  /// The cells of the drag: row by row, there and back, and from the last row up again. Beside a
  /// guest it stays in the right half.
  private func cell(_ index: Int) -> CellPoint {
    let left = path.hasGuest ? path.size.columns / 2 : Self.left
    let (columns, rows) = (path.size.columns - left - 2, path.size.rows - 6)
    let (line, step) = index.quotientAndRemainder(dividingBy: columns)
    let rowsBoth = 2 * rows - 2
    return CellPoint(
      column: left + (line.isMultiple(of: 2) ? step : columns - 1 - step),
      row: 3 + min(line % rowsBoth, rowsBoth - line % rowsBoth))
  }

  private mutating func handle(_ event: Event) {
    costs.effects += whiteboard.handle(event, on: &replica, at: now).count
  }

  private mutating func show() {
    let frame = whiteboard.frame
    guard frame != shown else { return }
    shown = frame
    costs.frames += 1
    costs.bytes += codec.encode(frame, ground: whiteboard.shownTheme.background).count
  }
}

/// Another person, whose stroke grows with each report.
private struct PathGuest {
  private static let session = Bytes16(high: 5, low: 1)
  private static let me = Bytes16(high: 6, low: 1)
  private static let other = Bytes16(high: 6, low: 2)

  private var item = GuestItem(
    id: GuestItem.ID(participant: other, number: 1),
    entry: EntryID(ReplicaID(Bytes16(high: 8, low: 8)), SequenceNumber(1)),
    item: .stroke(
      WetStyle(
        kind: .pen, ink: Ink(color: PaletteColor.cyan.color, width: 1), stepExponent: 4)),
    runs: [[]])

  /// The events by which the two are in one session.
  var arrival: [Event] {
    let people = [Self.me, Self.other].map { SessionParticipant(id: $0, mayDraw: true) }
    return [
      .board(.call(.entered(Entrance(session: Self.session, me: Self.me)))),
      .board(.session(.participants(people), in: Self.session)),
    ]
  }

  /// The guest draws in the left half of the board, line by line, there and back.
  mutating func grown(to index: Int) -> Event {
    let (line, step) = index.quotientAndRemainder(dividingBy: 60)
    let point = BoardPoint(
      x: 6_000 + Int32(line.isMultiple(of: 2) ? step : 59 - step) * 400,
      y: 6_000 + Int32(line % 40) * 1_200)
    item.append([point], toRun: 0)
    return .board(.session(.wets([item]), in: Self.session))
  }
}
