import BoardModel
import BoardPaper
import EaselBase

extension Script {
  /// Reads a script. It checks every limit of `Limits` and ``Bounds``, so later code does not
  /// check these limits.
  ///
  /// - Throws: the first error, with its line and column.
  public init(parsing text: String) throws(ScriptError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// Reads a script from UTF-8, with the same checks.
  ///
  /// - Throws: the first error, with its line and column.
  public init(parsing bytes: [UInt8]) throws(ScriptError) {
    self.init()
    guard bytes.count <= Bounds.bytes else {
      throw ScriptError(line: 1, column: 1, "the script is longer than 256 MiB")
    }
    let text = try Self.withoutMark(bytes)
    var paper = PaperBlock()
    for (index, line) in text.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
      let number = index + 1
      guard line.count <= Bounds.lineBytes else {
        throw ScriptError(line: number, column: 1, "the line is longer than 256 KiB")
      }
      guard String(validating: line, as: UTF8.self) != nil else {
        let before = Self.textAtStart(of: line)
        throw ScriptError(
          line: number, column: before.count + 1,
          "this is no text in UTF-8, the encoding of scripts")
      }
      var parser = LineParser(Array(line), number: number)
      if try parser.isPaperLine() {
        guard case .act(.setPaper(let rows), let name, let gesture)? = lines.last?.command else {
          throw ScriptError(line: number, column: 1, "a line of paper must follow “paper”")
        }
        let row = try parser.paperLine()
        try paper.add(row, line: number)
        lines[lines.count - 1].command = .act(.setPaper(rows + [row]), name: name, gesture: gesture)
      } else if let command = try parser.command() {
        if case .act(.setPaper, _, _) = command { paper = PaperBlock() }
        lines.append(Line(number: number, command))
      }
    }
  }
}

extension Script {
  /// The bytes that a run of paper adds to the text in the limit.
  static let paperBytesPerRun = 16

  /// The bytes that a line of paper counts.
  static func paperBytes(of line: PaperText.Line) -> Int {
    line.runs.reduce(4) { $0 + $1.content.utf8.count + paperBytesPerRun }
  }

  /// Returns a script without the mark that some editors put before UTF-8.
  private static func withoutMark(_ bytes: [UInt8]) throws(ScriptError) -> ArraySlice<UInt8> {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw ScriptError(line: 1, column: 1, "the script is in UTF-16; save it in UTF-8")
    }
    return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
  }

  /// Returns the text before the first bytes that are no UTF-8.
  private static func textAtStart(of line: ArraySlice<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    var bytes = line.makeIterator()
    var decoder = UTF8()
    while case .scalarValue(let scalar) = decoder.decode(&bytes) { text.append(scalar) }
    return String(text)
  }
}

/// The size so far of one `paper` command.
private struct PaperBlock {
  private var bytes = 0

  mutating func add(_ row: PaperText.Line, line: Int) throws(ScriptError) {
    bytes += Script.paperBytes(of: row)
    guard bytes <= Limits.paperBytesPerOperation else {
      throw ScriptError(
        line: line, column: 1, "this much paper does not fit one line of the log",
        suggestion: "also paper")
    }
  }
}

/// Reads one line.
struct LineParser {
  var scanner: ScriptScanner

  init(_ bytes: [UInt8], number: Int) { scanner = ScriptScanner(bytes, number: number) }

  func isPaperLine() throws(ScriptError) -> Bool {
    guard let word = try scanner.peek() else { return false }
    return word.bytes.elementsEqual([UInt8(ascii: "|")])
  }

  /// Reads the command of the line; nil for an empty line and a comment.
  mutating func command() throws(ScriptError) -> Script.Command? {
    guard let first = try scanner.peek() else { return nil }
    guard first.bytes.first == UInt8(ascii: "#") else { return try finish(plainCommand()) }
    guard let digit = first.bytes.dropFirst().first, (48...57).contains(digit) else { return nil }
    let name = try thing()
    return try finish(act(name: name))
  }

  private mutating func finish(_ command: Script.Command) throws(ScriptError) -> Script.Command {
    if let word = try scanner.next() {
      throw scanner.mismatch("the end of the line", word)
    }
    return command
  }

  private mutating func plainCommand() throws(ScriptError) -> Script.Command {
    if try scanner.accept("as") { return .person(try person()) }
    if try scanner.accept("run") {
      return .person(Script.Person(run: try whole(1...1_000_000, "a run")))
    }
    if try scanner.accept("pen") { return .pen(try pen()) }
    if try scanner.accept("step") { return .step(exponent: try step()) }
    if try scanner.accept("label-size") {
      if try scanner.accept("natural") {
        return .labelSize(columnWidth: Page.cellWidth, rowHeight: Page.cellHeight)
      }
      let size = try point("natural, or a size like 0.0125,0.04444")
      guard size.x > 0, size.y > 0 else { throw scanner.error("expected a size above 0") }
      return .labelSize(columnWidth: size.x, rowHeight: size.y)
    }
    if try scanner.accept("wait") { return .wait(milliseconds: try duration()) }
    return try act(name: nil)
  }

  private mutating func act(name: Script.Name?) throws(ScriptError) -> Script.Command {
    var gesture = Script.Gesture.own
    if try scanner.accept("also") {
      gesture = try scanner.accept("to") ? .alsoTo(try thing()) : .also
    }
    return .act(try deed(), name: name, gesture: gesture)
  }

  private mutating func deed() throws(ScriptError) -> Script.Act {
    let word = try scanner.next()
    guard let word, word.quoted == nil else {
      throw scanner.mismatch("a command", word)
    }
    let verb = word.text
    if let kind = ScriptText.kind(verb) { return try drawing(kind) }
    switch verb {
    case "text": return try label()
    case "picture": return .picture(try imagePart())
    case "paper": return .setPaper([])
    case "clear": return .change(try scanner.accept("upto") ? .upTo(try things()) : .all, .hide)
    case "erase": return .change(try targets(), .hide)
    case "move": return try move()
    case "recolour", "recolor": return try recolour()
    case "resize": return try resize()
    case "width":
      let targets = try targets()
      return .change(targets, .setWidth(try width()))
    case "fill": return .change(try targets(), .setFilled(true))
    case "outline": return .change(try targets(), .setFilled(false))
    case "front": return .change(try targets(), .reorder(.front))
    case "back": return .change(try targets(), .reorder(.back))
    case "rewrite": return try rewriting()
    case "look": return .change(try targets(), .setLook(try lookArgument()))
    case "group": return .group(try targets())
    case "ungroup": return .change(try targets(), .setGroup(nil))
    case "attach": return try attaching()
    case "undo": return .undo
    case "redo": return .redo
    case "cancel": return .cancel(try thing())
    case "restore": return .restore(try thing())
    case "takeback": return .takeBack(from: try thing(), upTo: try thing())
    default: throw scanner.mismatch("a command", word, among: ScriptText.commands)
    }
  }
}
