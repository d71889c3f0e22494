import BoardModel
import EaselBase
import Foundation

/// The three kinds of strokes with which drawing libraries are compared. The points have 16-bit
/// coordinates on a square. They come from a seed, so every run has the same points.
enum Workload: String, CaseIterable {
  /// Independent Gaussian steps, which compress only down to their entropy.
  case walk
  /// The movement of a hand: the heading steps slowly, and the speed drifts.
  case smooth
  /// A terminal mouse on 200×60 cells: each step goes to one of eight neighbours, mostly straight
  /// on.
  case cells

  func strokes(_ count: Int = 10_000, points: Int = 40, seed: UInt64 = 7) -> [[BoardPoint]] {
    var all: [[BoardPoint]] = []
    each(count, points: points, seed: seed) { all.append($0) }
    return all
  }

  /// Passes each stroke of `strokes(_:points:seed:)` to `body`, so that a measurement of memory
  /// does not include all strokes.
  func each(
    _ count: Int, points: Int = 40, seed: UInt64 = 7, do body: ([BoardPoint]) -> Void
  ) {
    var chance = Chance(seed: seed)
    for _ in 0..<count {
      switch self {
      case .walk: body(Self.walk(points, &chance))
      case .smooth: body(Self.smooth(points, &chance))
      case .cells: body(Self.cells(points, &chance))
      }
    }
  }

  /// The exponent of the step to which a stroke's points are rounded. In a terminal the step is a
  /// power of two and at most a quarter of a dot.
  var stepExponent: UInt8 { self == .cells ? 5 : 0 }

  private static func walk(_ points: Int, _ chance: inout Chance) -> [BoardPoint] {
    var (x, y) = (chance.unit(), chance.unit())
    return (0..<points).map { _ in
      defer {
        x = fold(x + chance.gaussian() * 0.005)
        y = fold(y + chance.gaussian() * 0.005)
      }
      return point(x, y)
    }
  }

  private static func smooth(_ points: Int, _ chance: inout Chance) -> [BoardPoint] {
    var (x, y) = (chance.unit(), chance.unit())
    var (heading, speed) = (chance.unit() * 2 * Double.pi, 0.006)
    return (0..<points).map { _ in
      defer {
        heading += chance.gaussian() * 0.25
        speed = min(0.02, max(0.001, speed * exp(chance.gaussian() * 0.1)))
        x = fold(x + speed * cos(heading))
        y = fold(y + speed * sin(heading))
      }
      return point(x, y)
    }
  }

  private static let neighbours = [
    (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1),
  ]
  private static let steps = [0, 0, 0, 0, 0, 1, -1, 1, -1, 2, -2]

  private static func cells(_ points: Int, _ chance: inout Chance) -> [BoardPoint] {
    var (x, y, heading) = (chance.below(200), chance.below(60), chance.below(8))
    return (0..<points).map { _ in
      let here = point((Double(x) + 0.5) / 200, (Double(y) + 0.5) / 60)
      while true {
        let turned = (heading + steps[chance.below(steps.count)] + 8) % 8
        let (dx, dy) = neighbours[turned]
        if (0..<200).contains(x + dx), (0..<60).contains(y + dy) {
          (x, y, heading) = (x + dx, y + dy, turned)
          return here
        }
        heading = (heading + 1) % 8
      }
    }
  }

  private static func fold(_ value: Double) -> Double {
    let positive = abs(value)
    return positive > 1 ? 2 - positive : positive
  }

  private static func point(_ x: Double, _ y: Double) -> BoardPoint {
    BoardPoint(clamping: min(x * 65_536, 65_535), min(y * 65_536, 65_535))
  }
}

/// Random numbers for the workloads, from a seed.
struct Chance {
  private var state: UInt64
  private var spare: Double?

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number in 0 ..< 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// Returns a Gaussian number with mean 0 and deviation 1 (Box and Muller, 1958).
  mutating func gaussian() -> Double {
    if let value = spare {
      spare = nil
      return value
    }
    let radius = sqrt(-2 * log(1 - unit()))
    let angle = 2 * Double.pi * unit()
    spare = radius * sin(angle)
    return radius * cos(angle)
  }
}
