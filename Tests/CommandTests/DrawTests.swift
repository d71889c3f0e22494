import Foundation
import FrameTesting
import GroupTesting
import Testing
import TestThreads

/// The built program, drawn on with the reports that terminals send.
@Suite(.besidePool) struct DrawTests {
  @Test("a drag reported in cells leaves a line without gaps, which is there after a restart")
  func cells() throws {
    let home = try Home()
    let board = home.path("cells.easel")
    let run = try EaselRun.drawing(on: board, in: home)
    let path = line(from: (10, 5), to: (60, 16))
    try run.drag(path)
    for cell in path { try run.waitForInk(cell) }
    try run.waitUntilSaved()
    let drawn = run.screen.ink
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))

    let again = try EaselRun.drawing(on: board, in: home)
    #expect(again.screen.ink == drawn)
  }

  @Test("a whole drag that arrives in one read loses nothing, and skipped cells are joined")
  func burst() throws {
    let home = try Home()
    let run = try EaselRun.drawing(on: home.path("burst.easel"), in: home)
    let path = (4..<20).flatMap { row in line(from: (4, row), to: (74, row)) }
    try run.drag(path)
    for cell in path { try run.waitForInk(cell) }
    try run.drag([(3, 21), (40, 21), (75, 21)])
    for cell in line(from: (3, 21), to: (75, 21)) { try run.waitForInk(cell) }
  }

  @Test("letters that arrive in one read are all typed, and those after Esc are commands")
  func typed() throws {
    let home = try Home()
    let run = try EaselRun.drawing(on: home.path("typed.easel"), in: home)
    try run.send("r")
    try run.drag([(21, 5), (50, 8), (70, 12)])
    let words = (0..<80).map { "word\($0)" }
    try run.send("\r" + words.joined(separator: " ") + "\u{1B}")
    try run.send("tab\u{1B}")
    try run.press("\u{1B}[F", until: "all words in the box") { screen in
      words.allSatisfy { word in screen.text.contains { $0.contains(word) } }
    }
  }

  @Test("a terminal that reports pixels draws single dots")
  func pixels() throws {
    let home = try Home()
    let run = try EaselRun.drawing(
      on: home.path("pixels.easel"), in: home, cellPixels: (width: 10, height: 20))
    try run.send("1")
    // A click on the upper left and one on the lower right dot of a cell.
    for (column, x, y) in [(20, 2, 2), (30, 7, 17)] {
      try run.report(pixelX: column * 10 + x, y: 10 * 20 + y, button: 0, final: "M")
      try run.report(pixelX: column * 10 + x, y: 10 * 20 + y, button: 0, final: "m")
    }
    try run.waitForInk((20, 10))
    try run.waitForInk((30, 10))
    #expect(run.screen.glyph(column: 20, row: 10) == "⠁")
    #expect(run.screen.glyph(column: 30, row: 10) == "⢀")
  }

  @Test("drawing alone leaves no thread of libdispatch behind, whose writer would wake for ever")
  func quiet() throws {
    let home = try Home()
    // Where the file is made, and where it was there.
    for _ in 1...2 {
      let run = try EaselRun.drawing(on: home.path("quiet.easel"), in: home)
      try run.drag(line(from: (10, 5), to: (20, 5)))
      try run.waitUntilSaved()
      let tasks = "/proc/\(run.pty.pid)/task"
      // A thread that ends during the look is not a lasting one.
      let threads = try FileManager.default.contentsOfDirectory(atPath: tasks).compactMap {
        try? String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8)
      }
      #expect(threads.filter { $0.contains("qos") } == [])
      try run.send("q")
      try run.waitForExit()
    }
  }

  @Test("undo takes a gesture back and redo brings it again, across a restart too")
  func undo() throws {
    let home = try Home()
    let board = home.path("undo.easel")
    let first = try EaselRun.drawing(on: board, in: home)
    try first.drag(line(from: (10, 5), to: (20, 5)))
    try first.waitForInk((15, 5))
    try first.waitUntilSaved()
    try first.send("q")
    try first.waitForExit()

    let second = try EaselRun.drawing(on: board, in: home)
    try second.send("u")
    try second.wait(for: "an empty board") { $0.ink.isEmpty }
    try second.send("U")
    try second.waitForInk((15, 5))
  }

  @Test("without a mouse, a line is drawn by keys alone")
  func keyboard() throws {
    let home = try Home()
    let run = try EaselRun.drawing(on: home.path("keys.easel"), in: home)
    try run.send(" lllll ")
    try run.wait(for: "ink") { !$0.ink.isEmpty }
    try run.waitUntilSaved()
  }

  @Test("the board on a screen is what `render` draws")
  func rendered() throws {
    let home = try Home()
    let board = home.path("rendered.easel")
    let run = try EaselRun.drawing(on: board, in: home)
    try run.drag(line(from: (10, 5), to: (60, 16)))
    try run.waitUntilSaved()
    try run.send("q")
    try run.waitForExit()
    let picture = try Easel.run(["render", board, "--size", "80x24"], in: home)
    #expect(picture.code == 0)
    #expect(picture.text.contains { $0.isInk })
  }
}
