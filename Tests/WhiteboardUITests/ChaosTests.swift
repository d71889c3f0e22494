import BoardCodec
import BoardModel
import BoardPaper
import BoardRendering
import EaselBase
import GroupTesting
import Testing

@testable import BoardView
@testable import WhiteboardUI

@Suite struct ChaosTests {
  @Test(
    "W1 · A frame composed step by step equals one composed from nothing",
    arguments: Seeds.range(12))
  func incremental(seed: UInt64) throws {
    var chaos = Chaos(seed: seed)
    let rasters = Raster.allCases
    var desk = Desk(columns: 60, rows: 20, raster: rasters[Int(seed) % rasters.count]) { setup in
      if seed % 4 == 0 { setup.paper = PaperText(lines: Self.paper) }
      if seed % 3 > 0 { Self.connect(&setup) }
    }
    for step in 0..<150 {
      let deed = chaos.deed(columns: desk.frame.columns, rows: desk.frame.rows)
      desk.pass(chaos.pause())
      desk.perform(deed)
      let isSame = desk.frame == desk.frameFromScratch
      #expect(isSame, "seed \(seed), step \(step): \(deed)")
      if !isSame { return }
    }
  }

  @Test(
    "W1 · At rest the screen shows the picture, whatever the moments",
    arguments: Seeds.range(12))
  func settled(seed: UInt64) {
    var chaos = Chaos(seed: seed)
    let rasters = Raster.allCases
    var desk = Desk(
      columns: 60, rows: 20, raster: rasters[Int(seed) % rasters.count], coding: Desk.believing,
      Self.connect)
    for step in 0..<150 {
      let deed = chaos.deed(columns: desk.frame.columns, rows: desk.frame.rows)
      desk.pass(chaos.pause())
      desk.perform(deed)
      guard step % 10 == 0 else { continue }
      var rested = desk
      rested.handle(.pausing)
      let isSame =
        rested.board.drawing.surface.wet == nil && rested.frame == rested.frameFromScratch
      #expect(isSame, "seed \(seed), step \(step): \(deed)")
      if !isSame { return }
    }
  }

  /// To a call in which anything is believed.
  private static func connect(_ setup: inout Whiteboard.Setup) { setup.hasCall = true }

  private static let paper = (0..<60).map { line in
    PaperText.Line(runs: [PaperText.Run(text: SafeText("line \(line) 界 of what is being read"))])
  }

  @Test("W3 · 10,000 events in no order never trap") func survives() {
    var chaos = Chaos(seed: 2_026)
    var desk = Desk(columns: 40, rows: 12, coding: Desk.believing, Self.connect)
    for _ in 0..<10_000 {
      desk.now.uptime += 7
      desk.perform(chaos.deed(columns: desk.frame.columns, rows: desk.frame.rows))
      desk.effects = []
    }
  }

  @Test("W3 · Every size from 0×0 to 40×12 has a frame of its size") func sizes() {
    var desk = Desk(columns: 80, rows: 24)
    desk.drag([(5, 5), (60, 20)])
    for rows in 0...12 {
      for columns in 0...40 {
        desk.mouse(.press(.left), columns / 2, rows / 2)
        desk.handle(.input(.resize(columns: columns, rows: rows)))
        desk.mouse(.drag(.left), columns / 3, rows / 3)
        desk.type("?")
        desk.key(.escape)
        #expect(desk.frame.columns == columns && desk.frame.rows == rows)
      }
    }
    desk.handle(.input(.resize(columns: -3, rows: -9)))
    #expect(desk.frame.columns == 0)
  }

  @Test("W3 · A megabyte pasted is one text of bounded size") func paste() {
    var desk = Desk()
    desk.handle(.input(.paste(String(repeating: "x\u{1B}[2J界\n", count: 130_000))))
    desk.key(.escape)
    #expect(desk.labels.count == 1)
    #expect(desk.labels.allSatisfy { $0.unicodeScalars.count <= Limits.labelScalars })
    #expect(!desk.labels.joined().unicodeScalars.contains("\u{1B}"))
  }
}
