import BoardModel
import CellFrame
import EaselBase
import Testing

@testable import BoardRendering

/// The attached ends of lines, and the heads of arrows at the borders of things.
@Suite struct JointTests {
  private static let replica = ReplicaID(Bytes16(high: 0, low: 7))

  /// A picture of things, and of a line with attached ends above them.
  private func picture(
    _ things: [Item], _ line: Item, from start: (Int, BoxPoint)?, to end: (Int, BoxPoint)?
  ) -> Picture {
    var picture = Picture()
    var count: UInt64 = 0
    func id(_ number: Int) -> EntryID { EntryID(Self.replica, SequenceNumber(UInt64(number) + 1)) }
    func add(_ action: BoardModel.Operation.Action) {
      count += 1
      _ = picture.apply(
        BoardModel.Operation(action),
        Stamp(
          id: EntryID(Self.replica, SequenceNumber(count)), author: AuthorID(Self.replica.raw),
          lamport: Lamport(count), at: 0, lasted: 0))
    }
    for thing in things + [line] { add(.make(thing)) }
    for (point, target) in [(PointAttachment.Point.start, start), (.end, end)] {
      guard let target else { continue }
      add(
        .attach(
          id(things.count), PointAttachment(point, to: .thing(id(target.0), target.1))))
    }
    return picture
  }

  private func shown(
    _ picture: Picture, _ columns: Int, _ rows: Int, raster: Raster = .mixed
  ) -> [String] {
    var canvas = Canvas(
      columns: columns, rows: rows, viewport: view(columns, rows), raster: raster,
      theme: .terminal)
    canvas.repaint(picture)
    return glyphs(canvas.frame)
  }

  private let right = BoxPoint(u: BoxPoint.one, v: BoxPoint.one / 2) ?? .middle
  private let left = BoxPoint(u: 0, v: BoxPoint.one / 2) ?? .middle

  @Test("An attached end is a joint in a border, wherever the border lies in its cell")
  func borders() throws {
    for shift in stride(from: 0.0, to: 1, by: 0.125) {
      let boxes = [
        try stroke(.rectangle, [at(1 + shift, 0.5), at(5 + shift, 4.5)]),
        try stroke(.rectangle, [at(11 + shift, 0.5), at(15 + shift, 4.5)]),
      ]
      let line = try stroke(.line, [at(0, 0), at(1, 1)])
      let shown = shown(picture(boxes, line, from: (0, right), to: (1, left)), 18, 6)
      #expect(shown[2] == " │   ├─────┤   │  ", "\(shift)")
    }
  }

  @Test("The end of a slanted line is a joint in the border of a box, and ASCII shows a plus")
  func slanted() throws {
    let boxes = [
      try stroke(.rectangle, [at(1.5, 0.5), at(6.5, 2.5)]),
      try stroke(.rectangle, [at(14.5, 5.5), at(19.5, 8.5)]),
    ]
    let line = try stroke(.line, [at(0, 0), at(1, 1)], .straight)
    let attached = picture(boxes, line, from: (0, right), to: (1, left))
    let mixed = shown(attached, 22, 10)
    #expect(mixed[1].contains("├") && mixed[7].contains("┤"), "\(mixed)")
    let ascii = shown(attached, 22, 10, raster: .ascii).joined()
    #expect(ascii.filter { $0 == "+" }.count == 2, "\(ascii)")
  }

  @Test("An end at an oval and at a diamond is a joint too, and a free end is none")
  func roundThings() throws {
    for kind in [Stroke.Kind.ellipse, .diamond] {
      let things = [
        try stroke(kind, [at(1.5, 0.5), at(9.5, 4.5)]),
        try stroke(kind, [at(18.5, 0.5), at(26.5, 4.5)]),
      ]
      let line = try stroke(.line, [at(0, 0), at(14.5, 2.5)])
      let both = shown(picture(things, line, from: (0, right), to: (1, left)), 28, 6)
      #expect(both[2].contains("├────────┤"), "\(both)")
      let one = shown(picture(things, line, from: (0, right), to: nil), 28, 6)
      #expect(one[2].contains("├────╴") && !one[2].contains("┤"), "\(one)")
      let none = shown(picture(things, line, from: nil, to: nil), 28, 6)
      #expect(!none.joined().contains("├"), "\(none)")
    }
  }

  @Test(
    "The head of an arrow stands beside the border of its thing, wherever the border lies",
    arguments: [Stroke.Kind.rectangle, .ellipse, .diamond])
  func heads(kind: Stroke.Kind) throws {
    let size = (columns: 12.0, rows: 6.0)
    for side in BoxPoint.sides {
      for shift in stride(from: 0.0, to: 1, by: 0.125) {
        for growth in [0, 0.5] {
          let (x, y) = (14 + shift, 7 + shift)
          let (width, height) = (size.columns + growth, size.rows + growth)
          let thing = try stroke(kind, [at(x, y), at(x + width, y + height)])
          let tail = at(
            x + width / 2 + Double(side.dx) * 18, y + height / 2 + Double(side.dy) * 9)
          let arrow = try stroke(.arrow, [tail, at(0, 0)])
          let rows = shown(picture([thing], arrow, from: nil, to: (0, side.point)), 42, 24)
            .map(Array.init)
          let head = rows.indices.lazy.flatMap { row in
            rows[row].indices.lazy.filter { "▶◀▲▼".contains(rows[row][$0]) }.map { (row, $0) }
          }.first
          let (row, column) = try #require(head, "\(kind), \(side), \(shift)")
          let next = rows[row - side.dy][column - side.dx]
          #expect(next != " ", "\(kind), \(side), \(shift), \(growth): \(rows.map { String($0) })")
        }
      }
    }
  }
}

extension BoxPoint {
  /// The middles of the sides of a box, and the directions away from it.
  fileprivate static let sides: [(point: BoxPoint, dx: Int, dy: Int)] = [
    (0, one / 2, -1, 0), (one, one / 2, 1, 0), (one / 2, 0, 0, -1), (one / 2, one, 0, 1),
  ].compactMap { (side: (u: Int32, v: Int32, dx: Int, dy: Int)) in
    BoxPoint(u: side.u, v: side.v).map { ($0, side.dx, side.dy) }
  }
}
