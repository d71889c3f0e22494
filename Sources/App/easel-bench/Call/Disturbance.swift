import BoardSync
import EaselBase
import Foundation
import GroupCore
import GroupSecurity

/// N10: a member that disturbs the measured call, or only causes much work in it.
enum Disturbance: String, CaseIterable {
  /// The member stops reading.
  case hanging
  /// The member sends as many messages as it can.
  case flooding
  /// Members join late, one after the other, and load all existing entries.
  case joining
}

/// Runs one disturbance for a while.
final class Troublemaker {
  private let crowd: Crowd
  private let kind: Disturbance
  private let place: CallOptions
  private let ticket: Ticket
  private var member: Member?
  /// The process of the disturbance; separate, so that its work takes no time of this process.
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
    // On its own machine the disturbance would have its own processor. Here it gets the lowest
    // priority, so that it uses only the time that the measured processes leave.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process.processIdentifier), 19)
    other = process
  }
}
