import Testing

/// A user reads one word for one thing: board, shape, film, session, guest.
@Suite struct UserWordsTests {
  @Test("No sentence that a user reads has a retired word")
  func retired() throws {
    let complaints = try swiftFiles(under: "Sources").flatMap(UserWords.retiredWords)
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }

  @Test("A retired word is found in a sentence, and neither in code nor in a comment")
  func planted() {
    func count(_ text: String, at path: String = "Sources/Screen/BoardEditor/A.swift") -> Int {
      UserWords.retiredWords(SourceFile(path: path, text: text)).count
    }
    #expect(count("let a = \"Your things are here.\"\n") == 1)
    #expect(count("let a = \"\"\"\n  Each line is one gesture.\n  \"\"\"\n") == 1)
    #expect(count("let a = \"The call is over.\"\n", at: "Sources/App/easel/A.swift") == 1)
    #expect(count("/// \"One gesture of things.\"\nlet a = things\nlet b = \"replay\"\n") == 0)
    #expect(count("let a = \"\\(things.count) shapes here\"\n") == 0)
    #expect(count("let a = \"Your things are here.\"\n", at: "Sources/Board/BoardLog/A.swift") == 0)
  }
}

/// The words of sentences for users.
enum UserWords {
  private static let retired: [String: String] = [
    "gesture": "change", "gestures": "changes", "thing": "shape", "things": "shapes",
    "recording": "film", "recordings": "films", "call": "session", "calls": "sessions",
    "visitor": "guest", "visitors": "guests", "drawings": "boards or shapes",
    "strokes": "shapes or changes",
  ]
  private static let folders = [
    "Sources/Screen/BoardEditor/", "Sources/Screen/ScreenContract/", "Sources/Screen/SessionUI/",
    "Sources/Screen/WhiteboardUI/", "Sources/App/easel/", "Sources/App/BoardFiles/",
    "Sources/App/BoardSessions/",
  ]
  /// Texts that are no sentences for a user: the first line of a file, and old words to search for.
  private static let allowed = ["easel call 1", "what happened recording history"]

  static func retiredWords(_ file: SourceFile) -> [String] {
    guard folders.contains(where: file.path.hasPrefix) else { return [] }
    var complaints: [String] = []
    var isInBlock = false
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.drop(while: \.isWhitespace).hasPrefix("//")
    {
      let text = String(line).replacing(#/\\\([^)]*\)/#, with: "")
      let quotes = text.ranges(of: "\"\"\"").count
      if quotes == 1 { isInBlock.toggle() }
      guard quotes == 0, !allowed.contains(where: text.contains) else { continue }
      let pieces = text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      let sentences = pieces.filter {
        isInBlock || $0.offset % 2 == 1 && $0.element.contains(" ")
      }
      for word in sentences.flatMap({ Word.all(in: Array($0.element.lowercased().utf8)) }) {
        guard let successor = retired[word.text] else { continue }
        complaints.append("\(file.path):\(index + 1): “\(word.text)”, write “\(successor)”")
      }
    }
    return complaints
  }
}
