import BoardSync
import EaselBase
import Foundation
import GroupCore
import GroupSecurity

/// N10: somebody in the same call who makes trouble, or only much to do.
enum Disturbance: String, CaseIterable {
  /// Stops reading.
  case hanging
  /// Says as much as it can.
  case flooding
  /// Joins late, to all that was drawn.
  case joining
}

/// Makes one such trouble, for a while.
final class Troublemaker {
  private let crowd: Crowd
  private let kind: Disturbance
  private let place: CallOptions
  private let ticket: Ticket
  private var member: Member?
  /// Another process: what it does for itself is not to take this one's time.
  private var other: Process?
  private var words = Pipe()
  private(set) var joins = 0

  init(_ kind: Disturbance, _ place: CallOptions, in crowd: Crowd) throws {
    (self.kind, self.place, self.crowd) = (kind, place, crowd)
    ticket = try place.read()
  }

  func begin() throws {
    switch kind {
    case .joining: try run("late", ["--rounds", "1000000"])
    case .flooding:
      try run("flood")
      while !hasSpoken { crowd.run(milliseconds: 10) }
    case .hanging:
      member = crowd.add(ticket, named: "troublemaker")
      try crowd.gather()
      member?.line.hang()
    }
  }

  func end() {
    member?.leave()
    crowd.forget(member)
    member = nil
    guard let other else { return }
    other.terminate()
    other.waitUntilExit()
    self.other = nil
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
    process.arguments = [command, place.ticket] + place.options + options
    process.standardOutput = words
    try process.run()
    // Elsewhere it has a processor of its own; here it takes what the measured ones leave.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process.processIdentifier), 19)
    other = process
  }
}
