import CellFrame
import GroupSecurity

/// Measures the work for each gesture and for each frame.
enum SmallFigures {
  static func all() throws -> [Figure] {
    try signatures() + [diff(changed: 0), diff(changed: 1), diff(changed: 60)]
  }

  private static func signatures() throws -> [Figure] {
    guard let identity = Identity(seed: Array(1...32)) else { return [] }
    let digest = [UInt8](repeating: 7, count: 32)
    let signature = try identity.sign(digest)
    let rounds = 200
    let signing = try Measure.seconds {
      for _ in 0..<rounds { use(try identity.sign(digest)) }
    }
    let verifying = Measure.seconds {
      for _ in 0..<rounds {
        use(Identity.verify(signature, of: digest, by: identity.publicKey))
      }
    }
    return [
      Figure(row: "", what: "Ed25519 sign", value: signing * 1e6 / Double(rounds), unit: "µs"),
      Figure(row: "", what: "Ed25519 verify", value: verifying * 1e6 / Double(rounds), unit: "µs"),
    ]
  }

  /// Measures the comparison of two frames of 200×60 cells that differ in so many rows.
  private static func diff(changed rows: Int) -> Figure {
    let before = Frame(columns: 200, rows: 60)
    var after = before
    for row in 0..<rows { after[row, row] = Cell(Glyph("⣿")) }
    let rounds = 100
    let seconds = Measure.seconds {
      for _ in 0..<rounds { use(FrameDiff.runs(from: before, to: after)) }
    }
    return Figure(
      row: "", what: "frame diff, 200x60, \(rows) rows changed",
      value: seconds * 1e6 / Double(rounds), unit: "µs")
  }
}
