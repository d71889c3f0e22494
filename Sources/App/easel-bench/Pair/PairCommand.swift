import ArgumentParser
import Foundation
import FrameTesting
import GroupTesting

/// `easel-bench pair`.
struct PairCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pair",
    abstract: "N1, N3, N4, N7: from a report at one terminal to its ink at another.",
    discussion: """
      Two real Easels in terminals of their own, and by turns with them any two programs of which the \
      second shows what is drawn at the first.
      """)

  @Option(help: "Easel's path; else the one beside this program.") var easel: String?
  @Option(help: "Both join by the ticket in this file, beside whoever else is there.")
  var ticket: String?
  @Option(help: "Where the first listens; else at a Unix socket.") var listen: String?
  @Option(help: "The command by which the second comes, where it is not by the ticket.")
  var join: String?
  @Option(help: "Another program, by turns with Easel; with --watching, as often as wanted.")
  var drawing: [String] = []
  @Option(help: "What shows at another terminal what is drawn with it.") var watching: [String] = []
  @Option(help: "Columns and rows.") var size = "80x24"
  @Option(help: "Rows to draw on, from 0, so that others draw elsewhere.") var lines: String?
  @Option(help: "A picture to place by a click, in each round, instead of drawing.")
  var picture: String?
  @Option(help: "Reports in each round.") var reports = 200
  @Option(help: "How often each is measured.") var rounds = 5

  /// The first column to draw in. Easel's palette is to the left of it: a press there would choose a
  /// tool and draw nothing.
  private static let left = 16

  func validate() throws {
    guard reports > 0, rounds > 0 else { throw ValidationError("nothing is to be measured.") }
    guard drawing.count == watching.count else {
      throw ValidationError("--drawing and --watching go together.")
    }
  }

  func run() throws {
    let (columns, rows) = try pair(size, by: "x")
    let (top, bottom) = try lines.map { try pair($0, by: "-") } ?? (2, rows - 4)
    guard columns > Self.left + 6, top > 0, bottom < rows, top < bottom else {
      throw ValidationError("there is nothing to draw on.")
    }
    if let picture { return try place(picture, columns: columns, rows: rows) }
    var outcomes: [[Couple.Outcome]] = Array(repeating: [], count: drawing.count + 1)
    for round in 0..<rounds {
      for who in outcomes.indices {
        let couple =
          try who == 0
          ? Couple(
            easel: program, ticket: ticket.map { URL(fileURLWithPath: $0).path }, at: listen,
            join: join, columns: columns, rows: rows)
          : Couple(drawing[who - 1], watching[who - 1], columns: columns, rows: rows)
        let walk = Walk(
          columns: Self.left..<columns - 2, rows: top..<bottom + 1, seed: UInt64(round + 1))
        outcomes[who].append(try couple.draw(walk, reports: reports))
      }
    }
    for who in outcomes.indices { report(who == 0 ? "easel" : drawing[who - 1], outcomes[who]) }
    for who in outcomes.indices.dropFirst() {
      let ratio = median(outcomes[0]) / median(outcomes[who])
      printRow("N1", "easel's p50 to that of \(short(drawing[who - 1]))", ratio, "×")
    }
  }

  /// Measures the way of a picture from the click to the other's terminal.
  private func place(_ picture: String, columns: Int, rows: Int) throws {
    let couple = try Couple(
      easel: program, ticket: ticket.map { URL(fileURLWithPath: $0).path }, at: listen, join: join,
      columns: columns, rows: rows)
    let path = URL(fileURLWithPath: picture).path
    var delays: [Int64] = []
    for _ in 0..<rounds {
      guard let delay = try couple.place(picture: path) else { continue }
      delays.append(delay)
    }
    for (name, part) in [("p50", 0.5), ("maximum", 1)] where !delays.isEmpty {
      printRow("", "a picture, click to the other, \(name)", milliseconds(part, of: delays), "ms")
    }
    printRow("", "pictures not seen", Double(rounds - delays.count), "")
  }

  private var program: String {
    let beside = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("easel").path
    return easel.map { URL(fileURLWithPath: $0).path } ?? beside
  }

  private func pair(_ text: String, by separator: Character) throws -> (Int, Int) {
    let numbers = text.split(separator: separator).compactMap { Int($0) }
    guard numbers.count == 2, numbers.allSatisfy((0..<1_000).contains) else {
      throw ValidationError("“\(text)” are not two numbers with “\(separator)” between.")
    }
    return (numbers[0], numbers[1])
  }

  private func report(_ who: String, _ outcomes: [Couple.Outcome]) {
    let (who, all) = (short(who), outcomes.flatMap(\.delays))
    for (index, outcome) in outcomes.enumerated() {
      for (name, part) in [("p50", 0.5), ("p99", 0.99)] {
        let delay = milliseconds(part, of: outcome.delays)
        printRow("N1", "\(who), round \(index + 1), \(name)", delay, "ms")
      }
    }
    printRow("N1", "\(who), p50, median of rounds", median(outcomes), "ms")
    printRow("N1", "\(who), p99 of all", milliseconds(0.99, of: all), "ms")
    let (bytes, reports) = outcomes.reduce((0, 0)) { ($0.0 + $1.bytes, $0.1 + $1.reports) }
    printRow("N3", "\(who), to the other's terminal", Double(bytes) / Double(reports), "B")
    printRow("", "\(who), not seen", Double(outcomes.reduce(0) { $0 + $1.lost }), "")
  }

  /// Returns the last word of the first command, which names the program that a multiplexer runs.
  private func short(_ command: String) -> String {
    let first = command.split(separator: ";").first ?? ""
    let words = first.split { " /\\".contains($0) }
    return words.last.map(String.init) ?? command
  }

  /// Returns the median of the rounds' medians, so that one round on a busy machine counts little.
  private func median(_ outcomes: [Couple.Outcome]) -> Double {
    let medians = outcomes.filter { !$0.delays.isEmpty }.map { milliseconds(0.5, of: $0.delays) }
    return medians.isEmpty ? .nan : medians.sorted()[medians.count / 2]
  }

  private func milliseconds(_ part: Double, of delays: [Int64]) -> Double {
    delays.sorted().percentile(part) / 1_000
  }
}
