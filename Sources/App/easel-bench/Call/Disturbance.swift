import EaselPlatform
import Foundation

/// N10: a member that disturbs the measured call, or only causes much work in it.
enum Disturbance: String, CaseIterable {
  /// The member stops reading.
  case hanging
  /// The member sends as many messages as it can.
  case flooding
  /// Members join late, one after the other, and load all existing entries.
  case joining
}

/// Runs one disturbance for a while, in a process of its own, so that its work takes no time of this
/// process.
@MainActor final class Troublemaker {
  private let kind: Disturbance
  private let call: CallOptions
  private let crowd: Crowd
  private var process: Process?
  private var words = Pipe()
  private(set) var joins = 0

  init(_ kind: Disturbance, _ call: CallOptions, in crowd: Crowd) {
    (self.kind, self.call, self.crowd) = (kind, call, crowd)
  }

  func begin() async throws {
    switch kind {
    case .joining: try run("late", ["--rounds", "1000000"])
    case .flooding:
      try run("flood")
      await crowd.wait(seconds: 60) { hasSpoken }
    case .hanging:
      // A member that says nothing, and is stopped once it is in the call.
      try run("flood", ["--payload", "0"])
      await crowd.wait(seconds: 60) { hasSpoken }
      if let process { kill(process.processIdentifier, SIGSTOP) }
    }
  }

  func end() {
    guard let process else { return }
    kill(process.processIdentifier, SIGCONT)
    process.terminate()
    process.waitUntilExit()
    self.process = nil
    let said = hasSpoken ? words.fileHandleForReading.availableData : Data()
    if kind == .joining { joins += said.count { $0 == UInt8(ascii: "\n") } }
  }

  private var hasSpoken: Bool {
    var words = pollfd(fd: words.fileHandleForReading.fileDescriptor, events: 1, revents: 0)
    return poll(&words, 1, 0) > 0
  }

  private func run(_ command: String, _ options: [String] = []) throws {
    let process = Process()
    words = Pipe()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [command, call.ticket] + call.options + options
    process.standardOutput = words
    try process.run()
    // On its own machine the disturbance would have its own processor. Here it gets the lowest
    // priority, so that it uses only the time that the measured processes leave.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process.processIdentifier), 19)
    self.process = process
  }
}
