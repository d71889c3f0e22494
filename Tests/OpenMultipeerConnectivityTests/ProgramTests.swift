import Foundation
import Synchronization
import TestThreads
import Testing

/// Programs as users write them, in processes of their own.
@Suite(.besidePool, .timeLimit(.minutes(60))) struct ProgramTests {
  /// A running program: its lines, and a pipe to its input.
  private final class Run: Sendable {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let text = Mutex("")

    /// - Parameter folder: the folder of the user's runs, so that no other call of this user is met.
    init(_ program: String, in folder: SocketFolder, _ arguments: String...) throws {
      process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent(program)
      process.arguments = arguments
      (process.standardInput, process.standardOutput) = (input, output)
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["XDG_RUNTIME_DIR": folder.path]
      ) { $1 }
      output.fileHandleForReading.readabilityHandler = { [weak self] handle in
        let data = handle.availableData
        self?.text.withLock { $0 += String(decoding: data, as: UTF8.self) }
      }
      try process.run()
    }

    var lines: [String] {
      text.withLock { $0.split(separator: "\n").map(String.init) }
    }

    func type(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

    /// Ends the input, upon which the program ends.
    func end() {
      // The input may have ended before.
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
      output.fileHandleForReading.readabilityHandler = nil
    }

    var exitCode: Int32 { process.terminationStatus }
  }

  private let folder: SocketFolder

  init() throws { folder = try SocketFolder() }

  private static func service() -> String { "t\(UInt32.random(in: 0...99_999_999))" }

  @Test("Three processes find each other and chat, and two go on when one leaves")
  func chat() async throws {
    let service = Self.service()
    let names = ["Ann", "Bob", "Cleo"]
    let (ann, bob) = (
      try Run("ChatNearby", in: folder, "Ann", service),
      try Run("ChatNearby", in: folder, "Bob", service)
    )
    defer { for run in [ann, bob] { run.end() } }
    try await until { ann.lines.contains("+ Bob") }
    let cleo = try Run("ChatNearby", in: folder, "Cleo", service)
    defer { cleo.end() }
    let runs = [ann, bob, cleo]
    for (run, name) in zip(runs, names) {
      for other in names where other != name {
        try await until { run.lines.contains("+ \(other)") }
      }
    }
    for (run, name) in zip(runs, names) { run.type("hello from \(name)") }
    for (run, name) in zip(runs, names) {
      for other in names where other != name {
        try await until { run.lines.contains("\(other): hello from \(other)") }
      }
    }
    ann.end()
    #expect(ann.exitCode == 0)
    for run in runs[1...] { try await until { run.lines.contains("- Ann") } }
    runs[1].type("still here")
    try await until { runs[2].lines.contains("Bob: still here") }
    for run in runs { #expect(run.lines.allSatisfy { !$0.hasPrefix("!") }, "\(run.lines)") }
  }

  @Test("A stroke goes through two bridges into a call and back, without a loop or a second answer")
  func bridge() async throws {
    let service = Self.service()
    let roles = ["Cal": "call", "Ben": "bridge", "Bea": "bridge", "Lou": "local", "Lea": "local"]
    var runs: [String: Run] = [:]
    defer { runs.values.forEach { $0.end() } }
    @discardableResult func start(_ name: String) throws -> Run {
      let run = try Run("BridgeNearby", in: folder, name, service, try #require(roles[name]))
      runs[name] = run
      return run
    }
    let cal = try start("Cal")
    // Two pairs that begin at the same moment would stay apart, so the local peers come in turn.
    for (index, name) in ["Lou", "Ben", "Bea", "Lea"].enumerated() {
      try start(name)
      for name in ["Lou", "Ben", "Bea", "Lea"].prefix(index + 1) where index > 0 {
        let run = try #require(runs[name])
        try await until { run.lines.contains("local \(index)") }
      }
    }
    for name in ["Cal", "Ben", "Bea"] {
      let run = try #require(runs[name])
      try await until { run.lines.contains("call 3") }
    }
    let lou = try #require(runs["Lou"])
    lou.type("1 2 3")
    try await until { lou.lines.count { $0.hasSuffix("has it") } == 4 }
    cal.type("7 8")
    // A program does not hear its own answer, and an author does not answer its own stroke.
    let answers = roles.keys.reduce(into: [String: [String]]()) { answers, name in
      answers[name] = roles.keys.filter { $0 != name }.flatMap { other in
        Array(repeating: "\(other) has it", count: other == "Lou" || other == "Cal" ? 1 : 2)
      }.sorted()
    }
    for (name, run) in runs {
      try await until { run.lines.count { $0.hasSuffix("has it") } >= answers[name]?.count ?? 0 }
    }
    // A message in a circle would go on meanwhile.
    try await Task.sleep(for: .milliseconds(500))
    for (name, run) in runs {
      let strokes = ["Lou drew 1 2 3", "Cal drew 7 8"].filter { !$0.hasPrefix(name) }
      #expect(run.lines.filter { $0.contains("drew") } == strokes, "\(name)")
      #expect(run.lines.filter { $0.hasSuffix("has it") }.sorted() == answers[name], "\(name)")
    }
  }
}
