import BoardCodec
import BoardContract
import BoardLog
import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import GroupSecurity

/// D1 to D5: the size of strokes in bytes, and the cost of decoding and merging them.
enum LogFigures {
  private static let strokes = 10_000
  private static let points = Double(strokes * 40)

  static func all() throws -> [Figure] {
    let walk = try History(of: .walk, strokes: strokes)
    let cells = try History(of: .cells, strokes: strokes)
    let smooth = try History(of: .smooth, strokes: strokes)
    return [
      Figure(
        row: "D1", what: "finished strokes, walk", value: walk.payload, unit: "B/point",
        peers: "yrs 7.2, loro 7.8, automerge 8.1"),
      Figure(row: "D1", what: "finished strokes, smooth", value: smooth.payload, unit: "B/point"),
      Figure(
        row: "D2", what: "finished strokes, cells", value: cells.payload, unit: "B/point",
        peers: "yrs 7.0, loro 7.6, automerge 7.9"),
      Figure(
        row: "D3", what: "snapshot in runs, walk", value: walk.snapshot, unit: "B/point",
        peers: "yrs 6.8, loro 10.0, automerge 3.4 packed"),
      Figure(row: "D3", what: "snapshot in runs, cells", value: cells.snapshot, unit: "B/point"),
    ] + merges(walk) + (try join(walk)) + (try codec(walk))
  }

  private static func merges(_ history: History) -> [Figure] {
    let runs = history.runs
    let inRuns = Measure.seconds(passes: 5) {
      var log = Log()
      for run in runs { use(log.merge(run, verify: History.verify).applied.count) }
    }
    let few = Array(history.entries.prefix(1_000))
    let live = Measure.seconds(passes: 5) {
      var log = Log()
      for entry in few { use(log.merge([entry], verify: History.verify).applied.count) }
    }
    return [
      Figure(
        row: "D4", what: "merge in runs of one replica", value: points / inRuns / 1e6,
        unit: "million points/s"),
      Figure(
        row: "D4", what: "merge live, a signature an entry", value: Double(few.count) / live,
        unit: "strokes/s"),
    ]
  }

  /// Measures the way from encoded entries to a picture on a canvas, with all signature checks.
  private static func join(_ history: History) throws -> [Figure] {
    let bytes = history.encodedRuns
    let seconds = try Measure.seconds(passes: 7) {
      var log = Log()
      var picture = Picture()
      for run in bytes {
        let entries = try EntryRun.decode(run)
        let merged = log.merge(entries, verify: History.verify)
        _ = picture.apply(
          try merged.applied.map { ($0.stamp, try Operation(decoding: $0.payload)) })
      }
      var canvas = BenchmarkBoards.canvas()
      canvas.repaint(picture)
      use(canvas.cell(column: 0, row: 0))
    }
    return [
      Figure(
        row: "D5", what: "late join, 400,000 points, checked and painted",
        value: seconds * 1_000, unit: "ms")
    ]
  }

  private static func codec(_ history: History) throws -> [Figure] {
    let operations = history.operations
    let payloads = history.entries.map(\.payload)
    let encoding = Measure.seconds { for operation in operations { use(operation.encoded()) } }
    let decoding = try Measure.seconds {
      for payload in payloads { use(try Operation(decoding: payload)) }
    }
    return [
      Figure(row: "", what: "encode operations", value: encoding * 1e9 / points, unit: "ns/point"),
      Figure(row: "", what: "decode operations", value: decoding * 1e9 / points, unit: "ns/point"),
    ]
  }
}

/// Eight people's strokes as signed entries.
struct History {
  let operations: [Operation]
  let entries: [Entry]
  private let points: Double

  init(of workload: Workload, strokes: Int) throws {
    operations = BenchmarkBoards.operations(of: workload.strokes(strokes), workload)
    points = Double(strokes * 40)
    let people = try (1...8).map { try Person(seed: $0) }
    var log = Log()
    entries = try operations.enumerated().compactMap { index, operation in
      let at = Int64(1_700_000_000_000 + index * 500)
      return try people[index % people.count].record(operation, in: &log, at: at)
    }
  }

  /// The bytes of a point in the payloads, without sequence number, time, hash and signature.
  var payload: Double { Double(entries.reduce(0) { $0 + $1.payload.count }) / points }

  /// Each replica's entries, in order.
  var runs: [[Entry]] {
    Dictionary(grouping: entries, by: \.id.replica).sorted { $0.key < $1.key }.map(\.value)
  }

  /// The entries as encoded runs, with a signature every 48 KiB that covers all entries before it.
  var encodedRuns: [[UInt8]] { EntryRun.encoded(entries) }

  var snapshot: Double { Double(encodedRuns.reduce(0) { $0 + $1.count }) / points }

  static func verify(_ digest: Digest, _ signature: [UInt8], _ key: [UInt8]) -> Bool {
    Identity.verify(signature, of: digest.bytes, by: key)
  }

  /// An author who signs every entry.
  struct Person {
    private let identity: Identity
    private let replicaGenesis: ReplicaGenesis

    init(seed: Int) throws {
      guard let identity = Identity(seed: Array(repeating: UInt8(seed), count: 32)) else {
        throw NoIdentity()
      }
      self.identity = identity
      replicaGenesis = ReplicaGenesis(
        publicKey: identity.publicKey, nonce: Array(repeating: UInt8(seed), count: 16))
    }

    /// Returns nil if the author may not write any more.
    func record(_ operation: Operation, in log: inout Log, at: Int64) throws -> Entry? {
      let recorded = log.record(
        operation.encoded(), as: replicaGenesis, for: operation.action.purpose, at: at, lasted: 400)
      guard var entry = recorded else { return nil }
      entry.signature = try identity.sign(entry.digest.bytes)
      return entry
    }
  }

  private struct NoIdentity: Error {}
}
