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
  private let ticket: Ticket
  private var member: Member?
  private var robot: Robot?
  private var isOver = false
  private(set) var joins = 0

  init(_ kind: Disturbance, _ ticket: Ticket, in crowd: Crowd) {
    (self.kind, self.ticket, self.crowd) = (kind, ticket, crowd)
  }

  func begin() throws {
    isOver = false
    if kind == .joining { return join() }
    member = crowd.add(ticket, named: "troublemaker")
    try crowd.gather()
    if kind == .hanging { member?.line.hang() } else { flood() }
  }

  func end() {
    isOver = true
    member?.leave()
    robot?.member.leave()
    crowd.forget(member)
    crowd.forget(robot?.member)
    (member, robot) = (nil, nil)
  }

  private func flood() {
    guard !isOver, let member else { return }
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 1_000)
    while member.line.bytesWaiting < 256 * 1_024, member.send(bytes, .unreliable) {}
    crowd.reactor.after(1) { [weak self] in self?.flood() }
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
