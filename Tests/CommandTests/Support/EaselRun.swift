import Foundation
import FrameTesting
import Glibc
import Synchronization
import Testing

/// The built program in a pty.
typealias EaselRun = TerminalRun

extension TerminalRun {
  convenience init(
    _ arguments: [String], in home: Home, columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:], cellPixels: (width: Int, height: Int)? = nil,
    input: String? = nil
  ) throws {
    try self.init(
      program: [Easel.binary.path] + arguments,
      environment: ["EASEL_THEME": "terminal"].merging(home.environment) { $1 }
        .merging(environment) { $1 },
      columns: columns, rows: rows, cellPixels: cellPixels, input: input,
      answers: .xterm(cellPixels: cellPixels))
  }
}

extension TerminalRun {
  /// From now on the terminal accepts no output, as after Ctrl-S.
  func stopOutput() throws {
    let terminal = open("/proc/\(pty.pid)/fd/1", O_RDWR | O_NOCTTY)
    defer { close(terminal) }
    try #require(tcflow(terminal, TCOOFF) == 0)
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

  /// Runs a command that needs no terminal, in a session without one. The person who runs the tests may
  /// have a terminal, which the command would open.
  ///
  /// - Parameter fileKilobytesMax: the longest file that the command can write, in place of a full
  ///   disk.
  static func run(
    _ arguments: [String], in home: Home, input: String? = nil,
    environment: [String: String] = [:], fileKilobytesMax: Int? = nil
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
    process.arguments = ["--wait", binary.path] + arguments
    if let fileKilobytesMax {
      let limits = "trap '' XFSZ; ulimit -f \(fileKilobytesMax); exec \"$0\" \"$@\""
      process.arguments = ["--wait", "/bin/bash", "-c", limits, binary.path] + arguments
    }
    process.environment = home.environment.merging(environment) { $1 }
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
final class Home: Sendable {
  let folder: URL

  /// - Parameter isNew: whether Easel was never used here. Otherwise the user has hidden the tool
  ///   palette and draws with width 2, so that tests can draw anywhere on the canvas.
  init(isNew: Bool = false) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("easel-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard !isNew else { return }
    let data = folder.appendingPathComponent(".local/share/easel")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    let color = ["red", "green", "indigo", "pink"].randomElement() ?? "red"
    try Data("tool = 0\nwidth = 2\ncolor = \"\(color)\"\npalette = \"hidden\"\n".utf8)
      .write(to: data.appendingPathComponent("tools.toml"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A home for a program that is started with it and nothing else. It stays until the tests end,
  /// because the program may read it later than the test drops it.
  static func lasting() throws -> Home {
    let home = try Home()
    lastingHomes.withLock { homes in
      if homes.isEmpty {
        atexit { Home.lastingHomes.withLock { $0 = [] } }
      }
      homes.append(home)
    }
    return home
  }

  private static let lastingHomes = Mutex<[Home]>([])

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

  /// No variable of the person who runs the tests gets in.
  var environment: [String: String] {
    TerminalRun.plainEnvironment.merging([
      "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "EASEL_DOORS": folder.path,
    ]) { $1 }
  }
}
