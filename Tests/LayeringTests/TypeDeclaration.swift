/// A type's declaration or one of its extensions, at the top level of a file.
struct TypeDeclaration {
  /// `extension`, or the keyword that declares the type.
  let keyword: String
  /// As it is written: `Picture`, and `Picture.Change` in `extension Picture.Change`.
  let name: String
  let isPrivate: Bool
  let path: String
  /// From the keyword to the closing brace.
  let lines: ClosedRange<Int>
  /// The number of its stored properties, without those of the type itself.
  let storedCount: Int

  var isExtension: Bool { keyword == "extension" }

  private static let keywords: Set<String> = [
    "struct", "class", "enum", "actor", "protocol", "extension",
  ]
  /// A brace after one of these opens code.
  private static let codeWords: Set<String> = ["func", "var", "let", "macro"]
  private static let modifiers: Set<String> = [
    "public", "package", "internal", "fileprivate", "private", "final", "indirect", "nonisolated",
  ]

  static func all(in file: SourceFile) -> [TypeDeclaration] {
    var found: [TypeDeclaration] = []
    var (depth, header) = (0, 0)
    var open: (declaration: Word, index: Int, words: [Word])?
    for (offset, byte) in file.code.enumerated() {
      if byte == UInt8(ascii: "{") {
        if depth == 0 { open = opening(file, header: header..<offset) }
        depth += 1
      } else if byte == UInt8(ascii: "}") {
        depth -= 1
        guard depth == 0 else { continue }
        header = offset + 1
        guard let (keyword, index, words) = open else { continue }
        found.append(
          TypeDeclaration(
            keyword: keyword.text, name: name(after: keyword, in: file.code),
            isPrivate: words[..<index].reversed().prefix { modifiers.contains($0.text) }
              .contains { $0.text.hasSuffix("private") },
            path: file.path, lines: file.line(at: keyword.offset)...file.line(at: offset),
            storedCount: keyword.text == "extension" || keyword.text == "protocol"
              ? 0 : stored(in: file.code[keyword.offset..<offset])))
      }
    }
    return found
  }

  /// The keyword of the type whose brace ends the header; nil if the brace opens code.
  private static func opening(
    _ file: SourceFile, header: Range<Int>
  ) -> (declaration: Word, index: Int, words: [Word])? {
    let words = Word.all(in: Array(file.code[header])).map {
      Word(text: $0.text, offset: header.lowerBound + $0.offset)
    }
    guard
      let index = words.lastIndex(where: {
        keywords.contains($0.text) || codeWords.contains($0.text)
      }), keywords.contains(words[index].text)
    else { return nil }
    return (words[index], index, words)
  }

  /// The number of stored properties in the code of a type.
  private static func stored(in code: ArraySlice<UInt8>) -> Int {
    var (depth, count) = (0, 0)
    for line in code.split(separator: 10) {
      let words = Word.all(in: Array(line)).map(\.text)
      if depth == 1, let index = words.firstIndex(where: { $0 == "let" || $0 == "var" }),
        words[..<index].allSatisfy({ modifiers.contains($0) || storageWords.contains($0) })
      {
        let head = line.prefix { $0 != UInt8(ascii: "{") }
        // A brace without a value before it begins the code of a computed property.
        if head.count == line.count || head.contains(UInt8(ascii: "=")) { count += 1 }
      }
      depth += line.reduce(0) {
        $0 + ($1 == UInt8(ascii: "{") ? 1 : $1 == UInt8(ascii: "}") ? -1 : 0)
      }
    }
    return count
  }

  /// The words before a stored property, beside the modifiers of types.
  private static let storageWords: Set<String> = [
    "set", "weak", "unowned", "lazy", "unsafe", "MainActor", "Published", "Option", "Flag",
    "Argument",
  ]

  private static func name(after keyword: Word, in code: [UInt8]) -> String {
    let rest = code[(keyword.offset + keyword.text.utf8.count)...].drop { [10, 32].contains($0) }
    let name = rest.prefix {
      ![10, 32, UInt8(ascii: ":"), UInt8(ascii: "<"), UInt8(ascii: "{")].contains($0)
    }
    return String(decoding: name, as: UTF8.self)
  }
}

/// The rules about a type as a whole, over all its files.
enum TypeRules {
  static let storedMax = 24

  /// The types of these files that hold too many things at once. Their length says less: a type of few
  /// parts may have many short functions in many files.
  static func tooLarge(_ files: [SourceFile]) -> [String] {
    declarations(in: files).filter { $0.storedCount > storedMax }
      .sorted { ($1.storedCount, $0.name) < ($0.storedCount, $1.name) }
      .map { "\($0.name): \($0.storedCount) stored properties, at most \(storedMax) a type" }
  }

  /// The names that more than one type of these files has.
  static func sharedNames(_ files: [SourceFile]) -> [String] {
    let types = declarations(in: files).filter { !$0.isExtension && !$0.isPrivate }
    return Dictionary(grouping: types, by: \.name).filter { $0.value.count > 1 }
      .sorted { $0.key < $1.key }
      .map { name, types in
        "\(name): " + types.map { "\($0.path):\($0.lines.lowerBound)" }.joined(separator: ", ")
      }
  }

  private static func declarations(in files: [SourceFile]) -> [TypeDeclaration] {
    files.filter { !$0.isGenerated }.flatMap(TypeDeclaration.all)
  }
}
