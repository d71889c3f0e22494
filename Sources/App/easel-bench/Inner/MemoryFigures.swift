import BoardCodec
import BoardLog
import BoardModel
import EaselBase

/// D6: the memory of a big board that is open.
enum MemoryFigures {
  private static let strokes = 25_000

  static func all() throws -> [Figure] {
    let (_, picture) = Measure.memory { BenchmarkBoards.picture(of: .walk, strokes: strokes) }
    let history = try History(of: .walk, strokes: strokes)
    let stored = StoredBytes(history.entries.map { $0.encoded() })
    let (_, board) = try Measure.memory { try open(stored) }
    return [
      figure("a picture in memory, walk", picture),
      figure(
        "the board: its log too", board, "yrs 66 to 110, loro 14 to 114, automerge 115 to 122"),
    ]
  }

  private static func figure(_ what: String, _ bytes: Int, _ peers: String = "") -> Figure {
    Figure(
      row: "D6", what: what, value: Double(bytes) / Double(strokes * 40), unit: "B/point",
      peers: peers)
  }

  /// Opens a board as the program opens a file: checks all entries first, then draws them.
  private static func open(_ stored: StoredBytes) throws -> (Log, Picture) {
    var log = Log()
    var picture = Picture()
    let entries = try stored.map { try Entry(decoding: Array($0)) }
    let merged = log.merge(entries, verify: History.verify)
    _ = picture.apply(
      try merged.applied.map { ($0.stamp, try Operation(decoding: $0.payload)) })
    return (log, picture)
  }
}

/// Entries as bytes in one block. Separate blocks would have holes between them: the measured code
/// could fill the holes, and this memory would not be counted.
private struct StoredBytes: Swift.Sequence {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  init(_ entries: some Swift.Sequence<[UInt8]>) {
    for entry in entries {
      bytes += entry
      ends.append(bytes.count)
    }
  }

  func makeIterator() -> some IteratorProtocol<ArraySlice<UInt8>> {
    zip([0] + ends, ends).lazy.map { bytes[$0..<$1] }.makeIterator()
  }
}
