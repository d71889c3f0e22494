import BoardContract
import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import FrameTesting
import GroupTesting
import Testing

@testable import BoardView
@testable import WhiteboardUI

/// The screen without bars, for a pane or a popup of a terminal.
@Suite struct SmallViewTests {
  /// Ann, whose screen has no bars, and Bea.
  private static func world(_ columns: Int = 40, _ rows: Int = 12) -> WhiteboardWorld {
    WhiteboardWorld(2) { setup, index in
      guard index == 0 else { return }
      setup.surface.bars = .none
      (setup.surface.columns, setup.surface.rows) = (columns, rows)
    }
  }

  private static let knock = BoardEvent.call(
    .knocked(AdmissionRequest(number: 1, name: SafeText("Bo"))))

  @Test(
    "The canvas fills a screen without bars, and a knock takes one line of it for a while",
    arguments: [(12, 3), (40, 12), (120, 40)])
  func screens(size: (columns: Int, rows: Int)) throws {
    var desk = Desk(columns: size.columns, rows: size.rows) {
      ($0.surface.bars, $0.hasCall, $0.palette) = (.none, true, .names)
    }
    desk.drag([(0, 0), (6, size.rows - 1), (size.columns - 1, 0)])
    let board = desk.frame
    #expect(desk.isInked(0, 0) && desk.isInked(size.columns - 1, 0))
    desk.handle(Self.knock)
    let asked = desk.frame
    #expect(!desk.board.sheets.isOpen && desk.bottom.hasPrefix("Bo asks to"))
    #expect((0..<size.rows - 1).allSatisfy { asked.cells(row: $0) == board.cells(row: $0) })
    try assertFrames([("\(size.columns)", board), ("\(size.columns)-knock", asked)])
    desk.wait(5_000)
    #expect(desk.frame == board)
    desk.type("S")
    #expect(desk.board.sheets.isOpen)
  }

  @Test("A smaller screen says how large it has to be")
  func tooSmall() {
    let desk = Desk(columns: 11, rows: 3) { $0.surface.bars = .none }
    #expect(desk.screen.contains("12x3"))
    #expect(!Desk(columns: 12, rows: 3) { $0.surface.bars = .none }.view.isTooSmall)
  }

  @Test("The frame without bars is right whatever the hand does", arguments: 0..<20)
  func chaos(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (columns, rows) = (
      Int.random(in: 12...60, using: &random), Int.random(in: 3...20, using: &random)
    )
    var desk = Desk(columns: columns, rows: rows) { ($0.surface.bars, $0.hasCall) = (.none, true) }
    for _ in 0..<40 {
      let cells = (0..<3).map { _ in
        (Int.random(in: 0..<columns, using: &random), Int.random(in: 0..<rows, using: &random))
      }
      switch Int.random(in: 0...5, using: &random) {
      case 0:
        desk.type(
          ["r", "a", "p", "s", "?", ":", "P", "I", "V"].randomElement(using: &random) ?? "p")
      case 1:
        desk.key([.escape, .pageDown, .home, .end, .tab].randomElement(using: &random) ?? .home)
      case 2: desk.handle(Self.knock)
      case 3: desk.wait(2_000)
      default: desk.drag(cells)
      }
      #expect(desk.frame == desk.frameFromScratch)
    }
  }

  @Test("q asks in one line whether to leave or to end, and quits at once alone")
  func quit() {
    func quits(_ desk: Desk) -> Bool {
      desk.effects.contains { if case .quit = $0 { true } else { false } }
    }
    var alone = Self.world()
    alone.at(0) { $0.type("q") }
    #expect(quits(alone.desks[0]))
    let world = Self.world().inSession()
    var stays = world
    stays.at(0) { $0.type("q") }
    #expect(stays.desks[0].bottom.contains("l leaves, e ends it, Esc stays"))
    stays.at(0) { $0.key(.escape) }
    #expect(!stays.desks[0].bottom.contains("leaves") && !quits(stays.desks[0]))
    for (keys, isEnded) in [("ql", false), ("qq", false), ("qe", true)] {
      var leaves = world
      leaves.at(0) { $0.type(keys) }
      #expect(quits(leaves.desks[0]) && leaves.desks[1].board.isInSession != isEnded, "\(keys)")
    }
    var narrow = Self.world(12, 3)
    narrow = narrow.inSession()
    narrow.at(0) { $0.type("q") }
    #expect(narrow.desks[0].bottom.contains("l go, e end"))
  }

  @Test("A film plays in the small view without a sheet, and a session is offered in one line")
  func offers() {
    var world = Self.world()
    world.at(1) {
      $0.drag([(20, 5), (30, 6)])
      $0.type("S")
    }
    #expect(!world.desks[0].board.sheets.isOpen && world.desks[0].bottom.contains("Bea shares"))
    world.at(0) { $0.type("Sj") }
    world.at(1) { $0.type("Ve") }
    #expect(world.desks[0].board.replay != nil && !world.desks[0].board.sheets.isOpen)
    world.at(0) { $0.key(.escape) }
    #expect(world.desks[0].board.replay == nil)
  }

  @Test("The search of a text has the last line while it is open")
  func search() {
    var desk = Desk(columns: 40, rows: 6) { setup in
      setup.surface.bars = .none
      setup.paper = PaperParser.parse(Array("one\ntwo\nthree".utf8)).paper
    }
    desk.key(.character("f"), .control)
    desk.type("two")
    #expect(desk.bottom.contains("two"))
    desk.key(.escape)
    #expect(!desk.bottom.contains("Find"))
  }
}
