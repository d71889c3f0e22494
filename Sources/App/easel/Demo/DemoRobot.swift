import CellFrame
import EaselBase

/// A simulated participant of the demo: it looks at its whiteboard as a person would and uses the
/// same mouse and keys.
struct DemoRobot {
  /// The part of its whiteboard that a robot sees.
  struct Sight {
    /// The session that the robot is in.
    var session: Bytes16?
    var isInvited: Bool
    /// Whether another person is in the call.
    var isEligible: Bool
    /// The size of the canvas.
    var columns: Int
    var rows: Int
  }

  private let plan: RobotPlan
  private var next = 0
  private var hasShared = false
  private var session: Bytes16?
  /// The next inputs of the robot, with the uptime of each in milliseconds.
  private var hand: [(at: Int64, input: InputEvent)] = []
  /// The uptime at which the robot looks again.
  private(set) var deadline: Int64

  init(_ plan: RobotPlan, at now: Int64) {
    self.plan = plan
    deadline = now + plan.patience
  }

  /// Returns the inputs that are due by now.
  mutating func act(at now: Int64, _ sight: Sight) -> [InputEvent] {
    guard deadline <= now else { return [] }
    if sight.session != session { begin(in: sight.session, at: now) }
    if hand.isEmpty { decide(at: now, sight) }
    let due = hand.prefix { $0.at <= now }
    hand.removeFirst(due.count)
    deadline = hand.first?.at ?? now + Self.glance
    return due.map(\.input)
  }

  /// Drops the planned inputs, since they were for another board.
  private mutating func begin(in session: Bytes16?, at now: Int64) {
    self.session = session
    hand = []
    type([.escape, RobotKeys.pen], at: now)
    rest()
  }

  /// Milliseconds between two looks of a robot that waits.
  private static let glance: Int64 = 300

  private mutating func decide(at now: Int64, _ sight: Sight) {
    if sight.session != nil {
      begin(plan.actions[next % plan.actions.count], at: now, sight)
      next += 1
    } else if sight.isInvited {
      type(RobotKeys.join, at: now + plan.patience)
    } else if plan.shares, sight.isEligible, !hasShared {
      hasShared = true
      type([RobotKeys.share], at: now + plan.patience)
    }
  }

  private mutating func begin(_ action: RobotPlan.Action, at now: Int64, _ sight: Sight) {
    switch action {
    case .draw(let shape): draw(shape, at: now, sight)
    case .say(let words):
      type([RobotKeys.speak] + words.map { .character($0) } + [.enter], at: now, every: 60)
    case .write(let words, let place):
      type([RobotKeys.text], at: now)
      draw([[place]], at: now + 100, sight)
      let start = (hand.last?.at ?? now) + 100
      type(words.map { .character($0) } + [.escape, RobotKeys.pen], at: start)
    case .point(let path):
      type([RobotKeys.laser], at: now)
      draw([path], at: now + 100, sight)
      type([RobotKeys.pen], at: (hand.last?.at ?? now) + 100)
    case .lookHere: type([RobotKeys.lookHere], at: now)
    case .leave: type(RobotKeys.leave, at: now)
    case .rest: break
    }
    if hand.isEmpty { hand.append((at: now, input: Self.nothing)) }
    rest()
  }

  private mutating func rest() {
    if let last = hand.last { hand.append((at: last.at + plan.rest, input: Self.nothing)) }
  }

  /// A key without a meaning.
  private static let nothing = InputEvent.key(.function(24))

  private mutating func type(_ keys: [Key], at start: Int64, every step: Int64 = 120) {
    for (index, key) in keys.enumerated() {
      hand.append((at: start + Int64(index) * step, input: .key(key)))
    }
  }

  /// Milliseconds between two reports of the robot's mouse.
  private static let step: Int64 = 30

  private mutating func draw(_ lines: [[RobotPlan.Place]], at now: Int64, _ sight: Sight) {
    var time = now
    for line in lines {
      for (index, place) in line.enumerated() {
        time += Self.step
        move(index == 0 ? .press(.left) : .drag(.left), place, at: time, sight)
      }
      if let last = line.last { move(.release(.left), last, at: time + Self.step, sight) }
      time += 10 * Self.step
    }
  }

  private mutating func move(
    _ action: MouseEvent.Action, _ place: RobotPlan.Place, at time: Int64, _ sight: Sight
  ) {
    let x = place.x * Double(max(sight.columns - 1, 1))
    let y = place.y * Double(max(sight.rows - 1, 1))
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    let pointer = Pointer(
      CellPoint(column: Int(column), row: Int(row) + 1), fractionX: UInt8((x - column) * 255),
      fractionY: UInt8((y - row) * 255), isFine: true)
    hand.append((at: time, input: .mouse(MouseEvent(action, at: pointer))))
  }
}
