import BoardFilm
import BoardModel
import BoardScript
import EaselBase

/// Films for the tests.
enum Films {
  /// A line of a script, the milliseconds for which it lasts, and the milliseconds before it.
  typealias Line = (text: String, lasted: Int64, gap: Int64)

  /// Returns the picture that a script of one person draws.
  static func picture(_ lines: [Line]) throws -> Picture {
    let script = try Script(parsing: Array(lines.map(\.text).joined(separator: "\n").utf8))
    let replica = ReplicaID(Bytes16(high: 1, low: 1))
    let people = Dictionary(script.cast.map { ($0, replica) }) { first, _ in first }
    var player = try ScriptPlayer(script, replicas: people)
    var (picture, number, clock) = (Picture(), UInt64(0), Int64(1_700_000_000_000))
    while let step = try player.next() {
      guard case .operation(let operation, _) = step else { continue }
      let line = lines[min(Int(number), lines.count - 1)]
      number += 1
      clock += line.gap + line.lasted
      let stamp = Stamp(
        id: EntryID(replica, SequenceNumber(number)), author: AuthorID(replica.raw),
        lamport: Lamport(number), at: clock, lasted: UInt32(line.lasted))
      _ = picture.apply(operation, stamp)
    }
    return picture
  }

  /// Two strokes, a text, a clear and a box.
  static func short() throws -> Picture {
    try picture([
      ("stroke 0.1,0.5 0.3,0.5 0.6,0.5 0.9,0.5", 400, 0),
      ("line 0.1,0.1 0.9,0.9", 300, 500),
      ("text 0.2,0.2 \"say “hi” \\\\ 日本\"", 300, 5_000),
      ("clear", 0, 400),
      ("rect 0.2,0.2 0.7,0.8", 200, 400),
    ])
  }
}
