import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import CellFrame
import EaselBase
import ScreenContract
import TerminalIO
import WhiteboardUI

/// The whiteboard of one person, and the terminal below it. The parts are those of the program, from the
/// bytes of the terminal to the bytes for it.
struct PathScreen {
  private let codec: TerminalCodec
  /// Whether the frames are written. A process has one codec, which can write the frames of one screen.
  private let writes: Bool
  private var whiteboard: Whiteboard
  private var shown: Frame?
  var costs = PathCosts()

  init(
    _ person: Person, columns: Int, rows: Int, on board: BoardReplica, over codec: TerminalCodec,
    writes: Bool = true
  ) {
    var setup = Whiteboard.Setup(
      person: person, columns: columns, rows: rows, raster: .mixed, theme: .terminal)
    setup.palette = .names
    whiteboard = Whiteboard(setup, on: board)
    (self.codec, self.writes) = (codec, writes)
  }

  static func codec(columns: Int, rows: Int) throws -> TerminalCodec {
    try TerminalCodec("xterm-256color", columns: columns, rows: rows)
  }

  /// Handles the bytes of a press or a drag at a cell.
  mutating func point(
    at cell: CellPoint, isPress: Bool, on board: inout BoardReplica, at now: Moment
  ) -> [Effect] {
    let report = "\u{1B}[<\(isPress ? 0 : 32);\(cell.column + 1);\(cell.row + 1)M"
    return codec.decode(Array(report.utf8), at: now.uptime).flatMap {
      handle(.input($0), on: &board, at: now)
    }
  }

  mutating func handle(
    _ event: Event, on board: inout BoardReplica, at now: Moment
  ) -> [Effect] {
    let effects = whiteboard.handle(event, on: &board, at: now)
    costs.effects += effects.count
    return effects
  }

  /// Writes the frame for the terminal, if it differs from the frame before.
  mutating func show() {
    let frame = whiteboard.frame
    guard frame != shown else { return }
    shown = frame
    costs.frames += 1
    if writes { costs.bytes += codec.encode(frame, ground: whiteboard.shownTheme.background).count }
  }
}
