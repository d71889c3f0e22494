import ArgumentParser
import Foundation
import GroupTesting

@main
struct EaselSim: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "easel-sim",
    abstract: "Runs people who draw together through bad weather, seed by seed.",
    discussion: """
      Each seed is a world of 1 to 8 people, whose messages are lost, doubled and delayed, whose
      programs crash and stop, and some of whom lie. When the trouble is over all must see the same,
      and everything that was finished. Exits with 1 where anything was lost or anything else that
      must hold did not.
      """)

  @Option(help: "How many seeds to run.")
  var seeds: UInt64 = 100

  @Option(help: "The first seed.")
  var from: UInt64 = 1

  @Option(help: "So many people, up to 254, in fair weather, instead of what each seed makes.")
  var crowd: Int?

  @Flag(
    help: "Crowded worlds: many operations, small allowances, several hostile members at once.")
  var crowded = false

  @Flag(help: "People also draw boxes with words and arrows, and move them.")
  var diagrams = false

  @Flag(help: "The same with diamonds and with words on lines.")
  var labels = false

  @Flag(help: "The same with pictures, whole and broken ones.")
  var pictures = false

  @Flag(help: "People watch a film in step, instead of drawing.")
  var playback = false

  @Flag(help: "People share attachments, some holders leave, and one person may lie.")
  var journal = false

  @Flag(help: "A path for datagrams, and its two ends alone.")
  var datagrams = false

  @Option(help: "How many seeds to run side by side.")
  var jobs = ProcessInfo.processInfo.activeProcessorCount

  @Flag(help: "Stop at the first seed that fails.")
  var stop = false

  @Flag(
    help: "For each seed, print a hash of all messages and a hash of the final pictures.")
  var trace = false

  @Flag(help: "Tell all that happens, for whoever looks for the reason of a failure.")
  var story = false

  func validate() throws {
    guard (1...254).contains(crowd ?? 1) else {
      throw ValidationError("A crowd has 1 to 254 people.")
    }
    guard crowd == nil || !crowded else {
      throw ValidationError("A crowd in fair weather is no crowded world.")
    }
    guard !diagrams && !labels && !pictures || crowd == nil && !crowded else {
      throw ValidationError("A crowd draws no diagrams.")
    }
    guard !playback || crowd == nil && !crowded && !diagrams && !labels && !pictures && !story
    else {
      throw ValidationError("People who watch a film do not draw.")
    }
    guard
      !journal
        || crowd == nil && !crowded && !diagrams && !labels && !pictures && !story && !playback
          && !datagrams
    else {
      throw ValidationError("People who share attachments do not draw.")
    }
    guard
      !datagrams
        || crowd == nil && !crowded && !diagrams && !labels && !pictures && !story
          && !playback
    else {
      throw ValidationError("A path for datagrams has no people.")
    }
    guard (1...1_024).contains(jobs) else {
      throw ValidationError("1 to 1024 seeds run side by side.")
    }
    guard seeds <= 100_000_000, from <= UInt64.max - seeds else {
      throw ValidationError("No more than 100000000 seeds at a time.")
    }
  }

  func run() async throws {
    if playback { return try runPlayback() }
    if journal { return try runJournal() }
    if datagrams { return try runDatagrams() }
    var total = World.Counts()
    var traces = TotalTrace()
    var isGood = true
    for await run in runs {
      total.add(run.counts)
      traces.add(run)
      if trace { print("seed \(run.seed) trace \(run.trace.hash) pictures \(run.pictures.hash)") }
      if !run.isGood {
        isGood = false
        print(run.report)
        if stop { throw ExitCode(1) }
      }
    }
    print(total.line(seeds: seeds) + traces.summary)
    if !isGood { throw ExitCode(1) }
  }

  private func runPlayback() throws {
    var total = PlaybackTotal()
    for seed in from..<from + seeds {
      let report = PlaybackWorld.run(seed: seed)
      total.add(report)
      if trace { print("seed \(seed) trace \(report.trace)") }
      for failure in report.failures { print(failure) }
      if stop, !report.failures.isEmpty { throw ExitCode(1) }
    }
    print(total.line(seeds: seeds))
    if !total.isGood { throw ExitCode(1) }
  }

  private func runJournal() throws {
    var (total, traces) = (JournalWorld.Report(), Trace())
    for seed in from..<from + seeds {
      let report = JournalWorld.run(seed: seed)
      total.add(report)
      traces.add(report.trace)
      if trace { print("seed \(seed) trace \(report.trace)") }
      for failure in report.failures { print(failure) }
      if stop, !report.failures.isEmpty { throw ExitCode(1) }
    }
    print(total.line(seeds: seeds), "trace", traces.hash)
    if !total.failures.isEmpty { throw ExitCode(1) }
  }

  private func runDatagrams() throws {
    var (total, traces) = (DatagramWorld.Report(), Trace())
    for seed in from..<from + seeds {
      let report = DatagramWorld.run(seed: seed)
      total.add(report)
      traces.add(report.trace)
      if trace { print("seed \(seed) trace \(report.trace)") }
      for failure in report.failures { print(failure) }
      if stop, !report.failures.isEmpty { throw ExitCode(1) }
    }
    print(total.line(seeds: seeds), "trace", traces.hash)
    if !total.failures.isEmpty { throw ExitCode(1) }
  }

  private var runs: AsyncStream<Run> {
    let (crowd, crowded, story) = (crowd, crowded, story)
    let (diagrams, labels, images) = (diagrams, labels, pictures)
    // A story needs a single job: lines of parallel runs would be mixed.
    return Run.each(of: from..<from + seeds, jobs: story ? 1 : jobs) { seed in
      Run(
        seed, crowd: crowd, crowded: crowded, diagrams: diagrams, labels: labels,
        images: images, story: story ? { print($0) } : nil)
    }
  }
}

/// The measurements of all worlds in which people watch a film in step.
struct PlaybackTotal {
  private var sum = PlaybackWorld.Report()
  private var traces = Trace()

  mutating func add(_ report: PlaybackWorld.Report) {
    sum.commands += report.commands
    sum.levelAfterGiven += report.levelAfterGiven
    sum.checks += report.checks
    sum.messages += report.messages
    sum.spreadMax = max(sum.spreadMax, report.spreadMax)
    sum.failures += report.failures
    traces.add(report.trace)
  }

  /// Whether all were level after each command reached them, and after 99 of 100 commands in time.
  var isGood: Bool {
    sum.failures.isEmpty && sum.levelAfterGiven * 100 >= sum.commands * 99
  }

  func line(seeds: UInt64) -> String {
    """
    seeds \(seeds) commands \(sum.commands) level after 2 s \(sum.levelAfterGiven) \
    checks \(sum.checks) spread \(sum.spreadMax) µs messages \(sum.messages) trace \(traces.hash)
    """
  }
}

extension JournalWorld.Report {
  mutating func add(_ other: Self) {
    added += other.added
    removed += other.removed
    loaded += other.loaded
    lost += other.lost
    chunks += other.chunks
    lies += other.lies
    messages += other.messages
    failures += other.failures
  }

  func line(seeds: UInt64) -> String {
    """
    seeds \(seeds) attachments \(added) removed \(removed) loaded \(loaded) lost \(lost) \
    chunks \(chunks) lies \(lies) messages \(messages)
    """
  }
}

extension DatagramWorld.Report {
  mutating func add(_ other: Self) {
    sent += other.sent
    refused += other.refused
    arrived += other.arrived
    datagrams += other.datagrams
    failures += other.failures
  }

  func line(seeds: UInt64) -> String {
    """
    seeds \(seeds) messages \(sent) arrived \(arrived) over the stream \(refused) \
    datagrams \(datagrams)
    """
  }
}

/// The traces of all runs, in the order of their seeds.
struct TotalTrace {
  private var links = Trace()
  private var pictures = Trace()

  mutating func add(_ run: Run) {
    links.add(run.trace.hash)
    pictures.add(run.pictures.hash)
  }

  var summary: String { " trace \(links.hash) pictures \(pictures.hash)" }
}

extension World.Counts {
  mutating func add(_ other: World.Counts) {
    operations += other.operations
    messages += other.messages
    crashes += other.crashes
    lost += other.lost
  }

  func line(seeds: UInt64) -> String {
    "seeds \(seeds) operations \(operations) messages \(messages) crashes \(crashes) lost \(lost)"
  }
}

extension Run {
  /// The faults, for a developer who looks for the cause.
  var report: String {
    var lines = breaches.map { breach in
      "seed \(seed) · \(breach.invariant.rawValue) · \(breach.what), at \(breach.at.milliseconds) ms"
    }
    if counts.lost > 0 { lines.append("seed \(seed) · lost \(counts.lost)") }
    return lines.joined(separator: "\n")
  }
}
