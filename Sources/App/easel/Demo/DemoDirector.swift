import CellFrame

/// Leads the robots through the script of the demo.
struct DemoDirector {
  let script: DemoScript
  private var robots: [DemoRobot]
  private var beat: Int?
  /// The uptime in milliseconds at which the next beat begins; nil while a beat goes on.
  private var nextBegins: Int64?
  /// The robots that have come into the call.
  private(set) var arrived: Set<Int> = []

  /// Milliseconds before the first beat.
  private static let start: Int64 = 150

  init(_ script: DemoScript, robots: Int, at now: Int64) {
    self.script = script
    self.robots = Array(repeating: DemoRobot(), count: robots)
    nextBegins = now + Self.start
  }

  /// The number of the present chapter.
  var chapter: Int { script.beats[min(beat ?? 0, script.beats.count - 1)].chapter }

  /// The robot that came last.
  var newest: Int { arrived.max() ?? 0 }

  /// Whether the script is over.
  var isOver: Bool { beat == script.beats.count }

  /// The uptime in milliseconds at which the director acts again; nil if the script is over.
  func deadline(after now: Int64) -> Int64? {
    let times = robots.compactMap { $0.deadline(after: now) } + [nextBegins].compactMap { $0 }
    return isOver ? nil : times.min()
  }

  /// Returns the inputs of each robot that are due by now.
  ///
  /// - Parameter sights: the view of each robot; nil for a robot that is not in the call.
  mutating func act(at now: Int64, _ sights: [DemoRobot.Sight?]) -> [[InputEvent]] {
    advance(at: now)
    return zip(robots.indices, sights).map { index, sight in
      sight.map { robots[index].act(at: now, $0) } ?? []
    }
  }

  private mutating func advance(at now: Int64) {
    guard !isOver else { return }
    if nextBegins == nil, robots.allSatisfy(\.isIdle) {
      nextBegins = now + (beat.map { script.beats[$0].rest } ?? 0)
    }
    guard let due = nextBegins, due <= now else { return }
    nextBegins = nil
    let next = beat.map { $0 + 1 } ?? 0
    beat = next
    guard next < script.beats.count else { return }
    arrived.formUnion(script.beats[next].arrivals)
    for (robot, actions) in script.beats[next].parts { robots[robot].assign(actions) }
  }
}
