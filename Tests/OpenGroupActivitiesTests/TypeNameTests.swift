import Testing

@testable import OpenGroupActivities

@Suite struct TypeNameTests {
  @Test("G4 · a name has the enclosing types, and no module, function or file")
  func names() {
    enum Local { struct Stitch {} }
    #expect(TypeName.of(Yarn.Color.self) == "Yarn.Color")
    #expect(TypeName.of(Yarn.Hidden.Color.self) == "Yarn.Hidden.Color")
    #expect(TypeName.of(Alone.self) == "Alone")
    #expect(TypeName.of(Local.Stitch.self) == "TypeNameTests.Local.Stitch")
    #expect(TypeName.of(Int.Row.self) == "Int.Row")
    #expect(TypeName.of(String.self) == "String")
  }

  @Test("G4 · the types in angle brackets have no modules either")
  func generic() {
    #expect(TypeName.of([Yarn.Color].self) == "Array<Yarn.Color>")
    #expect(
      TypeName.of([String: Yarn.Hidden.Color?].self)
        == "Dictionary<String, Optional<Yarn.Hidden.Color>>")
    #expect(TypeName.of(Yarn.Ball<Yarn.Color>.End.self) == "Yarn.Ball<Yarn.Color>.End")
  }

  @Test("G4 · two processes write one name, although the addresses in it differ")
  func processes() {
    let names = ["55f2e6fba3d8", "7f0012ab"].map {
      TypeName.short(
        "App.Chat.(unknown context at $\($0)).Line<App.(unknown context at $\($0)).Word>")
    }
    #expect(names == ["Chat.Line<Word>", "Chat.Line<Word>"])
  }
}

private struct Alone {}

private enum Yarn {
  struct Color {}
  fileprivate struct Hidden { struct Color {} }
  struct Ball<Wool> { struct End {} }
}

extension Int {
  fileprivate struct Row {}
}
