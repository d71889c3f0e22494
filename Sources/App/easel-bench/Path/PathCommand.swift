import ArgumentParser
import BoardLog
import CEaselAllocations
import CellFrame
import EaselBase

/// `easel-bench path`.
struct PathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: "What a report of the mouse costs, in counts that are the same in every run.",
    discussion: """
      Plays a fixed drag through the real parts: the bytes of the mouse, the whiteboard, its frame, and \
      ncurses; in the case "pair" also the session, the call, the seals and the screen of another person. \
      The figures are of 800 reports: those of a run of 1,200 without those of a run of 400. \
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
      if path == .pair {
        try measure(path) { try PathPair() }
      } else {
        try measure(path) { try PathRun(path) }
      }
    }
  }

  private func measure<Drag: PathDrag>(_ path: PathCase, _ begin: () throws -> Drag) throws {
    func costs(ofReports count: Int) throws -> Drag.Costs {
      var drag = try begin()
      for index in 0...count { try drag.play(index) }
      return drag.costs
    }
    if let reports {
      _ = try costs(ofReports: reports)
      return
    }
    for line in try Drag.lines(of: costs(ofReports: 1_200), without: costs(ofReports: 400)) {
      print("\(path.rawValue)\(line)")
    }
    guard allocations else { return }
    var drag = try begin()
    let counts = try Self.allocations(of: &drag, after: [400, 1_100])
    print("\(path.rawValue): \(counts[0]) allocations, later \(counts[1])")
  }

  /// The allocations of 100 reports after each of these many.
  private static func allocations(of drag: inout some PathDrag, after starts: [Int]) throws -> [Int]
  {
    var next = 0
    return try starts.map { start in
      while next < start {
        try drag.play(next)
        next += 1
      }
      let before = easel_allocations()
      for _ in 0..<100 {
        try drag.play(next)
        next += 1
      }
      return easel_allocations() - before
    }
  }
}

/// A drag of the mouse that is played report by report.
protocol PathDrag {
  associatedtype Costs

  /// The costs so far.
  var costs: Costs { get }
  /// Plays a report; the first one, 0, is the press.
  mutating func play(_ index: Int) throws
  /// The lines to print about the difference of two costs.
  static func lines(of costs: Costs, without first: Costs) -> [String]
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
  /// Two people in a session, and the screen of the one who does not draw.
  case pair

  var hasGuest: Bool { self == .guest || self == .watching }
  var size: (columns: Int, rows: Int) { self == .largeScreen ? (200, 60) : (80, 24) }
  var strokes: Int { self == .fullBoard ? 100_000 : 0 }

  static let begin = Moment(uptime: 1_000, wall: 1_800_000_000_000)
  /// A hand sends a report in about so many milliseconds.
  static let pause: Int64 = 8
  /// The columns at the left that a drag leaves out: the palette stands there.
  private static let left = 20

  static func genesis(_ number: UInt8) -> ReplicaGenesis {
    ReplicaGenesis(
      publicKey: Array(repeating: 6 + number, count: 32),
      nonce: Array(repeating: 8 + number, count: 16))
  }

  /// The cells of the drag: row by row, there and back, and from the last row up again. Beside a guest it
  /// stays in the right half.
  func cell(_ index: Int) -> CellPoint {
    let left = hasGuest ? size.columns / 2 : Self.left
    let (columns, rows) = (size.columns - left - 2, size.rows - 6)
    let (line, step) = index.quotientAndRemainder(dividingBy: columns)
    let rowsBoth = 2 * rows - 2
    return CellPoint(
      column: left + (line.isMultiple(of: 2) ? step : columns - 1 - step),
      row: 3 + min(line % rowsBoth, rowsBoth - line % rowsBoth))
  }
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
