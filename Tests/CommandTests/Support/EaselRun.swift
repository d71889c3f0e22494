import EaselTesting
import Foundation
import Glibc

/// The built program in a pty, and a terminal that answers it.
final class EaselRun {
  struct Impatience: Error, CustomStringConvertible {
    let description: String
  }

  let pty: PseudoTerminal
  let before: termios
  private(set) var screen: TerminalScreen
  /// The size of a cell where the terminal reports the mouse in pixels (mode 1016).
  let cellPixels: (width: Int, height: Int)?
  /// Until when an answer may take. Only a broken program ever waits that long.
  private static let patience = Duration.seconds(20)

  init(
    _ arguments: [String], in home: Home, columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:], cellPixels: (width: Int, height: Int)? = nil,
    input: String? = nil
  ) throws {
    self.cellPixels = cellPixels
    screen = TerminalScreen(columns: columns, rows: rows)
    pty = try PseudoTerminal(
      [Easel.binary.path] + arguments,
      environment: home.environment.merging(environment) { $1 }, columns: columns, rows: rows,
      pixels: cellPixels.map { ($0.width * columns, $0.height * rows) }, input: input)
    before = pty.settings
  }

  // MARK: Waiting

  /// Reads and answers until the screen is as asked.
  func wait(for what: String, until isThere: (TerminalScreen) -> Bool) throws {
    let deadline = ContinuousClock.now + Self.patience
    while !isThere(screen) {
      guard let bytes = pty.read(until: deadline) else {
        throw Impatience(description: "ended before \(what): \(shown)")
      }
      guard !bytes.isEmpty || ContinuousClock.now < deadline else {
        throw Impatience(description: "no \(what): \(shown)")
      }
      try take(bytes)
    }
  }

  /// Reads and answers what has been written so far, and waits for nothing.
  func catchUp() throws {
    while let bytes = pty.read(until: .now), !bytes.isEmpty { try take(bytes) }
  }

  /// Reads to the end of the program.
  @discardableResult
  func waitForExit() throws -> PseudoTerminal.Exit {
    let deadline = ContinuousClock.now + Self.patience
    while let bytes = pty.read(until: deadline) {
      guard !bytes.isEmpty || ContinuousClock.now < deadline else {
        throw Impatience(description: "does not end: \(shown)")
      }
      try? take(bytes)  // It may be gone before it hears an answer.
    }
    return pty.waitForExit()
  }

  private var shown: String {
    "\n" + screen.text.joined(separator: "\n") + "\n"
  }

  private func take(_ bytes: [UInt8]) throws {
    for token in screen.take(bytes) {
      if let answer = answer(to: token) { try send(answer) }
    }
  }

  // MARK: What a terminal answers

  private func answer(to token: TerminalToken) -> String? {
    switch token {
    case .csi(let sequence) where sequence.kind == "?$p":
      let mode = sequence.number(0, default: 0)
      let isKnown =
        mode == 1016 ? cellPixels != nil : [1000, 1002, 1003, 1006, 2004].contains(mode)
      return "\u{1B}[?\(mode);\(isKnown ? 2 : 0)$y"
    case .csi(let sequence) where sequence.kind == "c":
      return "\u{1B}[?62;22c"
    case .csi(let sequence) where sequence.kind == "t" && sequence.parameters.first == "16":
      return cellPixels.map { "\u{1B}[6;\($0.height);\($0.width)t" }
    case .string(let opener, let content)
    where opener == UInt8(ascii: "]") && content.elementsEqual("11;?".utf8):
      return "\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\"
    default: return nil
    }
  }

  // MARK: The hand

  func send(_ text: String) throws {
    try pty.write(Array(text.utf8), until: .now + Self.patience)
  }

  /// A new size, for the program and for the screen that stands for its terminal.
  func resize(columns: Int, rows: Int) {
    pty.resize(columns: columns, rows: rows)
    screen.resize(columns: columns, rows: rows)
  }

  /// A drag from cell to cell, counted from 0, with the left button.
  func drag(_ cells: [(column: Int, row: Int)], release: Bool = true) throws {
    guard let first = cells.first, let last = cells.last else { return }
    var reports = report(0, first, "M")
    for cell in cells.dropFirst() { reports += report(32, cell, "M") }
    if release { reports += report(0, last, "m") }
    try send(reports)
  }

  func release(at cell: (column: Int, row: Int)) throws { try send(report(0, cell, "m")) }

  /// The middle of a cell, in pixels where the program switched 1016 on.
  private func report(_ button: Int, _ cell: (column: Int, row: Int), _ final: String) -> String {
    var (x, y) = (cell.column + 1, cell.row + 1)
    if screen.modes[1016] == true, let size = cellPixels {
      (x, y) = (
        cell.column * size.width + size.width / 2 + 1,
        cell.row * size.height + size.height / 2 + 1
      )
    }
    return "\u{1B}[<\(button);\(x);\(y)\(final)"
  }

  /// A report at an exact pixel.
  func report(pixelX x: Int, y: Int, button: Int, final: String) throws {
    try send("\u{1B}[<\(button);\(x + 1);\(y + 1)\(final)")
  }

  // MARK: The end

  /// Modes that are left switched and settings that are not as before, in words.
  var leftovers: [String] {
    var left = screen.leftovers
    let now = pty.settings
    for (name, old, new) in [
      ("iflag", before.c_iflag, now.c_iflag), ("oflag", before.c_oflag, now.c_oflag),
      ("cflag", before.c_cflag, now.c_cflag),
      // PENDIN only says that the kernel will look at its input again.
      ("lflag", before.c_lflag & ~tcflag_t(PENDIN), now.c_lflag & ~tcflag_t(PENDIN)),
    ] where old != new {
      left.append("termios \(name) \(String(old, radix: 8)), now \(String(new, radix: 8))")
    }
    return left
  }
}

/// Where the program is that these tests drive.
enum Easel {
  /// Beside the test runner.
  static let binary = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("easel")

  struct Outcome {
    let code: Int32
    let output: Data
    let errors: String
    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Runs a command that needs no terminal.
  static func run(_ arguments: [String], in home: Home, input: String? = nil) throws -> Outcome {
    let process = Process()
    process.executableURL = binary
    process.arguments = arguments
    process.environment = home.environment
    let (output, errors) = (home.scratch(), home.scratch())
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    if let input {
      let file = home.scratch()
      try Data(input.utf8).write(to: file)
      process.standardInput = try FileHandle(forReadingFrom: file)
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    try process.run()
    process.waitUntilExit()
    return Outcome(
      code: process.terminationStatus, output: try Data(contentsOf: output),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}

/// A home folder of a test's own, gone with it.
final class Home {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("easel-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// A fresh empty file.
  func scratch() -> URL {
    let file = folder.appendingPathComponent(".scratch-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    return file
  }

  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    return path(name)
  }

  /// Nothing of whoever runs the tests gets in.
  var environment: [String: String] {
    [
      "HOME": folder.path, "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
      "PATH": "/usr/local/bin:/usr/bin:/bin", "XDG_RUNTIME_DIR": folder.path,
      "SWIFT_BACKTRACE": "enable=no",
    ]
  }
}
