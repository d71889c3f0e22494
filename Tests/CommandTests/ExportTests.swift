import CEaselPNG
import Foundation
import FoundationXML
import FrameTesting
import Testing
import TestThreads

/// Files that the `E` key writes into the folder Easel was started in, opened again.
@Suite(.besidePool) struct ExportTests {
  private func run(on board: String, in home: Home) throws -> EaselRun {
    let run = try TerminalRun(
      program: ["/bin/sh", "-c", "cd \"$HOME\" && exec \"$0\" \"$@\"", Easel.binary.path, board],
      environment: home.environment, answers: .xterm())
    try run.waitUntilReady()
    return run
  }

  /// Presses `E` and then the format's key, and gives what is then in the file.
  private func export(_ key: String, _ ending: String, _ run: EaselRun, _ home: Home) throws
    -> Data
  {
    try run.send("E")
    try run.wait(for: "the formats") { $0.contains("ANSI") }
    try run.send(key)
    try run.wait(for: "the file's name") { $0.says(".\(ending)") }
    let files = try FileManager.default.contentsOfDirectory(atPath: home.folder.path)
    let file = try #require(files.first { $0.hasSuffix(".\(ending)") })
    return try Data(contentsOf: home.folder.appendingPathComponent(file))
  }

  @Test("All four formats open again and show what was drawn")
  func formats() throws {
    let home = try Home()
    let run = try run(on: "sketch", in: home)
    try run.drag(line(from: (10, 5), to: (60, 16)))
    try run.waitUntilSaved()
    let text = try export("t", "txt", run, home)
    #expect(try Easel.run(["render", "sketch"], in: home).output == text)
    let ansi = try export("a", "ans", run, home)
    var parser = TerminalParser()
    let tokens = parser.parse(ansi)
    #expect(OutputGrammar().violations(in: tokens) == [] && parser.isAtRest)
    #expect(
      tokens.contains { if case .csi(let sequence) = $0 { sequence.kind == "m" } else { false } })
    let svg = try export("s", "svg", run, home)
    let paths = try XMLDocument(data: svg).nodes(forXPath: "//*[local-name()='path']")
    #expect(!paths.isEmpty)
    let pixels = try decode(try export("p", "png", run, home))
    // The line from the 10th to the 60th column, with a margin.
    #expect((52 * 16...58 * 16).contains(pixels.width))
    #expect((13 * 32...17 * 32).contains(pixels.height))
    #expect(Set(pixels.bytes).count > 2)
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
  }

  @Test("Text under the ink is exported to its end, as `render` prints it")
  func paper() throws {
    let home = try Home()
    let script = "paper\n" + (0..<60).map { "| \"line \($0)\"\n" }.joined()
    #expect(try Easel.run(["play", "-", "--board", "long"], in: home, input: script).code == 0)
    let run = try run(on: "long", in: home)
    let text = try export("t", "txt", run, home)
    #expect(text == Data((0..<60).map { "line \($0)\n" }.joined().utf8))
    #expect(try Easel.run(["render", "long"], in: home).output == text)
  }

  @Test("An export has the board's name, and another number for another picture")
  func names() throws {
    let home = try Home()
    try FileManager.default.createDirectory(
      atPath: home.path(".config/easel"), withIntermediateDirectories: true)
    _ = try home.write("theme = \"light\"\n", to: ".config/easel/config.toml")
    let run = try run(on: "plan", in: home)
    try run.drag(line(from: (10, 5), to: (60, 16)))
    try run.waitUntilSaved()
    for notice in ["~/plan.svg", "~/plan.svg is there already", "~/plan 2.svg"] {
      if notice == "~/plan 2.svg" {
        try run.drag(line(from: (10, 16), to: (60, 5)))
        try run.waitUntilSaved()
      }
      try run.send("E")
      try run.wait(for: "the formats") { $0.contains("ANSI") }
      try run.send("s")
      try run.wait(for: notice) { $0.says(notice) }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: home.folder.path)
    #expect(files.filter { $0.hasSuffix(".svg") }.sorted() == ["plan 2.svg", "plan.svg"])
    let mode = try FileManager.default.attributesOfItem(atPath: home.path("plan.svg"))[
      .posixPermissions]
    #expect(mode as? Int == 0o666 & ~Int(currentMask()))
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    // `render` prints the same picture, in the colours of the screen.
    let render = ["render", "plan", "--format", "svg"]
    let shown = try String(contentsOfFile: home.path("plan 2.svg"), encoding: .utf8)
    #expect(try Easel.run(render, in: home).text == shown)
  }

  /// The mask of this process, which the program inherits.
  private func currentMask() -> mode_t {
    let mask = umask(0o022)
    umask(mask)
    return mask
  }

  @Test("A user who quits at once still gets the file, and its name")
  func quitting() throws {
    let home = try Home()
    let run = try run(on: "quick", in: home)
    try run.drag(line(from: (10, 5), to: (60, 16)))
    try run.waitUntilSaved()
    try run.send("E")
    try run.wait(for: "the formats") { $0.contains("ANSI") }
    try run.send("pq")
    #expect(try run.waitForExit() == .code(0))
    let files = try FileManager.default.contentsOfDirectory(atPath: home.folder.path)
    let file = try #require(files.first { $0.hasSuffix(".png") })
    let data = try Data(contentsOf: home.folder.appendingPathComponent(file))
    #expect(try decode(data).width < 80 * 16)
  }

  /// The picture that libpng reads, three bytes a pixel.
  private func decode(_ data: Data) throws -> (width: Int, height: Int, bytes: [UInt8]) {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    let file = [UInt8](data)
    try #require(png_image_begin_read_from_memory(&image, file, file.count) != 0)
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
    let (width, height) = (Int(image.width), Int(image.height))
    var bytes = [UInt8](repeating: 0, count: width * height * 3)
    try #require(png_image_finish_read(&image, nil, &bytes, 0, nil) != 0)
    return (width, height, bytes)
  }
}
