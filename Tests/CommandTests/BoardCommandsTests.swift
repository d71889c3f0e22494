import BoardFiles
import Foundation
import SessionUI
import Testing
import TestThreads

/// Boards made, shown, recorded and moved by the built program.
@Suite(.besidePool) struct BoardCommandsTests {
  private let script = """
    as p1
    pen red width 2
    stroke 0.1,0.2 0.2,0.5 0.3,0.3
    as p2
    pen #00aaff
    #1 rect filled 0.5,0.5 0.75,0.75
    arrow 0.1,0.9 0.4,0.7
    as p1
    pen red
    marker 0.1,0.1 0.9,0.1
    text 0.5,0.3 "hello\\nworld"
    move #1 0.1,0
    undo
    redo
    as p2
    undo

    """

  @Test("A recording plays again to the same recording and the same picture")
  func recordAndPlay() throws {
    let home = try Home()
    #expect(try Easel.run(["play", "-", "--board", "one"], in: home, input: script).code == 0)
    let recorded = try Easel.run(["record", "one"], in: home).text
    #expect(recorded == script)
    #expect(try Easel.run(["play", "-", "--board", "two"], in: home, input: recorded).code == 0)
    #expect(try Easel.run(["record", "two"], in: home).text == recorded)
    for format in ["text", "ansi"] {
      let pictures = try ["one", "two"].map {
        try Easel.run(["render", $0, "--format", format], in: home).output
      }
      #expect(pictures[0] == pictures[1] && !pictures[0].isEmpty)
    }
  }

  @Test("A recording calls people what they were called, whatever that was")
  func names() throws {
    let home = try Home()
    let script = """
      as ada
      stroke 0.1,0.2 0.2,0.5
      as "Grace H."
      stroke 0.3,0.2 0.4,0.5
      as #1
      stroke 0.5,0.2 0.6,0.5
      as ada
      undo

      """
    #expect(try Easel.run(["play", "-", "--board", "one"], in: home, input: script).code == 0)
    #expect(try Easel.run(["record", "one"], in: home).text == script)
    _ = try Easel.run(["boards", "duplicate", "one"], in: home)
    #expect(try Easel.run(["record", "one 2"], in: home).text == script)
  }

  @Test("The picture in the README is the film of its script")
  func readmePicture() throws {
    let resources = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../../Sources/App/easel/Documentation.docc/Resources")
      .standardizedFileURL
    let script = try String(
      contentsOf: resources.appendingPathComponent("board.script"), encoding: .utf8)
    let home = try Home()
    #expect(try Easel.run(["play", "-", "--board", "one"], in: home, input: script).code == 0)
    let film = try Easel.run(
      ["record", "one", "--format", "svg", "--theme", "dusk", "--size", "128x36"], in: home)
    let picture = resources.appendingPathComponent("board.svg")
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try Data(film.output).write(to: picture)
    }
    #expect(try Data(contentsOf: picture) == Data(film.output))
  }

  @Test("The board with a picture in the README is drawn by its script")
  func readmeBoardWithPicture() throws {
    let resources = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../../Sources/App/easel/Documentation.docc/Resources")
      .standardizedFileURL
    let script = try String(
      contentsOf: resources.appendingPathComponent("picture.script"), encoding: .utf8)
    let home = try Home()
    #expect(try Easel.run(["play", "-", "--board", "one"], in: home, input: script).code == 0)
    let board = try Easel.run(["render", "one", "--format", "svg", "--theme", "dusk"], in: home)
    let picture = resources.appendingPathComponent("picture.svg")
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try Data(board.output).write(to: picture)
    }
    // The compression of the picture inside depends on the version of a library.
    func shapes(_ svg: String) -> String {
      svg.replacing(/base64,[A-Za-z0-9+\/=]*/) { _ in "base64," }
    }
    let recorded = try String(contentsOf: picture, encoding: .utf8)
    #expect(shapes(board.text) == shapes(recorded) && board.text.contains("<image "))
  }

  @Test("A folder that cannot be read is no empty one, and says why")
  func unreadable() throws {
    let home = try Home()
    let obstacle = try home.write("no folder", to: "obstacle")
    let outcome = try Easel.run(
      ["boards"], in: home, environment: ["XDG_DATA_HOME": obstacle])
    #expect(outcome.code == 1 && outcome.text.isEmpty)
    #expect(outcome.errors.contains("cannot read the folder \(obstacle)/easel: not a directory."))
  }

  @Test("The list of boards says who drew on them")
  func authors() throws {
    let home = try Home()
    let script = "as ada\nstroke 0.1,0.2 0.2,0.5\nas \"Grace H.\"\nstroke 0.3,0.2 0.4,0.5\n"
    #expect(try Easel.run(["play", "-", "--board", "one"], in: home, input: script).code == 0)
    let list = try Easel.run(["boards"], in: home).text
    #expect(list.contains("2 changes by ") && list.contains("ada") && list.contains("Grace H."))
  }

  @Test("The list of boards says which file is damaged, and which is empty")
  func trouble() throws {
    let home = try Home()
    #expect(try Easel.run(["play", "-", "--board", "good"], in: home, input: "clear\n").code == 0)
    _ = try home.write(String(repeating: "noise", count: 1_000), to: ".local/share/easel/bad.easel")
    _ = try home.write("", to: ".local/share/easel/void.easel")
    let list = try Easel.run(["boards"], in: home).text.split(separator: "\n")
    func line(_ name: String) -> Substring { list.first { $0.hasPrefix(name) } ?? "" }
    #expect(line("bad").hasSuffix("damaged") && line("void").hasSuffix("empty file"))
    #expect(line("good").contains("1 change"))
  }

  @Test("An empty file does not stand in the way of a board of its name")
  func emptyFile() throws {
    let home = try Home()
    for name in ["played", "drawn"] {
      try FileManager.default.createDirectory(
        atPath: home.path(".local/share/easel"), withIntermediateDirectories: true)
      _ = try home.write("", to: ".local/share/easel/\(name).easel")
    }
    let line = "line 0,0 1,1\n"
    #expect(try Easel.run(["play", "-", "--board", "played"], in: home, input: line).code == 0)
    let run = try EaselRun.drawing(on: "drawn", in: home)
    try run.drag([(10, 5), (20, 5)])
    try run.waitUntilSaved()
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    #expect(try Easel.run(["record", "played"], in: home).text.contains("line"))
    #expect(try Easel.run(["record", "drawn"], in: home).text.contains("stroke"))
    let names = try Easel.run(["boards", "--names"], in: home).text
    #expect(Set(names.split(separator: "\n")) == ["played", "drawn"])
  }

  @Test("A script that no disk takes whole says how much of it is safe")
  func fullDisk() throws {
    let home = try Home()
    let script = (0..<400).map { "line 0.\(100 + $0),0.1 0.5,0.5\nwait 0ms\n" }.joined()
    let outcome = try Easel.run(
      ["play", "-", "--board", "one"], in: home, input: script, fileKilobytesMax: 200)
    #expect(outcome.code == 1)
    let said = try #require(outcome.errors.firstMatch(of: /(\d+) changes are saved in/))
    let recorded = try Easel.run(["record", "one"], in: home).text
    #expect(recorded.split(separator: "\n").filter { $0.contains("line") }.count == Int(said.1))
  }

  @Test("A script that cannot be played to its end changes nothing")
  func allOrNothing() throws {
    let home = try Home()
    _ = try Easel.run(["play", "-", "--board", "one"], in: home, input: "stroke 0,0 1,1\n")
    let before = try Easel.run(["record", "one"], in: home).text
    let failed = try Easel.run(
      ["play", "-", "--board", "one"], in: home, input: "undo\nredo\nredo\n")
    #expect(failed.code == 1)
    #expect(try Easel.run(["record", "one"], in: home).text == before)
  }

  @Test("Rendering looks at neither locale nor environment")
  func deterministic() throws {
    let home = try Home()
    _ = try Easel.run(["play", "-", "--board", "one"], in: home, input: "stroke 0,0 1,1\n")
    let text = try Easel.run(["render", "one", "--size", "20x8"], in: home).text
    #expect(text.contains("⠑") && text.split(separator: "\n").count <= 8)
  }

  @Test("Boards are listed, renamed, copied, thrown away and brought back")
  func housekeeping() throws {
    let home = try Home()
    func names(_ options: String...) throws -> Set<String> {
      let outcome = try Easel.run(["boards", "list", "--names"] + options, in: home)
      return Set(outcome.text.split(separator: "\n").map(String.init))
    }
    _ = try Easel.run(["play", "-", "--board", "one"], in: home, input: "stroke 0,0 1,1\n")
    #expect(try Easel.run(["boards", "rename", "one", "plan"], in: home).code == 0)
    #expect(try Easel.run(["boards", "duplicate", "plan"], in: home).text == "plan 2\n")
    #expect(try names() == ["plan", "plan 2"])
    #expect(try Easel.run(["boards", "rename", "plan", "plan 2"], in: home).code == 1)
    #expect(try Easel.run(["boards", "trash", "plan"], in: home).code == 0)
    #expect(try names() == ["plan 2"])
    #expect(try names("--trashed") == ["plan"])
    #expect(try Easel.run(["boards", "untrash", "plam"], in: home).errors.contains("“plan”"))
    #expect(try Easel.run(["boards", "untrash", "plan"], in: home).code == 0)
    #expect(try names() == ["plan", "plan 2"])
  }

  @Test(
    "A file that is no board is neither renamed nor thrown away", arguments: ["rename", "trash"])
  func strangersFiles(command: String) throws {
    let home = try Home()
    let file = try home.write("Dear Ada", to: "letter.txt")
    let outcome = try Easel.run(
      ["boards", command, file] + (command == "rename" ? ["plan"] : []), in: home)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("is not an Easel board"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "Dear Ada")
  }

  @Test("A board without a name is called by its date, and says so")
  func fresh() throws {
    let home = try Home()
    let name = try Easel.run(["play", "-"], in: home, input: "stroke 0,0 1,1\n").text
    #expect(name.wholeMatch(of: /\d{4}-\d\d-\d\d \d\d\.\d\d\n/) != nil)
  }

  @Test(
    "A reader of a damaged board is told how much is lost", arguments: ["record", "render"])
  func damage(command: String) throws {
    let home = try Home()
    let path = home.path("plan.easel")
    let long = (0..<400).map { "stroke 0.1,0.\($0) 0.9,0.\($0)\n" }.joined()
    #expect(try Easel.run(["play", "-", "--board", path], in: home, input: long).code == 0)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try whole.dropLast(8 << 10).write(to: URL(fileURLWithPath: path))
    let outcome = try Easel.run([command, path], in: home)
    #expect(outcome.code == 0 && outcome.errors.contains("was damaged"), "\(outcome.errors)")
  }

  @Test("Files are for their owner only")
  func modes() throws {
    let home = try Home()
    _ = try Easel.run(["play", "-", "--board", "one"], in: home, input: "stroke 0,0 1,1\n")
    let path = home.path(".local/share/easel/one.easel")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }
}
