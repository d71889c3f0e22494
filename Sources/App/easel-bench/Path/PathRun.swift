import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import CellFrame
import EaselBase
import SessionCore
import WhiteboardUI

/// One person who drags the mouse over a board, with a clock that the run moves.
struct PathRun: PathDrag {
  private let path: PathCase
  private var screen: PathScreen
  private var replica: BoardReplica
  private var now = PathCase.begin
  private var guest = PathGuest()

  init(_ path: PathCase) throws {
    self.path = path
    let board = LoadedBoard(
      path: nil, name: SafeText("plan"), log: Log(), replicaGenesis: PathCase.genesis(1),
      picture: BenchmarkBoards.picture(of: .cells, strokes: path.strokes))
    let author = board.replicaGenesis.author
    let coding = EntryCoding(encode: { $0.encoded() })
    replica = BoardReplica(board, author: author, coding: coding, quota: BoardQuota())
    let (columns, rows) = path.size
    screen = PathScreen(
      Person(author: author, name: SafeText("Ann"), color: PaletteColor.orange.color),
      columns: columns, rows: rows, on: replica,
      over: try PathScreen.codec(columns: columns, rows: rows))
    handle(.started)
    if path.hasGuest { for event in guest.arrival { handle(event) } }
    screen.show()
    screen.costs = PathCosts()
  }

  var costs: PathCosts { screen.costs }

  static func lines(of costs: PathCosts, without first: PathCosts) -> [String] {
    [": \((costs - first).line)"]
  }

  mutating func play(_ index: Int) {
    now.uptime += PathCase.pause
    if path != .watching {
      _ = screen.point(at: path.cell(index), isPress: index == 0, on: &replica, at: now)
    }
    if path.hasGuest { handle(guest.grown(to: index)) }
    screen.show()
  }

  private mutating func handle(_ event: Event) { _ = screen.handle(event, on: &replica, at: now) }
}

/// Another person, whose stroke grows with each report.
private struct PathGuest {
  private static let session = SessionUUID(Bytes16(high: 5, low: 1))
  private static let me = ParticipantUUID(Bytes16(high: 6, low: 1))
  private static let other = ParticipantUUID(Bytes16(high: 6, low: 2))

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
