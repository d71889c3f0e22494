import Testing

/// The rules about types must find what is planted.
@Suite struct TypeRulesTests {
  private func file(_ text: String, at path: String = "Sources/Board/BoardModel/A.swift")
    -> SourceFile
  {
    SourceFile(path: path, text: text)
  }

  /// Returns a declaration with so many stored properties.
  private func block(_ head: String, stored: Int) -> String {
    head + " {\n" + String(repeating: "  private(set) var a = 1\n", count: stored) + "}\n"
  }

  @Test(
    "a type with 24 stored properties passes, a type with 25 does not, in any declaration",
    arguments: [
      "struct A", "public final class A<B>: C", "actor A", "@C(d) struct A where B == C",
      "let b = 1\nstruct A",
    ])
  func oneFile(head: String) {
    #expect(TypeRules.tooLarge([file(block(head, stored: 24))]) == [])
    #expect(
      TypeRules.tooLarge([file(block(head, stored: 25))]) == [
        "A: 25 stored properties, at most 24 a type"
      ])
  }

  @Test("the type with the most stored properties comes first")
  func order() {
    let files = [
      file(block("struct A", stored: 25) + block("struct B", stored: 26)),
      file(block("extension A", stored: 30)),
    ]
    #expect(
      TypeRules.tooLarge(files) == [
        "B: 26 stored properties, at most 24 a type", "A: 25 stored properties, at most 24 a type",
      ])
  }

  @Test(
    "each way of writing a stored property of a value counts, and nothing else does",
    arguments: [
      ("  let a: Int\n", true), ("  weak var a: B?\n", true), ("  private let a = { 1 }()\n", true),
      ("  public internal(set) var a = 1 { didSet { b() } }\n", true),
      ("  @Published var a = 1\n", true),
      ("  var a: Int { 1 }\n", false), ("  static let a = 1\n", false),
      ("  func a() {\n    let b = 1\n  }\n", false), ("  struct B {\n    let a = 1\n  }\n", false),
      ("  var a: Int {\n    get { 1 }\n  }\n", false),
    ])
  func stored(line: String, counts: Bool) {
    let text = "class A {\n" + String(repeating: line, count: 25) + "}\n"
    #expect(TypeRules.tooLarge([file(text)]).count == (counts ? 1 : 0))
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
