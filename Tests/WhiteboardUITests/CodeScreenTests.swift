import BoardContract
import BoardRendering
import CellFrame
import EaselBase
import FrameTesting
import Testing
import ThemeFiles

@testable import WhiteboardUI

/// A ticket as a QR code. That readers take it is seen in `CodeTests`.
@Suite struct CodeScreenTests {
  private func desk(
    _ columns: Int, _ rows: Int, _ raster: Raster = .braille, theme: String = "dark",
    isToDraw: Bool = true, hasColors: Bool = true
  ) throws -> Desk {
    let theme = try #require(Theme.builtIn(theme))
    var desk = Desk(columns: columns, rows: rows, raster: raster, theme: theme) {
      ($0.hasCall, $0.surface.depth) = (true, hasColors ? .direct : .none)
    }
    let code = try #require(CodeSample.code)
    let ticket = SafeText(CodeSample.ticket)
    desk.handle(
      .call(
        .connected(
          Tickets(
            drawing: isToDraw ? ticket : nil, watching: ticket,
            drawingCode: isToDraw ? code : nil, watchingCode: code), canModerate: false)))
    desk.type("Iq")
    return desk
  }

  /// The cells left of the words.
  private func code(_ desk: Desk) -> [[Cell]] {
    (1..<23).map { Array(desk.frame.cells(row: $0).prefix(43)) }
  }

  @Test("With enough room the code stands beside the words or above them, black on white")
  func room() throws {
    try assertFrames([
      ("beside", try desk(80, 24).frame), ("above", try desk(50, 36, theme: "light").frame),
      ("roomy", try desk(120, 40).frame), ("none", try desk(60, 20).frame),
      ("least", try desk(20, 6).frame),
    ])
  }

  @Test("Esc leads back to where it was opened")
  func back() throws {
    var desk = try desk(80, 24)
    desk.key(.escape)
    #expect(desk.board.sheets.open?.kind == .invite)
    desk.key(.escape)
    #expect(desk.board.sheets.open == nil)
  }

  @Test("Without colours in the terminal's own, which can be turned; in ASCII by blanks")
  func plain() throws {
    var plain = try desk(80, 24, theme: "terminal", hasColors: false)
    let (dark, code) = (plain.frame, code(plain))
    plain.type("t")
    #expect(self.code(plain) != code)
    plain.type("t")
    #expect(self.code(plain) == code)
    try assertFrames([
      ("plain", dark), ("blanks", try desk(120, 45, .ascii).frame),
      ("neither", try desk(80, 24, .ascii, hasColors: false).frame),
    ])
  }

  @Test("On a light screen without colours, the ink is what is dark") func light() throws {
    var desk = try desk(80, 24, theme: "terminal", hasColors: false)
    let dark = code(desk)
    desk.handle(.input(.answer(.background(0xFF_FF_FF))))
    #expect(code(desk) != dark)
    desk.type("t")
    #expect(code(desk) == dark)
  }

  @Test("The ticket to watch is a key away, and a watcher has no other")
  func watching() throws {
    var drawing = try desk(80, 24)
    #expect(drawing.screen.contains("Scan to draw"))
    drawing.type("v")
    #expect(drawing.screen.contains("Scan to watch"))
    drawing.type("d")
    #expect(drawing.screen.contains("Scan to draw"))
    drawing.type("b")
    #expect(drawing.screen.contains("Invite others"))
    let watching = try desk(80, 24, isToDraw: false)
    #expect(watching.screen.contains("Scan to watch"))
    #expect(!watching.screen.contains("to draw "))
  }

  @Test("A ticket too long for a code, and none at all, are said") func without() throws {
    var desk = try desk(80, 24)
    desk.handle(
      .call(
        .connected(
          Tickets(drawing: SafeText("easel://a#b"), watching: SafeText("c")), canModerate: false)))
    #expect(desk.screen.contains("too long for a code"))
    desk.handle(.call(.connected(nil, canModerate: false)))
    #expect(desk.screen.contains("no ticket yet"))
  }

  @Test(
    "Only what can be a code is one",
    arguments: [(20, 400), (21, 440), (22, 484), (181, 32_761), (-21, 441), (0, 0)])
  func sizes(size: Int, count: Int) {
    #expect(QRCode(size: size, dark: Array(repeating: false, count: count)) == nil)
  }
}
