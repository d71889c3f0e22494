import Testing

/// The rules about types must find what is planted.
@Suite struct TypeRulesTests {
  private func file(_ text: String, at path: String = "Sources/Board/BoardModel/A.swift")
    -> SourceFile
  {
    SourceFile(path: path, text: text)
  }

  /// Returns a declaration of so many lines.
  private func block(_ head: String, lines: Int) -> String {
    head + " {\n" + String(repeating: "  let a = 1\n", count: lines - 2) + "}\n"
  }

  @Test(
    "a type of 700 lines stands, one of 701 does not, whatever declares it",
    arguments: [
      "struct A", "public final class A<B>: C", "enum A: B", "actor A", "protocol A",
      "@C(d) struct A where B == C", "let b = 1\nstruct A",
    ])
  func oneFile(head: String) {
    #expect(TypeRules.tooLarge([file(block(head, lines: 700))]) == [])
    #expect(
      TypeRules.tooLarge([file(block(head, lines: 701))]) == ["A: 701 lines, at most 700 a type"])
  }

  @Test("extensions in all files count, and the largest type comes first")
  func extensions() {
    let files = [
      file(block("struct A", lines: 400) + block("struct B", lines: 701)),
      file(
        block("extension A", lines: 200) + block("extension A: C", lines: 102),
        at: "Sources/Screen/BoardRendering/A+C.swift"),
    ]
    #expect(
      TypeRules.tooLarge(files) == [
        "A: 702 lines, at most 700 a type", "B: 701 lines, at most 700 a type",
      ])
  }

  @Test("a nested type counts to the outer type, or to its own extension")
  func nested() {
    let inside = file("struct A {\n" + block("struct B", lines: 699) + "}\n")
    #expect(TypeRules.tooLarge([inside]) == ["A: 701 lines, at most 700 a type"])
    let outside = [
      file("struct A {\n  enum B {}\n}\n"), file(block("extension A.B", lines: 701)),
    ]
    #expect(TypeRules.tooLarge(outside) == ["A.B: 701 lines, at most 700 a type"])
  }

  @Test("functions, types of other packages and generated code do not count")
  func notCounted() {
    #expect(TypeRules.tooLarge([file(block("func a()", lines: 800))]) == [])
    #expect(TypeRules.tooLarge([file(block("extension String", lines: 800))]) == [])
    let generated = file(block("struct A", lines: 800), at: "Sources/Board/BoardCodec/A.pb.swift")
    #expect(TypeRules.tooLarge([generated]) == [])
  }

  @Test("two types of one name are found, in whatever modules they are")
  func sharedNames() {
    let files = [
      file("struct A {\n}\nenum B {}\nextension B {}\n"),
      file("import C\n\npublic final class A {\n}\n", at: "Sources/App/easel/A.swift"),
    ]
    #expect(
      TypeRules.sharedNames(files) == [
        "A: Sources/Board/BoardModel/A.swift:1, Sources/App/easel/A.swift:3"
      ])
  }

  @Test(
    "a private type and a nested type may have the name of another",
    arguments: ["private struct A {}", "fileprivate final class A {}", "enum B {\n  enum A {}\n}"])
  func namesThatPass(text: String) {
    #expect(TypeRules.sharedNames([file("struct A {}\n"), file(text)]) == [])
  }
}
