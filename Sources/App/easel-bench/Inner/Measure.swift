import CEaselSystem
import EaselPlatform
import Foundation

/// One line of the report.
struct Figure {
  /// The row of the table of goals: `D1`, `T9`; empty for figures without one.
  let row: String
  let what: String
  let value: Double
  let unit: String
  /// A value to compare with: a goal, or other libraries' figures if they are the same on every
  /// machine. Empty if there is none.
  var peers = ""

  var line: String {
    let digits = abs(value) < 10 ? 2 : abs(value) < 100 ? 1 : 0
    let number = String(format: "%.\(digits)f", value)
    let ours =
      row.padding(toLength: 4, withPad: " ", startingAt: 0)
      + what.padding(toLength: 52, withPad: " ", startingAt: 0) + number + " " + unit
    return peers.isEmpty
      ? ours : ours.padding(toLength: 72, withPad: " ", startingAt: 0) + peers
  }
}

enum Measure {
  /// The median time of several runs, in seconds. `prepare` is not counted.
  static func seconds<State>(
    passes: Int = 9, prepare: () throws -> State, run: (inout State) throws -> Void
  ) rethrows -> Double {
    var times: [Double] = []
    for _ in 0..<passes {
      var state = try prepare()
      let clock = ContinuousClock()
      let time = try clock.measure { try run(&state) }
      let parts = time.components
      times.append(Double(parts.seconds) + Double(parts.attoseconds) * 1e-18)
    }
    return times.sorted()[times.count / 2]
  }

  static func seconds(passes: Int = 9, run: () throws -> Void) rethrows -> Double {
    try seconds(passes: passes, prepare: {}, run: { (_: inout Void) in try run() })
  }

  /// The seconds of the processor that this thread spends on some work.
  static func processor(_ work: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
    let start = now()
    try work()
    return now() - start
  }

  /// Returns the result of `make`, and the bytes by which the process grew. The figure contains
  /// neither memory that `make` also freed nor pages of the program's own file.
  static func memory<Result>(_ make: () throws -> Result) rethrows -> (Result, bytes: Int) {
    malloc_trim(0)
    let before = privatePages()
    let result = try make()
    malloc_trim(0)
    return (result, (privatePages() - before) * Int(sysconf(Int32(_SC_PAGESIZE))))
  }

  /// Returns the number of resident pages without shared pages and pages of files.
  private static func privatePages() -> Int {
    let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let words = (text ?? "").split(separator: " ").compactMap { Int($0) }
    return words.count > 2 ? words[1] - words[2] : 0
  }
}

/// Uses a value, so that the optimiser does not remove its computation.
@inline(never)
func use<Value>(_ value: Value) {}
