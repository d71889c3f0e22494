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
    "a type with 24 stored properties stands, one with 25 does not, whatever declares it",
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
    "properties that are computed, or that belong to the type itself or to a nested type, do not count",
    arguments: [
      "  var a: Int { 1 }\n", "  static let a = 1\n", "  func a() {\n    let b = 1\n  }\n",
      "  struct B {\n    let a = 1\n  }\n", "  var a: Int {\n    get { 1 }\n  }\n",
    ])
  func notCounted(line: String) {
    let text = "struct A {\n" + String(repeating: line, count: 30) + "}\n"
    #expect(TypeRules.tooLarge([file(text)]) == [])
  }

  @Test(
    "each way of writing a stored property counts",
    arguments: [
      "  let a: Int\n", "  weak var a: B?\n", "  private let a = { 1 }()\n",
      "  public internal(set) var a = 1 { didSet { b() } }\n", "  @Published var a = 1\n",
    ])
  func counted(line: String) {
    let text = "class A {\n" + String(repeating: line, count: 25) + "}\n"
    #expect(TypeRules.tooLarge([file(text)]).count == 1)
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
