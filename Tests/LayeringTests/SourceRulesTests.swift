import Testing

/// The rules must find what is planted.
@Suite struct SourceRulesTests {
  private func file(_ text: String, at path: String = "Sources/Board/BoardModel/A.swift")
    -> SourceFile
  {
    SourceFile(path: path, text: text)
  }

  private func lines(_ count: Int) -> String { String(repeating: "  step()\n", count: count) }

  @Test(
    "an import of the system in a pure module is found, however it is written",
    arguments: [
      "import Foundation", "@testable import Glibc", "public import Dispatch",
      "import struct Foundation.Data", "  import\n  Foundation",
    ])
  func forbiddenImport(text: String) {
    #expect(SourceRules.impurities(file(text)).count == 1)
  }

  @Test(
    "other imports pass, and so do comments and strings",
    arguments: [
      "import EaselBase", "// import Foundation", "let a = \"import Foundation\"",
      "/* /* import Glibc */ import Glibc */", "let a = #\"\"\" import Glibc \"\"\"#",
    ])
  func allowedImport(text: String) {
    #expect(SourceRules.impurities(file(text)) == [])
  }

  @Test("a pure module has no chance, clock or task; a program may")
  func pure() {
    let text = "let a = Task { await b() }\n"
    #expect(SourceRules.impurities(file(text)).count == 2)
    #expect(SourceRules.impurities(file(text, at: "Sources/App/easel/A.swift")) == [])
  }

  @Test("a format by the rules of a language is found")
  func languageRules() {
    #expect(SourceRules.languageRules(file("let a = DateFormatter()\n")).count == 1)
    #expect(SourceRules.languageRules(file("// DateFormatter\nlet a = 1\n")) == [])
  }

  @Test("a third writer of files is found, and the private one where the user names the file")
  func otherWriters() {
    #expect(SourceRules.otherWriters(file("let a = fopen(path, mode)\n")).count == 1)
    for word in ["O_TMPFILE", "memfd_create", "mkstemp", "SpillFile"] {
      #expect(SourceRules.otherWriters(file("let a = \(word)\n")).count == 1)
    }
    let journal = "Sources/Activities/OpenGroupActivities/Journal/A.swift"
    #expect(SourceRules.otherWriters(file("let a = SpillFile()\n", at: journal)) == [])
    #expect(SourceRules.otherWriters(file("let a = open(path, O_RDONLY)\n")) == [])
    let text = "try PrivateFile.replace(path, with: bytes)\n"
    #expect(SourceRules.otherWriters(file(text)) == [])
    #expect(SourceRules.otherWriters(file(text, at: "Sources/App/easel/A.swift")).count == 1)
  }

  @Test(
    "a comment that names no role is found",
    arguments: [
      "// Who sends, waits.", "  /// Of all entries.", "/// Nobody waits.",
      "/// Those of a member.",
    ])
  func headlessComment(text: String) {
    #expect(SourceRules.headlessComments(file("let a = 1\n\(text)\n")).count == 1)
  }

  @Test(
    "comments that name a role pass",
    arguments: [
      "// A member without peers sets no timer.", "let a = \"// Who\"", "/// The", "// Whole",
    ])
  func clearComment(text: String) {
    #expect(SourceRules.headlessComments(file(text)) == [])
  }

  @Test(
    "a test's name without a role is found",
    arguments: [
      #"@Test("who leaves, hears so")"#, #"@Test("T1 · E2 · what is sent arrives") func a() {}"#,
      #"@Suite("Nobody there")"#, "@Test(\n    \"it is told\",\n    arguments: [1])",
      #"@Test("a message goes to whoever asks")"#,
      #"@Test("a session offers no one that is over")"#,
    ])
  func headlessName(text: String) {
    #expect(SourceRules.headlessNames(file("struct A {\n  \(text)\n}\n")).count == 1)
  }

  @Test(
    "a test's name with a role passes, and so does other text",
    arguments: [
      #"@Test("T1 · a member that leaves hears so")"#, "@Test func what() {}",
      "@Suite struct Who {}",
      #"@Test(arguments: ["who"])"#, #"expect("who")"#, #"// @Test("who")"#,
      #"@Test("one's own ink stays")"#,
    ])
  func clearName(text: String) {
    #expect(SourceRules.headlessNames(file("struct A {\n  \(text)\n}\n")) == [])
  }

  @Test("a library error that describes itself is reported; an error of the program is not")
  func wordedError() {
    let text = "extension BoardFileError: CustomStringConvertible {}\n"
    #expect(SourceRules.wordedErrors(file(text)).count == 1)
    #expect(SourceRules.wordedErrors(file(text, at: "Sources/App/easel/A.swift")) == [])
    #expect(SourceRules.wordedErrors(file("struct Role: CustomStringConvertible {}\n")) == [])
  }

  @Test("a file of 400 lines passes, a file of 401 does not; generated code is exempt")
  func fileLength() {
    let long = String(repeating: "let a = 1\n", count: 400)
    #expect(SourceRules.tooLong(file(long)) == [])
    #expect(
      SourceRules.tooLong(file(long + "\n")) == [
        "Sources/Board/BoardModel/A.swift: 401 lines, at most 400 a file"
      ])
    #expect(SourceRules.tooLong(file(long + long, at: "Sources/Board/BoardCodec/A.pb.swift")) == [])
  }

  @Test(
    "a function of 60 lines passes, a function of 61 does not, wherever it is",
    arguments: [
      "func a() {\n", "init() {\n", "var a: Int {\n", "class func a() {\n", "let a = {\n",
      "subscript(a: Int) -> Int {\n", "func a(\n) {\n",
    ])
  func functionLength(head: String) {
    let inside = 60 - head.split(separator: "\n").count - 1
    func wrapped(_ count: Int) -> SourceFile {
      file("struct A {\nlet b = 1\nenum B {\n\(head)\(lines(count))}\n}\n}\n")
    }
    #expect(SourceRules.tooLong(wrapped(inside)) == [])
    #expect(
      SourceRules.tooLong(wrapped(inside + 1)) == [
        "Sources/Board/BoardModel/A.swift:4: 61 lines, at most 60 a function"
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
    #expect(SourceRules.tooLong(file(text)) == [])
  }

  @Test(
    "`try!`, `fatalError` and TODO are reported",
    arguments: [
      "try! a()", "a as! B", "fatalError()", "// TODO later", "/* FIXME */", "\"\\(try! a())\"",
    ])
  func surrender(text: String) {
    #expect(SourceRules.surrenders(file("let a = 1\n\(text)\n")).count == 1)
    #expect(SourceRules.surrenders(file("\n\(text)")).allSatisfy { $0.contains("A.swift:2: ") })
  }

  @Test(
    "similar code passes",
    arguments: ["try a()", "a as? B", "a as B != c", "\"try!\"", "// fatalError, try!", "todo()"])
  func noSurrender(text: String) {
    #expect(SourceRules.surrenders(file(text)) == [])
  }
}
