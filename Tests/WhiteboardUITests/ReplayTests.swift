import BoardContract
import BoardDocument
import BoardFilm
import BoardLog
import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import FrameTesting
import Testing

@testable import BoardView
@testable import ScreenContract
@testable import WhiteboardUI

/// The film of a board on the screen.
@Suite struct ReplayTests {
  /// A board on which two strokes, a box and a clear stand, with a second between them.
  private func desk(
    columns: Int = 80, rows: Int = 24, raster: Raster = .braille,
    _ change: (inout Whiteboard.Setup) -> Void = { _ in }
  ) -> Desk {
    var desk = Desk(columns: columns, rows: rows, raster: raster, change)
    for row in [2, 3] {
      desk.drag((2...12).map { ($0, row) })
      desk.wait(2_000)
    }
    return desk
  }

  private func playing(_ desk: Desk) -> ReplayMode? { desk.board.replay }

  private func asked(_ desk: Desk) -> Int64? {
    desk.effects.compactMap { if case .board(.wake(let at)) = $0 { at } else { nil } }.last
  }

  // MARK: The screen

  @Test(
    "The bar shows whole items in each size",
    arguments: [(20, 6), (40, 12), (62, 20), (80, 24), (220, 60)])
  func bar(size: (columns: Int, rows: Int)) throws {
    var desk = desk(columns: size.columns, rows: size.rows)
    desk.type("C")
    desk.wait(40_000)
    desk.drag([(3, 3), (9, 3)])
    desk.type("V")
    desk.wait(1_300)
    try assertFrame(desk.frame, named: "\(size.columns)")
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("The bar fits each width from 20 to 220, in ASCII as well", arguments: [false, true])
  func widths(isASCII: Bool) {
    let bar = ReplayBar(
      isPlaying: true, speed: ReplaySpeed(), moment: 65_000, duration: 3_700_000,
      ticks: [.init(moment: 3_000_000, isClear: true), .init(moment: 60_000, isClear: false)],
      author: .init(name: "Annabelle of the long name", color: PaletteColor.red.color),
      waitingGuests: 2, exportKey: "E", chrome: Chrome(isASCII ? .ascii : .braille))
    for columns in 20...220 {
      let layout = bar.layout(columns: columns)
      let pieces = layout.placedPieces
      #expect(pieces.allSatisfy { $0.columns.upperBound <= columns })
      #expect(
        zip(pieces, pieces.dropFirst()).allSatisfy {
          $0.columns.upperBound <= $1.columns.lowerBound
        })
      let text = String(layout.cells(.terminal).flatMap { $0.glyph.string })
      #expect(text.contains(isASCII ? ">" : "▶") && text.contains(columns < 26 ? "A" : "Esc"))
      #expect(!isASCII || text.utf8.allSatisfy { $0 < 0x80 })
      #expect(ReplayBar.seek(near: 0, in: layout) == .seek(to: 0))
      #expect(ReplayBar.seek(near: columns, in: layout) == .seek(to: 3_700_000))
    }
  }

  @Test("The film shows text paper with its ink")
  func paper() throws {
    var desk = PaperScreenTests.desk(PaperScreenTests.diff, numbers: true)
    desk.drag([(10, 6), (30, 6), (30, 9), (10, 9), (10, 6)])
    desk.type("V")
    desk.key(.end)
    let end = desk.frame
    desk.key(.home)
    #expect(desk.screen.contains("0:00 /"))
    try assertFrames([("end", end), ("start", desk.frame)])
    desk.key(.down)
    #expect(desk.top.contains("line 2"))
  }

  @Test("The film grows stroke by stroke, and ends with the picture of the board")
  func growing() throws {
    var desk = Desk()
    for row in [2, 8] {
      desk.drag([(2, row), (10, row + 3), (18, row), (26, row + 3), (34, row), (42, row + 3)])
      desk.wait(2_000)
    }
    let board = desk.frame
    desk.type("V")
    #expect(desk.inkedRows.isEmpty && desk.bottom.contains("▶"))
    desk.wait(30)
    #expect(desk.isInked(2, 2) && !desk.isInked(42, 5) && desk.bottom.contains("you"))
    desk.wait(40)
    #expect(desk.isInked(42, 5) && !desk.isInked(2, 8))
    desk.wait(5_000)
    #expect(desk.bottom.contains("‖"))
    for row in 1..<23 { #expect(desk.frame.cells(row: row) == board.cells(row: row)) }
    desk.key(.escape)
    #expect(playing(desk) == nil)
    #expect(desk.frame == board && desk.frame == desk.frameFromScratch)
  }

  // MARK: Time

  @Test("A film that stands still asks for no wake, a film that plays at most 30 times a second")
  func waking() throws {
    var desk = desk()
    desk.wait(10_000)
    desk.type("V")
    var (wakes, last) = (0, desk.now.uptime)
    while let next = asked(desk), next > desk.now.uptime, desk.bottom.contains("▶") {
      #expect(next - last >= 33)
      (wakes, last) = (wakes + 1, next)
      desk.wait(next - desk.now.uptime)
    }
    // Two strokes of 100 ms, and the second between them.
    #expect((5...14).contains(wakes), "\(wakes)")
    #expect(!desk.bottom.contains("▶"))
    let count = desk.effects.count
    desk.wait(60_000)
    #expect(desk.effects.count == count)
    desk.type(" ")
    desk.type(" ")
    let paused = try #require(playing(desk))
    desk.wait(60_000)
    #expect(playing(desk)?.moment == paused.moment && paused.nextChange(after: 0) == nil)
  }

  @Test("The speed changes from a quarter to 64 times")
  func speed() {
    var desk = desk()
    desk.type("V [[[")
    #expect(desk.bottom.contains("¼×"))
    desk.key(.home)
    desk.type(" ")
    desk.wait(40)
    #expect(playing(desk)?.moment == 10)
    desk.type(" ]]]]]]]]]]]]")
    #expect(desk.bottom.contains("64×"))
    desk.key(.home)
    desk.type(" ")
    desk.wait(10)
    #expect(playing(desk)?.moment == 640)
  }

  // MARK: Keys

  @Test("Keys go by five seconds and by gestures, to the start and to the end")
  func keys() throws {
    var desk = desk()
    desk.type("V")
    let film = Film(desk.replica.picture)
    let ends = film.timeline.spans.map(\.end)
    desk.type(".")
    #expect(playing(desk)?.moment == ends[0] && desk.bottom.contains("‖"))
    desk.type(".")
    #expect(playing(desk)?.moment == ends[1])
    desk.type(".,")
    #expect(playing(desk)?.moment == ends[0])
    desk.type(",,")
    #expect(playing(desk)?.moment == 0)
    desk.key(.right)
    #expect(playing(desk)?.moment == min(5_000, film.duration))
    desk.key(.left)
    #expect(playing(desk)?.moment == 0)
    desk.key(.end)
    #expect(playing(desk)?.moment == film.duration)
    desk.type(" ")
    desk.wait(33)
    #expect(playing(desk)?.moment == 33)
  }

  @Test("Shift does not change the meaning of a character, and moves the view with an arrow")
  func shift() {
    var desk = desk()
    desk.type("V")
    desk.key(.character("["), .shift)
    #expect(desk.bottom.contains("½×"))
    desk.type(" ")
    let (moment, viewport) = (playing(desk)?.moment, playing(desk)?.surface.view.viewport)
    desk.key(.right, .shift)
    #expect(playing(desk)?.moment == moment)
    #expect(playing(desk)?.surface.view.viewport != viewport)
  }

  @Test("The film stands still when Easel is suspended")
  func suspended() {
    var desk = desk()
    desk.type("V")
    desk.wait(50)
    desk.handle(.pausing)
    desk.wait(60_000)
    #expect(playing(desk)?.moment == 50 && desk.bottom.contains("‖"))
  }

  @Test("Drawing keys and other commands have an answer, and change nothing")
  func refused() {
    var desk = desk()
    let things = desk.things.count
    desk.type("V")
    for key in ["p", "r", "C", "u", "N", "B", ":", "P", "1"] {
      desk.type(key)
      #expect(desk.notice.contains("Press Esc to go back to the board."), "\(key)")
      desk.wait(4_000)
    }
    desk.handle(.input(.paste("words")))
    desk.drag([(5, 10), (20, 10)])
    #expect(desk.notice.contains("Press Esc to go back to the board."))
    #expect(desk.things.count == things && playing(desk) != nil)
    desk.key(.character("c"), .control)
    desk.key(.character("c"), .control)
    #expect(desk.effects.contains { if case .quit = $0 { true } else { false } })
  }

  @Test("Zoom, the wheel and the middle button move only the view of the film")
  func view() {
    var desk = desk()
    let viewport = desk.view.viewport
    desk.type("V+")
    #expect(playing(desk)?.surface.view.viewport != viewport)
    desk.mouse(.wheelDown, 20, 10)
    desk.type("l")
    desk.drag([(20, 10), (30, 12)], .middle)
    #expect(desk.view.viewport == viewport)
    desk.key(.escape)
    #expect(playing(desk) == nil && desk.view.viewport == viewport)
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("A moment is exported as it is shown, in a file of its own name")
  func export() throws {
    var desk = desk()
    desk.type("V.E")
    #expect(desk.screen.contains("Export"))
    desk.type("s")
    let exported = desk.effects.compactMap { effect -> (Picture, SafeText)? in
      if case .export(.svg, let picture, let name) = effect { (picture, name) } else { nil }
    }
    #expect(exported.count == 1 && exported.first?.0.things.count == 1)
    #expect(exported.first?.1.string == "2026-11-21 sketch-0m0.1s")
    #expect(playing(desk) != nil)
  }

  @Test("A moment in the middle of a stroke is exported with the part that has grown")
  func exportOfGrowing() throws {
    var desk = Desk()
    desk.drag([(2, 2), (10, 5), (18, 2), (26, 5), (34, 2), (42, 5)])
    desk.type("V")
    desk.wait(30)
    desk.type(" Ep")
    let picture = try #require(
      desk.effects.compactMap { effect -> Picture? in
        if case .export(.png, let picture, _) = effect { picture } else { nil }
      }.first)
    guard case .stroke(let part)? = picture.things.first?.item else {
      Issue.record("no stroke")
      return
    }
    let whole = try #require(desk.strokes.first)
    // A long side is cut where the pen was.
    #expect(Array(whole.points).starts(with: Array(part.points).dropLast()))
    #expect(part.points.bounds.maxX < whole.points.bounds.maxX)
  }

  // MARK: The mouse

  @Test("A click on the track shows its moment, a drag follows the mouse")
  func mouse() throws {
    var desk = desk()
    desk.type("V ")
    let bar = desk.board.composer.bottomLayout
    let track = bar.placedPieces.filter {
      if case .replay(.seek) = $0.piece.command { true } else { false }
    }.map(\.columns.lowerBound)
    let (first, last) = (try #require(track.first), try #require(track.last))
    let duration = Film(desk.replica.picture).duration
    desk.click(last, 23)
    #expect(playing(desk)?.moment == duration)
    desk.mouse(.press(.left), first, 23)
    #expect(playing(desk)?.moment == 0)
    desk.mouse(.drag(.left), (first + last) / 2, 5)
    let middle = try #require(playing(desk)?.moment)
    #expect(middle > 0 && middle < duration)
    desk.mouse(.drag(.left), 79, 23)
    #expect(playing(desk)?.moment == duration)
    desk.mouse(.release(.left), 79, 23)
    desk.click(on: "Space")
    let started = try #require(playing(desk)?.moment)
    desk.wait(33)
    #expect(playing(desk)?.moment == started + 33)
  }

  @Test("Esc in the middle of a drag on the track leaves no ink")
  func abandonedDrag() {
    var desk = desk()
    desk.type("V")
    desk.mouse(.press(.left), 20, 23)
    desk.key(.escape)
    for column in 21...40 { desk.mouse(.drag(.left), column, 12) }
    desk.mouse(.release(.left), 40, 12)
    #expect(desk.things.count == 2 && desk.inkedRows == [2, 3])
  }

  // MARK: The beginning

  @Test("An empty board has no film, one gesture without a length is one")
  func empty() {
    var desk = Desk()
    desk.type("V")
    #expect(playing(desk) == nil && desk.notice.contains("Nothing was drawn on this board yet."))
    var dot = Desk()
    dot.mouse(.press(.left), 10, 10)
    dot.now.uptime -= 10
    dot.mouse(.release(.left), 10, 10)
    dot.type("V")
    #expect(playing(dot) != nil && dot.bottom.contains("0:00 / 0:00"))
    dot.type(",.[] ")
    dot.key(.left)
    dot.key(.end)
    #expect(dot.isInked(10, 10))
    #expect(dot.frame == dot.frameFromScratch)
  }

  @Test("A film that begins with a picture says that its history lies elsewhere")
  func beginsWithPicture() throws {
    var board = Desk.fresh
    let stamp = Stamp(
      id: EntryID(ReplicaID(Bytes16(high: 1, low: 1)), SequenceNumber(1)), author: .nobody,
      lamport: Lamport(1), at: 0, lasted: 0)
    var other = Desk()
    other.drag([(2, 12), (12, 12)])
    let stroke = try #require(other.strokes.first)
    _ = board.picture.apply(Operation(.make(.stroke(stroke))), stamp)
    var desk = Desk(board: board)
    desk.drag([(30, 9), (40, 9)])
    desk.type("V")
    #expect(playing(desk) != nil && !desk.inkedRows.isEmpty)
    #expect(desk.notice.contains("began with a picture from another board"))
  }

  @Test("A resize while the film plays changes both surfaces")
  func resize() {
    var desk = desk()
    desk.type("V")
    desk.handle(.input(.resize(columns: 40, rows: 12)))
    #expect(desk.bottom.contains("▶") && desk.frame.columns == 40)
    desk.wait(60)
    #expect(desk.frame == desk.frameFromScratch)
    desk.handle(.input(.resize(columns: 10, rows: 4)))
    desk.wait(60)
    desk.handle(.input(.resize(columns: 100, rows: 30)))
    desk.wait(60)
    #expect(desk.frame == desk.frameFromScratch && playing(desk) != nil)
    desk.key(.escape)
    #expect(desk.frame == desk.frameFromScratch && desk.frame.columns == 100)
  }

  @Test("Help shows the keys of the film over it")
  func help() {
    var desk = desk()
    desk.type("V?")
    #expect(desk.screen.contains("back, forward by 5 s"))
    desk.key(.escape)
    #expect(playing(desk) != nil)
  }

  @Test("A screen of its own ends with q, and shows the film from the beginning")
  func ownScreen() throws {
    let drawn = desk()
    var board = Desk.fresh
    (board.picture, board.path) = (drawn.replica.picture, "/plan")
    var desk = Desk(board: board) { $0.purpose = .replay(showsUndone: false) }
    #expect(desk.bottom.contains("▶") && desk.inkedRows.isEmpty)
    desk.wait(5_000)
    #expect(desk.inkedRows == [2, 3])
    desk.key(.escape)
    #expect(desk.notice.contains("Press q to end."))
    desk.type("pVr")
    #expect(playing(desk) != nil)
    desk.type("q")
    #expect(desk.effects.contains { if case .quit = $0 { true } else { false } })
  }
}
