import Foundation
import Testing

/// The names of types, members, modules and files in backquotes on the pages for contributors.
@Suite struct PageNamesTests {
  @Test(
    "A page for contributors names only types, members and files that exist",
    arguments: [
      ".github/CONTRIBUTING.md", "Sources/App/easel/Documentation.docc/Architecture.md",
    ])
  func exist(page: String) throws {
    let text = try String(contentsOfFile: packageRoot + "/" + page, encoding: .utf8)
    let known = try KnownNames()
    let names = Set(
      text.matches(of: /`([A-Z][A-Za-z0-9]*(?:[.+\/-][A-Za-z0-9_.+-]+)*)(?:\(\w+:\))?`/).map {
        String($0.1)
      })
    let missing = names.filter { !known.contains($0) }.sorted()
    #expect(names.count > 50 && missing.isEmpty, "\(missing.joined(separator: ", "))")
  }

  @Test(
    "A name that does not exist is found",
    arguments: ["Info", "Stroke.isNowhereDeclared", "Box+No", "A/B"])
  func missing(name: String) throws { #expect(try !KnownNames().contains(name)) }
}

private struct KnownNames {
  private var types = Set(Layer.allCases.map(\.rawValue) + ["Sources", "Tests"])
  private var words: Set<String> = []
  /// The paths of all files, from the package's root.
  private let paths: [String]

  init() throws {
    let keywords: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
    for file in try swiftFiles(under: "Sources") + swiftFiles(under: "Tests") {
      let texts = file.words.map(\.text)
      words.formUnion(texts)
      for (keyword, name) in zip(texts, texts.dropFirst()) where keywords.contains(keyword) {
        types.insert(name)
      }
    }
    paths = try ["Sources", "Tests"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: packageRoot + "/" + folder).map {
        folder + "/" + $0
      }
    }
    for path in paths {
      let parts = path.split(separator: "/")
      // A module has the name of its folder, and a page or a file without a type that of its file.
      if parts.count == 3 { types.insert(String(parts[2])) }
      types.insert(parts.last?.split(separator: ".").first.map(String.init) ?? "")
    }
  }

  /// Whether there is a type, a member of a type, a module or a file of this name.
  func contains(_ name: String) -> Bool {
    if name.contains("/") || name.contains("+") || name.hasSuffix(".swift") {
      return paths.contains {
        ("/" + $0).hasSuffix("/" + name) || ("/" + $0).hasSuffix("/" + name + ".swift")
      }
    }
    let parts = name.split(separator: ".").map(String.init)
    return parts.enumerated().allSatisfy { index, part in
      index == 0 || part.first?.isUppercase == true ? types.contains(part) : words.contains(part)
    }
  }
}
