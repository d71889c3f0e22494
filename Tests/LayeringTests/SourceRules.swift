import BoardScript

/// The rules of the source tree; each check gives sentences of the form `path:line: problem`.
enum SourceRules {
  static let fileLinesMax = 400
  static let functionLinesMax = 60

  static func tooLong(_ file: SourceFile) -> [String] {
    guard !file.isGenerated else { return [] }
    var complaints: [String] = []
    if file.lineCount > fileLinesMax {
      complaints.append("\(file.path): \(file.lineCount) lines, at most \(fileLinesMax) a file")
    }
    for block in Block.outermost(in: file) where block.lines.count > functionLinesMax {
      complaints.append(
        "\(file.path):\(block.lines.lowerBound): \(block.lines.count) lines, "
          + "at most \(functionLinesMax) a function")
    }
    return complaints
  }

  /// Words with which code gives up instead of saying what is wrong.
  static func surrenders(_ file: SourceFile) -> [String] {
    guard !file.isGenerated else { return [] }
    var complaints: [String] = []
    for word in file.words {
      let next = word.offset + word.text.utf8.count
      let isForced = next < file.code.count && file.code[next] == UInt8(ascii: "!")
      guard word.text == "fatalError" || isForced && ["try", "as"].contains(word.text) else {
        continue
      }
      let what = isForced ? word.text + "!" : word.text
      complaints.append("\(file.path):\(file.line(at: word.offset)): \(what)")
    }
    // Looked for in comments as well, which is where they stand.
    for word in Word.all(in: Array(file.text.utf8)) where ["TODO", "FIXME"].contains(word.text) {
      complaints.append("\(file.path):\(file.line(at: word.offset)): \(word.text)")
    }
    return complaints
  }

  /// The modules that decide in values: time, chance and identity come in as arguments.
  static let pure: Set<String> = [
    "EaselBase", "BoardLog", "BoardModel", "BoardContract", "BoardSync", "BoardDocument",
    "SessionCore", "GroupCore", "GroupJournal", "GroupPlayback", "CellFrame", "BoardRendering",
    "BoardView", "ScreenContract",
    "BoardEditor", "SessionUI", "WhiteboardUI",
  ]
  /// The modules of the system and of the toolchain. A pure module imports none of them.
  static let system: Set<String> = [
    "Foundation", "FoundationEssentials", "FoundationXML", "Glibc", "Musl", "Darwin", "Dispatch",
    "Synchronization",
    "Testing",
  ]
  private static let impureWords: Set<String> = [
    "SystemRandomNumberGenerator", "ContinuousClock", "SuspendingClock", "Task", "async", "await",
    "print", "readLine",
  ]

  /// Words that leave open of whom a sentence speaks.
  private static let headless: Set<String> = [
    "who", "whoever", "whom", "what", "whatever", "that", "those", "of", "nobody", "somebody",
  ]
  /// A test's name is read alone, so these have nothing to refer to.
  private static let headlessInNames = headless.union(["whose", "anybody", "it", "one"])
  private static let riddles = [" one that ", " one who ", " one of whom ", " whoever "]

  /// The comments that begin a sentence without naming a role: the reader would have to guess the subject.
  static func headlessComments(_ file: SourceFile) -> [String] {
    if file.isGenerated { return [] }
    return file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { index, line in
        let words = line.split(separator: " ")
        guard words.count > 1, words[0] == "//" || words[0] == "///",
          words[1].first?.isUppercase == true, headless.contains(words[1].lowercased())
        else {
          return nil
        }
        return "\(file.path):\(index + 1): \(line.drop { $0 == " " })"
      }
  }

  /// The names of tests that name no role, behind the numbers of their laws.
  static func headlessNames(_ file: SourceFile) -> [String] {
    file.words.compactMap { word in
      guard ["Test", "Suite"].contains(word.text), let name = name(after: word, in: file),
        let sentence = name.split(separator: " · ").last?.lowercased(),
        let first = sentence.split(separator: " ").first,
        headlessInNames.contains(String(first)) || riddles.contains(where: sentence.contains)
      else { return nil }
      return "\(file.path):\(file.line(at: word.offset)): \(name)"
    }
  }

  /// The string with which the arguments behind a word begin.
  private static func name(after word: Word, in file: SourceFile) -> String? {
    let behind = Substring(file.text.utf8.dropFirst(word.offset + word.text.utf8.count))
    guard behind.first == "(" else { return nil }
    let arguments = behind.dropFirst().drop(while: \.isWhitespace)
    guard arguments.first == "\"" else { return nil }
    return String(arguments.dropFirst().prefix { $0 != "\"" })
  }

  /// The folders whose errors carry facts, which the program turns into sentences.
  private static let factual = ["Sources/Base/", "Sources/Board/", "Sources/Group/"]
  /// The message of a parser is for the author of a script, and names the place in the script.
  private static let parserErrors: Set<Substring> = ["ScriptError"]

  /// The errors of libraries that describe themselves to the user.
  static func wordedErrors(_ file: SourceFile) -> [String] {
    guard factual.contains(where: file.path.hasPrefix) else { return [] }
    let lines = String(decoding: file.code, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, line in
      let words = line.split { !$0.isLetter }
      guard words.contains("CustomStringConvertible"), parserErrors.isDisjoint(with: words),
        words.contains(where: { $0.hasSuffix("Error") || $0.hasSuffix("Fault") })
      else { return nil }
      return "\(file.path):\(index + 1): a library describes an error to the user"
    }
  }

  /// Names of Foundation that work by the rules of a language. They need the data that
  /// `CEaselICUStubData` leaves out of the program.
  private static let languageWords: Set<String> = [
    "DateFormatter", "NumberFormatter", "ByteCountFormatter", "MeasurementFormatter", "Calendar",
    "DateComponents", "TimeZone", "formatted", "folding", "applyingTransform", "localizedCompare",
    "localizedStandardCompare", "localizedCaseInsensitiveCompare", "localizedUppercase",
    "localizedLowercase", "localizedCapitalized",
  ]

  static func languageRules(_ file: SourceFile) -> [String] {
    file.words.filter { languageWords.contains($0.text) }.map { word in
      "\(file.path):\(file.line(at: word.offset)): \(word.text) needs ICU's data"
    }
  }

  /// Names that make a file, or open one to write.
  private static let writerWords: Set<String> = [
    "O_CREAT", "O_TRUNC", "O_APPEND", "creat", "fopen", "freopen", "createFile", "forWritingTo",
    "forWritingAtPath", "forUpdating", "atomically", "toFile", "OutputStream", "DraftFile",
    "SpillFile", "O_TMPFILE", "memfd_create", "mkstemp", "mkostemp",
  ]
  /// The module of the two writers; the store, whose library writes the boards; and what is no part
  /// of Easel.
  private static let writers = [
    "Sources/Base/SystemFiles/", "Sources/Board/BoardStore/", "Sources/App/easel-bench/",
    "Sources/Testing/", "Sources/Activities/OpenMultipeerConnectivity/",
  ]
  /// The journal keeps what others share in a file without a name.
  private static let journal = "Sources/Activities/OpenGroupActivities/Journal/"
  /// The only files of the program's own that Easel writes for itself. The others write where the
  /// user says.
  private static let privateFiles: Set<String> = [
    "Sources/App/easel/Settings/PeopleFile.swift", "Sources/App/easel/Settings/ToolsFile.swift",
  ]

  /// The places that write a file past `PrivateFile` and `NamedOutput`, or a file that the user
  /// names by `PrivateFile`.
  static func otherWriters(_ file: SourceFile) -> [String] {
    guard !writers.contains(where: file.path.hasPrefix) else { return [] }
    let isForUser = file.path.hasPrefix("Sources/App/easel/") && !privateFiles.contains(file.path)
    return file.words.filter { word in
      if word.text == "SpillFile", file.path.hasPrefix(journal) { return false }
      return writerWords.contains(word.text) || isForUser && word.text == "PrivateFile"
    }.map { word in
      "\(file.path):\(file.line(at: word.offset)): \(word.text) is no writer of the user's files"
    }
  }

  /// The lines that a file of a pure module must not hold.
  static func impurities(_ file: SourceFile) -> [String] {
    guard pure.contains(file.target) else { return [] }
    let imports = file.imports.filter { system.contains($0.module) }.map { module, line in
      "\(file.path):\(line): \(file.target) is pure and may not import \(module)"
    }
    return imports
      + file.words.filter { impureWords.contains($0.text) }.map { word in
        "\(file.path):\(file.line(at: word.offset)): \(file.target) is pure and may not say "
          + word.text
      }
  }
}

/// A stretch of code between braces that is not the body of a type: a function, an accessor, a
/// closure.
struct Block {
  /// From the declaration's keyword to the closing brace.
  let lines: ClosedRange<Int>

  private static let typeWords: Set<String> = [
    "struct", "class", "enum", "extension", "protocol", "actor",
  ]
  private static let codeWords: Set<String> = [
    "func", "init", "deinit", "subscript", "var", "let", "get", "set", "willSet", "didSet",
  ]

  static func outermost(in file: SourceFile) -> [Block] {
    var blocks: [Block] = []
    var open: [(isType: Bool, line: Int)] = []
    var (header, line) = (0, 1)
    for (offset, byte) in file.code.enumerated() {
      switch byte {
      case 10:
        line += 1
      case UInt8(ascii: "{"):
        open.append(Self.opening(file, header: header..<offset, line: line))
        header = offset + 1
      case UInt8(ascii: "}"):
        header = offset + 1
        guard let closed = open.popLast() else { break }
        if !closed.isType, open.allSatisfy(\.isType), closed.line <= line {
          blocks.append(Block(lines: closed.line...line))
        }
      default:
        break
      }
    }
    return blocks
  }

  /// The kind of block that the words before a brace open, and the line on which it begins.
  private static func opening(
    _ file: SourceFile, header: Range<Int>, line: Int
  ) -> (isType: Bool, line: Int) {
    let text = Array(file.code[header])
    let words = Word.all(in: text)
    // A `class` before a function only says that it can be overridden.
    guard
      let last = words.last(where: { typeWords.contains($0.text) || codeWords.contains($0.text) })
    else { return (false, line) }
    let linesBetween = text[last.offset...].reduce(0) { $0 + ($1 == 10 ? 1 : 0) }
    return (typeWords.contains(last.text), line - linesBetween)
  }
}
