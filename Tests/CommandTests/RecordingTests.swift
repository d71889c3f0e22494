import Foundation
import FrameTesting
import Testing
import TestThreads

/// `easel record` with a format that plays.
@Suite(.besidePool) struct RecordingTests {
  private func home() throws -> Home {
    let home = try Home()
    let script = "line 0.1,0.1 0.9,0.9\nrect 0.2,0.2 0.5,0.5\ntext 0.3,0.3 \"Hi\"\n"
    #expect(try Easel.run(["play", "-", "--board", "plan"], in: home, input: script).code == 0)
    return home
  }

  @Test("A cast is the same in every run, to standard output and to a file")
  func deterministic() throws {
    let home = try home()
    let cast = ["record", "plan", "--format", "cast", "--theme", "dusk"]
    let first = try Easel.run(cast, in: home)
    #expect(first.code == 0 && first.errors.isEmpty)
    // All that is drawn, from the beginning of the line to its end.
    #expect(first.text.hasPrefix("{\"version\": 2, \"width\": 65, \"height\": 19, "))
    let page = try Easel.run(cast + ["--fit"], in: home)
    #expect(page.text.hasPrefix("{\"version\": 2, \"width\": 80, \"height\": 24, "))
    #expect(try Easel.run(cast + ["--output", home.path("a.cast")], in: home).code == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: home.path("a.cast"))) == first.output)
    let small = try Easel.run(cast + ["--size", "20x5", "--ink", "ascii"], in: home).text
    #expect(small.contains("\"width\": 20, \"height\": 5") && small != first.text)
  }

  @Test("An SVG is a film without a script, the same in every run")
  func svg() throws {
    let home = try home()
    let options = ["record", "plan", "--format", "svg", "--theme", "dusk"]
    let first = try Easel.run(options, in: home)
    #expect(first.code == 0 && first.errors.isEmpty, "\(first.errors)")
    #expect(first.text.hasPrefix("<svg ") && !first.text.contains("<script"))
    // 400 ms for the line and for the box, 120 for the word, and the pause.
    #expect(first.text.contains(".a{animation:3920ms "))
    #expect(try Easel.run(options, in: home).output == first.output)
    let part = try Easel.run(
      options + ["--from", "0.4s", "--to", "0:00.8", "--speed", "2"], in: home)
    #expect(part.text.contains(".a{animation:3200ms "), "\(part.errors)")
    let ink = try Easel.run(options + ["--ink", "ascii"], in: home)
    #expect(ink.code == 2 && ink.errors == "easel: an SVG has lines instead of --ink.\n")
  }

  @Test("Without a format the ending of the file decides")
  func ending() throws {
    let home = try home()
    for (name, start) in [
      ("a.svg", "<svg "), ("A.SVG", "<svg "), ("a.cast", "{\"version\": 2"), ("a.txt", "line 0.1"),
      ("a.script", "line 0.1"), ("svg", "line 0.1"),
    ] {
      let path = home.path(name)
      #expect(try Easel.run(["record", "plan", "--output", path], in: home).code == 0)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.contains(start) && (start == "line 0.1" || text.hasPrefix(start)), "\(name)")
    }
    let picture = home.path("b.svg")
    #expect(try Easel.run(["render", "plan", "--output", picture], in: home).code == 0)
    #expect(try String(contentsOfFile: picture, encoding: .utf8).hasPrefix("<svg "))
    let chosen = ["render", "plan", "--format", "svg", "--output", home.path("other")]
    #expect(try Easel.run(chosen, in: home).code == 0)
    #expect(try String(contentsOfFile: home.path("other"), encoding: .utf8).hasPrefix("<svg "))
  }

  @Test("A script takes --output, and none of the options of a recording")
  func script() throws {
    let home = try home()
    let script = try Easel.run(["record", "plan"], in: home).text
    #expect(try Easel.run(["record", "plan", "--output", home.path("s")], in: home).code == 0)
    #expect(try String(contentsOfFile: home.path("s"), encoding: .utf8) == script)
    for option in [
      ["--from", "1s"], ["--to", "1:30"], ["--speed", "2"], ["--idle", "3"], ["--size", "9x9"],
      ["--theme", "dusk"], ["--ink", "ascii"], ["--all"],
    ] {
      let outcome = try Easel.run(["record", "plan"] + option, in: home)
      #expect(outcome.code == 2 && outcome.output.isEmpty)
      #expect(
        outcome.errors.hasPrefix("easel: a script has no \(option[0])."), "\(outcome.errors)")
    }
  }

  @Test(
    "A wrong time or speed is one sentence",
    arguments: [
      (["--from", "x"], "expected a time like 90s or 1:30"),
      (["--from", "1:60"], "expected a time like 90s or 1:30"),
      (["--idle", "1:2:3:4"], "expected a time like 90s or 1:30"),
      (["--to", "-1"], "“-1”"), (["--speed", "0.1"], "from 0.25 to 64"),
      (["--speed", "nan"], "from 0.25 to 64"), (["--from", "1:00"], "lies behind its end."),
      (["--from", "1", "--to", "0.5"], "--to lies before --from."),
    ])
  func usage(options: [String], sentence: String) throws {
    let home = try home()
    let outcome = try Easel.run(["record", "plan", "--format", "cast"] + options, in: home)
    #expect(outcome.code == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(sentence) && outcome.errors.hasSuffix(".\n"))
  }

  @Test("A cast that is longer than an hour asks for --speed or --to before it begins")
  func longCast() throws {
    let home = try Home()
    let words = String(repeating: "word ", count: 40)
    let script = String(repeating: "text 0.1,0.1 \"\(words)\"\n", count: 2_000)
    #expect(try Easel.run(["play", "-", "--board", "long"], in: home, input: script).code == 0)
    let cast = ["record", "long", "--format", "cast", "--size", "20x5"]
    let refused = try Easel.run(cast, in: home)
    #expect(refused.code == 2 && refused.output.isEmpty)
    #expect(refused.errors.hasPrefix("easel: the cast would be 1:"), "\(refused.errors)")
    #expect(refused.errors.hasSuffix(" long. Give --speed or --to too.\n"))
    #expect(try Easel.run(cast + ["--speed", "64"], in: home).code == 0)
    #expect(try Easel.run(cast + ["--to", "10"], in: home).code == 0)
  }

  @Test("A cast for a terminal is refused with one sentence, and a board is no output")
  func refused() throws {
    let home = try home()
    let run = try TerminalRun(
      program: [Easel.binary.path, "record", "plan", "--format", "cast"],
      environment: home.environment, columns: 200)
    try run.wait(
      forOutput: "easel: Easel does not print a cast to a terminal. Give --output FILE.")
    #expect(try run.waitForExit() == .code(2))
    let board = home.path(".local/share/easel/plan.easel")
    let outcome = try Easel.run(
      ["record", "plan", "--format", "cast", "--output", board], in: home)
    #expect(outcome.code == 2 && outcome.errors.contains("is a board. Choose another file."))
  }

  @Test("A disk that becomes full gets no part of a cast, and the exit code is 1")
  func full() throws {
    let home = try home()
    let cast = ["record", "plan", "--format", "cast"]
    let through = try Easel.run(cast, in: home, fileKilobytesMax: 1)
    #expect(through.code == 1 && through.output.isEmpty)
    #expect(through.errors == "easel: cannot write to standard output: file too large.\n")
    let named = try Easel.run(
      cast + ["--output", home.path("new")], in: home, fileKilobytesMax: 1)
    #expect(named.code == 1 && !FileManager.default.fileExists(atPath: home.path("new")))
  }

  @Test("On a terminal, a recording to a file shows its progress and removes the line again")
  func progress() throws {
    let home = try home()
    let run = try TerminalRun(
      program: [
        Easel.binary.path, "record", "plan", "--format", "cast", "--output", home.path("a.cast"),
      ], environment: home.environment, columns: 80)
    try run.wait(forOutput: "Making the film… 100 %")
    #expect(try run.waitForExit() == .code(0))
    #expect(run.screen.text.allSatisfy { $0.isEmpty })
  }
}
