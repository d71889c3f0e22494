import BoardStore
import Log
import Rendering
import Vocabulary
import Whiteboard

extension Desk {
  /// Draws a stroke that nobody sees and keeps it in memory. What a process does for the first time
  /// takes it many times as long, some milliseconds in all, which are better spent before somebody draws.
  ///
  /// - Parameter makesFile: whether the first stroke will make the board's file.
  func rehearse(_ theme: Theme, _ raster: Raster, makesFile: Bool) {
    do {
      let entries = try artist.strokeRehearsed(theme, raster).map { try artist.sign($0) }
      guard makesFile else { return }
      try BoardFile.rehearse(
        header: BoardHeader(name: "", created: 0, participants: [Participant(artist.person())]),
        entries: entries.map { KeptEntry($0, bytes: $0.encoded()) })
    } catch {
      // What is wrong will be so again when it matters, and is told then.
      return
    }
  }
}

extension Artist {
  /// What the whiteboard makes of a hand that draws, not signed yet.
  func strokeRehearsed(_ theme: Theme, _ raster: Raster) -> [Entry] {
    let board = OpenedBoard(named: SafeText(""), from: nil, birth: birth())
    var whiteboard = Whiteboard(
      Whiteboard.Setup(
        person: person(), encode: { $0.encoded() }, columns: 40, rows: 12, raster: raster,
        theme: theme), board: board)
    func pointer(_ column: Int, _ row: Int) -> Pointer {
      Pointer(CellPoint(column: column, row: row))
    }
    let hand: [(MouseEvent.Action, Pointer)] = [
      (.press(.left), pointer(9, 4)), (.drag(.left), pointer(12, 6)),
      (.drag(.left), pointer(15, 5)), (.release(.left), pointer(15, 5)),
    ]
    return hand.enumerated().flatMap { time, report in
      let event = Event.input(.mouse(MouseEvent(report.0, at: report.1)))
      return whiteboard.handle(event, at: Moment(uptime: Int64(time), wall: 0))
    }.compactMap { effect in
      if case .keep(let entry) = effect { entry } else { nil }
    }
  }
}
