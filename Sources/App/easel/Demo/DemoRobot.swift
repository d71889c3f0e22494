import BoardModel
import BoardRendering
import CellFrame
import EaselBase

/// A simulated participant of the demo: it looks at its whiteboard as a person would and uses the
/// same mouse and keys.
struct DemoRobot {
  /// The part of its whiteboard that a robot sees.
  struct Sight {
    /// The session that the robot is in.
    var session: SessionUUID?
    var isInvited: Bool
    /// Whether another person is in the call.
    var isEligible: Bool
    /// The part of the board that the canvas shows.
    var viewport: Viewport
    /// The size of the canvas.
    var columns: Int
    var rows: Int
  }

  private var actions: [DemoAction] = []
  /// The next inputs of the robot, with the uptime of each in milliseconds.
  private var hand: [(at: Int64, input: InputEvent)] = []
  private var session: SessionUUID?
  /// The uptime in milliseconds at which the robot gives up waiting for its next action to become
  /// possible.
  private var patience: Int64?

  /// Milliseconds between two looks of a robot that waits.
  private static let glance: Int64 = 50
  /// Milliseconds after which a robot gives up an action that is not possible.
  private static let patienceMilliseconds: Int64 = 8_000

  /// Whether the robot has nothing more to do.
  var isIdle: Bool { actions.isEmpty && hand.isEmpty }

  /// The uptime at which the robot acts again; nil if it has nothing to do.
  func deadline(after now: Int64) -> Int64? {
    hand.first?.at ?? (actions.isEmpty ? nil : now + Self.glance)
  }

  mutating func assign(_ new: [DemoAction]) { actions += new }

  /// Returns the inputs that are due by now.
  mutating func act(at now: Int64, _ sight: Sight) -> [InputEvent] {
    if sight.session != session {
      // Another person has moved all participants to another board, so the plans are void.
      if session != nil, sight.session != nil { (actions, hand) = ([], []) }
      session = sight.session
    }
    if hand.isEmpty, let action = actions.first { begin(action, at: now, sight) }
    let due = hand.prefix { $0.at <= now }
    hand.removeFirst(due.count)
    return due.map(\.input)
  }

  private mutating func begin(_ action: DemoAction, at now: Int64, _ sight: Sight) {
    guard action.isPossible(sight) else {
      patience = patience ?? now + Self.patienceMilliseconds
      if let patience, patience <= now { skip() }
      return
    }
    skip()
    var plan = RobotHand(at: now, sight)
    plan.perform(action)
    hand += plan.inputs
  }

  private mutating func skip() {
    actions.removeFirst()
    patience = nil
  }
}
