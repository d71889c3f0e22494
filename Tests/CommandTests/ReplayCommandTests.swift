import Foundation
import FrameTesting
import GroupTesting
import Testing
import TestThreads

/// The film of a board in a terminal.
@Suite(.besidePool) struct ReplayCommandTests {
  private func isFilm(_ screen: TerminalScreen, end: String) -> Bool {
    screen.text[screen.rows - 1].contains(end) && screen.text[screen.rows - 1].contains("0:0")
  }

  @Test("`easel replay` shows a board that another run holds, changes nothing, and ends with q")
  func held() throws {
    let home = try Home()
    let drawing = try EaselRun.drawing(on: "plan", in: home)
    try drawing.drag(line(from: (10, 5), to: (20, 5)))
    try drawing.drag(line(from: (10, 9), to: (20, 9)))
    try drawing.waitUntilSaved()
    let film = try EaselRun(["replay", "plan"], in: home)
    try film.wait(for: "the film") { isFilm($0, end: "q end") }
    try film.waitForInk((15, 5))
    try film.waitForInk((15, 9))
    try film.send(",,")
    try film.wait(for: "the beginning") { !$0.hasInk((15, 9)) }
    try film.send("p")
    try film.wait(for: "the answer") { $0.says("Press q to end.") }
    try film.send("q")
    #expect(try film.waitForExit() == .code(0))
    try drawing.drag(line(from: (10, 13), to: (20, 13)))
    try drawing.waitForInk((15, 13))
    try drawing.waitUntilSaved()
    try drawing.send("q")
    #expect(try drawing.waitForExit() == .code(0))
  }

  @Test("V shows the film while one draws, and Esc leads back to the board")
  func whileDrawing() throws {
    let home = try Home()
    let run = try EaselRun.drawing(on: "plan", in: home, columns: 40, rows: 12)
    try run.drag(line(from: (10, 5), to: (20, 5)))
    try run.waitUntilSaved()
    try run.send("V")
    try run.wait(for: "the film") { isFilm($0, end: "Esc") }
    try run.send("\u{1B}")
    try run.wait(for: "the board") { !isFilm($0, end: "Esc") && $0.hasInk((15, 5)) }
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
  }

  @Test("A board that is missing or cannot be read gives one sentence and exit code 1")
  func unreadable() throws {
    let home = try Home()
    let text = try home.write("no board", to: "text.easel")
    let script = try home.write("stroke 0.1,0.1 0.9,0.1\n", to: "one")
    #expect(try Easel.run(["play", script, "--board", "plan"], in: home).code == 0)
    for (board, sentence) in [("plam", "Did you mean “plan”?"), (text, "text.easel")] {
      let outcome = try Easel.run(["replay", board], in: home)
      #expect(outcome.code == 1 && outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("easel: ") && outcome.errors.contains(sentence))
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    }
    let outcome = try Easel.run(["replay", "plan"], in: home)
    #expect(outcome.code == 2 && outcome.errors.contains("Easel needs a terminal."))
  }
}
