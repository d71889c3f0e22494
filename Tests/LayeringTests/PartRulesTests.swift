import Testing

/// The rules about the parts of the screen must find what is planted.
@Suite struct PartRulesTests {
  private func file(_ text: String, at path: String = "Sources/Screen/WhiteboardUI/A.swift")
    -> SourceFile
  {
    SourceFile(path: path, text: text)
  }

  @Test("No function takes two parts inout")
  func twoParts() {
    let text =
      "struct A {\n  func b(\n    on c: inout Surface, with d: inout BoardRecorder\n  ) {}\n}\n"
    #expect(
      PartRules.changesOfParts(file(text)) == [
        "Sources/Screen/WhiteboardUI/A.swift:2: changes Surface and BoardRecorder"
      ])
  }

  @Test(
    "No part changes another part",
    arguments: ["func a(_ b: inout Editor) {}", "init(b: inout Presence) {}"])
  func ownedPart(text: String) {
    #expect(PartRules.changesOfParts(file(text)).count == 1)
  }

  @Test(
    "A function may change one lent part and the requests",
    arguments: [
      "func a(on b: inout Surface, _ c: inout Requests) {}",
      "func a(_ b: Editor, with c: inout BoardRecorder) {}",
      "func a(_ b: inout Frame) {}\nfunc c(_ d: inout Sheets) {}",
      "// func a(_ b: inout Editor)\nlet c = \"func a(_ b: inout Editor)\"",
    ])
  func allowed(text: String) {
    #expect(PartRules.changesOfParts(file(text)) == [])
  }

  @Test("Other modules have no parts") func otherModules() {
    let text = "func a(_ b: inout Editor) {}"
    let other = file(text, at: "Sources/App/easel/A.swift")
    #expect(PartRules.changesOfParts(other) == [])
  }
}
