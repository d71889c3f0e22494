import Foundation
import Sharing
import Trust

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
  private let place: Place
  private let ticket: Ticket
  private var member: Member?
  /// Another process: what it does for itself is not to take this one's time.
  private var flood: Process?
  private var robot: Robot?
  private var isOver = false
  private(set) var joins = 0

  init(_ kind: Disturbance, _ place: Place, in crowd: Crowd) throws {
    (self.kind, self.place, self.crowd) = (kind, place, crowd)
    ticket = try place.read()
  }

  func begin() throws {
    isOver = false
    switch kind {
    case .joining: join()
    case .flooding: try beginFlood()
    case .hanging:
      member = crowd.add(ticket, named: "troublemaker")
      try crowd.gather()
      member?.line.hang()
    }
  }

  func end() {
    isOver = true
    member?.leave()
    robot?.member.leave()
    crowd.forget(member)
    crowd.forget(robot?.member)
    (member, robot) = (nil, nil)
    flood?.terminate()
    flood?.waitUntilExit()
    flood = nil
  }

  private func beginFlood() throws {
    let (process, words) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["flood", place.ticket] + (place.over.map { ["--over", $0] } ?? [])
    process.standardOutput = words
    try process.run()
    flood = process
    var isReady = pollfd(fd: words.fileHandleForReading.fileDescriptor, events: 1, revents: 0)
    while poll(&isReady, 1, 0) == 0 { crowd.run(milliseconds: 10) }
  }

  /// One newcomer after the other.
  private func join() {
    guard !isOver else { return }
    if let robot, !robot.isComplete {
      return crowd.reactor.after(20) { [weak self] in self?.join() }
    }
    if let last = robot?.member {
      joins += 1
      last.leave()
      crowd.forget(last)
    }
    robot = crowd.addRobot(ticket, named: "newcomer")
    crowd.reactor.after(20) { [weak self] in self?.join() }
  }
}
