import Testing

/// The walls are only worth something if they find what is planted.
@Suite struct WallsTests {
  private func file(_ text: String, at path: String = "Sources/Drawing/A.swift") -> SourceFile {
    SourceFile(path: path, text: text)
  }

  private func lines(_ count: Int) -> String { String(repeating: "  step()\n", count: count) }

  @Test(
    "a forbidden import is found, however it is written",
    arguments: [
      "import Rendering", "@testable import Rendering", "public import Rendering",
      "import struct Rendering.Frame", "  import\n  Rendering", "import Foundation",
      "import Glibc", "import SomethingElse",
    ])
  func forbiddenImport(text: String) {
    #expect(Walls.trespasses(file(text), rooms: Room.all).count == 1)
  }

  @Test(
    "an allowed import passes, and so do comments and strings",
    arguments: [
      "import Vocabulary", "// import Rendering", "let a = \"import Rendering\"",
      "/* /* import Rendering */ import Rendering */", "let a = #\"\"\" import Rendering \"\"\"#",
    ])
  func allowedImport(text: String) {
    #expect(Walls.trespasses(file(text), rooms: Room.all) == [])
  }

  @Test("a pure room has no chance, clock or task; a shell may")
  func pure() {
    let text = "let a = Task { await b() }\n"
    #expect(Walls.trespasses(file(text), rooms: Room.all).count == 2)
    #expect(Walls.trespasses(file(text, at: "Sources/easel/A.swift"), rooms: Room.all) == [])
  }

  @Test("a target outside the table is found")
  func unknownRoom() {
    #expect(Walls.trespasses(file("", at: "Sources/Cellar/A.swift"), rooms: Room.all).count == 1)
  }

  @Test("line 400 stands, line 401 does not; generated code is excepted")
  func fileLength() {
    let long = String(repeating: "let a = 1\n", count: 400)
    #expect(Walls.tooLong(file(long)) == [])
    #expect(
      Walls.tooLong(file(long + "\n")) == [
        "Sources/Drawing/A.swift: 401 lines, at most 400 a file"
      ])
    #expect(Walls.tooLong(file(long + long, at: "Sources/Codec/A.pb.swift")) == [])
  }

  @Test(
    "a function of 60 lines stands, one of 61 does not, wherever it is",
    arguments: [
      "func a() {\n", "init() {\n", "var a: Int {\n", "class func a() {\n", "let a = {\n",
      "subscript(a: Int) -> Int {\n", "func a(\n) {\n",
    ])
  func functionLength(head: String) {
    let inside = 60 - head.split(separator: "\n").count - 1
    func wrapped(_ count: Int) -> SourceFile {
      file("struct A {\nlet b = 1\nenum B {\n\(head)\(lines(count))}\n}\n}\n")
    }
    #expect(Walls.tooLong(wrapped(inside)) == [])
    #expect(
      Walls.tooLong(wrapped(inside + 1)) == [
        "Sources/Drawing/A.swift:4: 61 lines, at most 60 a function"
      ])
  }

  @Test("a type may be longer than a function, and braces in strings and comments do not count")
  func typesAndStrings() {
    let text = """
      struct A {
        let a = "{ \\(b.map { "}" }) {"
        // {
        let c = #"\\{"#
      \(String(repeating: "  let d = 1\n", count: 100))}
      """
    #expect(Walls.tooLong(file(text)) == [])
  }

  @Test(
    "giving up is found",
    arguments: [
      "try! a()", "a as! B", "fatalError()", "// TODO later", "/* FIXME */", "\"\\(try! a())\"",
    ])
  func surrender(text: String) {
    #expect(Walls.surrenders(file("let a = 1\n\(text)\n")).count == 1)
    #expect(Walls.surrenders(file("\n\(text)")).allSatisfy { $0.contains("A.swift:2: ") })
  }

  @Test(
    "what only looks like it passes",
    arguments: ["try a()", "a as? B", "a as B != c", "\"try!\"", "// fatalError, try!", "todo()"])
  func noSurrender(text: String) {
    #expect(Walls.surrenders(file(text)) == [])
  }
}
