import EaselBase
import GroupTesting
import Testing

@testable import BoardModel

/// Images on a board: their pieces, their copies, and all that changes do to them.
@Suite struct BoardImageTests {
  private let box = BoardRect(minX: 100, minY: 200, maxX: 1_100, maxY: 900)
  private let ada = ReplicaID(Bytes16(high: 0, low: 1))
  private let ben = ReplicaID(Bytes16(high: 0, low: 2))

  private func stamped(
    _ action: Operation.Action, _ replica: ReplicaID, _ number: UInt64, at time: UInt64,
    gesture: UInt64? = nil
  ) -> (stamp: Stamp, operation: Operation) {
    let stamp = Stamp(
      id: EntryID(replica, SequenceNumber(number)), author: AuthorID(replica.raw),
      lamport: Lamport(time), at: 0, lasted: 0)
    return (stamp, Operation(action, gesture: gesture.map { SequenceNumber($0) }))
  }

  private func pixels(_ columns: Int, _ rows: Int) -> PixelImage? {
    PixelImage(
      columns: columns, rows: rows,
      pixels: (0..<columns * rows).map {
        PixelImage.Pixel(UInt8($0 % 251), UInt8($0 % 13), UInt8($0 % 7))
      })
  }

  @Test("The pieces of an image and its copies give one picture in each order of arrival")
  func anyOrder() throws {
    let file = QOI.encode(try #require(pixels(30, 20)))
    let size = PixelSize(columns: 30, rows: 20)
    let image = EntryID(ada, SequenceNumber(1))
    let byAda = [
      stamped(
        .make(.image(BoardImage(box: box, size: size, piece: Array(file[..<99])))), ada, 1, at: 1),
      stamped(.make(.imagePiece(Array(file[99...]))), ada, 2, at: 2, gesture: 1),
    ]
    let byBen = [
      stamped(.make(.image(BoardImage(box: box, copyOf: image))), ben, 1, at: 3),
      stamped(.change(.items([image]), .hide), ben, 2, at: 4),
    ]
    let orders = [
      byAda + byBen, byBen + byAda, [byBen[0], byAda[0], byBen[1], byAda[1]],
      [byAda[0], byBen[0], byAda[1], byBen[1]],
    ]
    for order in orders {
      var picture = Picture()
      var damage = Damage.none
      for (stamp, operation) in order { damage.add(picture.apply(operation, stamp)) }
      let things = Array(picture.things)
      #expect(things.map(\.id) == [EntryID(ben, SequenceNumber(1))], "the original is erased")
      let shown = try #require(things.first?.item.asImage)
      #expect(shown.bytes == file && shown.size == size && shown.box == box)
      #expect(picture.canonicalBytes() == replayed(order).canonicalBytes())
    }
  }

  private func replayed(_ order: [(stamp: Stamp, operation: Operation)]) -> Picture {
    var picture = Picture()
    _ = picture.apply(order.sorted { $0.stamp.order < $1.stamp.order })
    return picture
  }

  @Test("Bytes that arrive after a copy repaint the copy")
  func lateBytes() throws {
    let image = EntryID(ada, SequenceNumber(1))
    var picture = Picture()
    let copy = stamped(.make(.image(BoardImage(box: box, copyOf: image))), ben, 1, at: 9)
    _ = picture.apply(copy.operation, copy.stamp)
    #expect(picture.things.first?.item.asImage?.pieces.isEmpty == true)
    let far = BoardRect(minX: 9_000, minY: 9_000, maxX: 9_100, maxY: 9_100)
    let original = stamped(
      .make(.image(BoardImage(box: far, size: .zero, piece: [1, 2]))), ada, 1, at: 1)
    let damage = picture.apply(original.operation, original.stamp)
    guard case .area(let area) = damage else { throw Difference(damage) }
    #expect(area.intersects(box) && area.intersects(far))
    let piece = stamped(.make(.imagePiece([3])), ada, 2, at: 2, gesture: 1)
    guard case .area(let grown) = picture.apply(piece.operation, piece.stamp) else {
      throw Difference(damage)
    }
    #expect(grown.intersects(box) && grown.intersects(far))
    #expect(picture.thing(copy.stamp.id)?.item.asImage?.bytes == [1, 2, 3])
  }

  private struct Difference: Error {
    let damage: Damage
    init(_ damage: Damage) { self.damage = damage }
  }

  @Test("A piece without its image, and one too many, change nothing else")
  func loosePieces() {
    var picture = Picture()
    for (stamp, operation) in [
      stamped(.make(.imagePiece([1])), ada, 1, at: 1),
      stamped(.make(.imagePiece([2])), ada, 2, at: 2, gesture: 1),
      stamped(
        .make(.image(BoardImage(box: box, copyOf: EntryID(ben, SequenceNumber(9))))), ada, 3, at: 3),
      stamped(.make(.imagePiece([3])), ada, 4, at: 4, gesture: 3),
    ] { _ = picture.apply(operation, stamp) }
    #expect(picture.things.count == 1 && picture.seenCount == 1)
    #expect(picture.things.first?.item.asImage?.pieces.isEmpty == true, "a copy has no own bytes")
  }

  @Test("A move and a resize change the box, and undo brings an erased image back with its bytes")
  func changes() throws {
    let id = EntryID(ada, SequenceNumber(1))
    let double = try #require(
      BoardScaling(
        scaleX: 2 * BoardScaling.one, scaleY: 2 * BoardScaling.one, shiftX: 0, shiftY: 0))
    var picture = Picture()
    for (stamp, operation) in [
      stamped(.make(.image(BoardImage(box: box, size: .zero, piece: [7]))), ada, 1, at: 1),
      stamped(.change(.items([id]), .resize(double)), ada, 2, at: 2),
      stamped(.change(.items([id]), .move(BoardOffset(dx: 10, dy: -10))), ada, 3, at: 3),
      stamped(.change(.items([id]), .hide), ada, 4, at: 4),
      stamped(.cancel(EntryID(ada, SequenceNumber(4))), ada, 5, at: 5),
    ] { _ = picture.apply(operation, stamp) }
    let thing = try #require(picture.things.first)
    #expect(thing.bounds == BoardRect(minX: 210, minY: 390, maxX: 2_210, maxY: 1_790))
    #expect(thing.item.asImage?.bytes == [7])
  }

  @Test("An arrow sticks to an image, and the eraser leaves the image under the ink")
  func stickingAndErasing() throws {
    let id = EntryID(ada, SequenceNumber(1))
    let points = try #require(
      PackedPoints(
        [BoardPoint(x: 5_000, y: 550), BoardPoint(x: 600, y: 550)], stepExponent: 0))
    let ink = Ink(color: InkColor(rgb: 0), width: 1)
    let arrow = EntryID(ada, SequenceNumber(2))
    var picture = Picture()
    for (stamp, operation) in [
      stamped(.make(.image(BoardImage(box: box, size: .zero, piece: [7]))), ada, 1, at: 1),
      stamped(.make(.stroke(Stroke(kind: .arrow, ink: ink, points: points))), ada, 2, at: 2),
      stamped(.attach(arrow, PointAttachment(.end, to: .thing(id, .middle))), ada, 3, at: 3),
      stamped(.change(.items([id]), .move(BoardOffset(dx: 0, dy: 2_000))), ada, 4, at: 4),
    ] { _ = picture.apply(operation, stamp) }
    let end = picture.thing(arrow)?.item.asStroke?.points.last
    #expect(end.map { (2_200...2_900).contains($0.y) } == true, "\(String(describing: end))")
    let touched = picture.touched(
      from: BoardPoint(x: 600, y: 2_500), to: BoardPoint(x: 1_400, y: 2_400), radius: 200)
    #expect(touched.map(\.id) == [arrow])
    #expect(picture.topmost(at: BoardPoint(x: 200, y: 2_300), within: 0)?.id == id)
  }

  @Test("An image that is paper can be neither clicked nor caught")
  func paper() {
    var picture = Picture()
    let image = BoardImage(box: box, size: .zero, piece: [7], isPaper: true)
    let (stamp, operation) = stamped(.make(.image(image)), ada, 1, at: 1)
    _ = picture.apply(operation, stamp)
    #expect(picture.topmost(at: BoardPoint(x: 500, y: 500), within: 0) == nil)
    let lasso = [(0, 0), (5_000, 0), (5_000, 5_000), (0, 5_000)].map {
      BoardPoint(x: $0.0, y: $0.1)
    }
    #expect(picture.inside(lasso).isEmpty)
  }

  @Test("Copies on another board bring the bytes of their original along, once for each copy")
  func copiesElsewhere() throws {
    var picture = Picture()
    let id = EntryID(ada, SequenceNumber(1))
    for (stamp, operation) in [
      stamped(.make(.image(BoardImage(box: box, size: .zero, piece: [7]))), ada, 1, at: 1),
      stamped(.make(.imagePiece([8])), ada, 2, at: 2, gesture: 1),
    ] { _ = picture.apply(operation, stamp) }
    let copies = CopiedThings(of: [id], in: picture)
    #expect(copies.items == [.image(BoardImage(box: box, copyOf: id))])
    #expect(copies.brought(to: picture).items == copies.items)
    let elsewhere = copies.brought(to: Picture()).items
    #expect(
      elsewhere == [.image(BoardImage(box: box, size: .zero, piece: [7])), .imagePiece([8])])
  }

  @Test("A file is cut into at most four pieces of 120 KiB")
  func cutting() {
    func count(_ bytes: Int) -> Int? {
      BoardImage.items(
        box: box, size: .zero, file: Array(repeating: 0, count: bytes))?.count
    }
    #expect(count(1) == 1 && count(120 << 10) == 1 && count(120 << 10 | 1) == 2)
    #expect(count(480 << 10) == 4 && count(480 << 10 | 1) == nil && count(0) == nil)
  }
}
