import ArgumentParser

/// `easel-bench path`.
struct PathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: "What a report of the mouse costs, in counts that are the same in every run.",
    discussion: """
      Plays a fixed drag through the real parts: the bytes of the mouse, the whiteboard, its frame, and \
      ncurses. The figures are of 800 reports: those of a run of 1,200 without those of a run of 400. \
      --allocations also counts the blocks of memory that 100 reports take, early and late in the stroke, \
      and says something in a release build only. Set SWIFT_DETERMINISTIC_HASHING=1.

      With --reports, it only plays one drag of this length, so that a tool such as callgrind can count \
      what it executes.
      """)

  @Flag(help: "Count allocations too.") var allocations = false
  @Option(help: "Only this case.") var only: PathCase?
  @Option(help: "Play one drag with so many reports, and print nothing.") var reports: Int?

  func run() throws {
    for path in only.map({ [$0] }) ?? PathCase.allCases {
      func costs(ofReports count: Int) throws -> PathCosts {
        var run = try PathRun(path)
        return run.costs(ofReports: count)
      }
      if let reports {
        _ = try costs(ofReports: reports)
        continue
      }
      let difference = try costs(ofReports: 1_200) - costs(ofReports: 400)
      print("\(path.rawValue): \(difference.line)")
      guard allocations else { continue }
      var run = try PathRun(path)
      let counts = run.allocations(after: [400, 1_100])
      print("\(path.rawValue): \(counts[0]) allocations, later \(counts[1])")
    }
  }
}

/// A board and a screen on which the drag is played.
enum PathCase: String, CaseIterable, ExpressibleByArgument {
  case empty
  case largeScreen = "large-screen"
  case fullBoard = "full-board"
  /// The guest draws in the left half, the own pen in the right half.
  case guest
  /// The guest draws, and the own mouse rests.
  case watching

  var hasGuest: Bool { self == .guest || self == .watching }
  var size: (columns: Int, rows: Int) { self == .largeScreen ? (200, 60) : (80, 24) }
  var strokes: Int { self == .fullBoard ? 100_000 : 0 }
}

/// The costs of some reports.
struct PathCosts {
  /// The bytes that ncurses wrote for the terminal.
  var bytes = 0
  /// The frames that differed from the frame before.
  var frames = 0
  /// The requests to the board's controller, such as points for the other people.
  var effects = 0

  static func - (left: Self, right: Self) -> Self {
    PathCosts(
      bytes: left.bytes - right.bytes, frames: left.frames - right.frames,
      effects: left.effects - right.effects)
  }

  var line: String { "\(bytes) bytes to the terminal, \(frames) frames, \(effects) effects" }
}
