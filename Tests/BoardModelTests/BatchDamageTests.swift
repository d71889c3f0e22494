import EaselBase
import GroupTesting
import Testing

@testable import BoardModel

/// The picture computes each changed thing once for each batch, at the end of the batch.
struct BatchDamageTests {
  private func resize(_ ids: [EntryID], by factor: Int32) -> Operation.Action {
    let scale = factor * BoardScaling.one
    let scaling = BoardScaling(scaleX: scale, scaleY: scale, shiftX: 0, shiftY: 0)
    return .change(.items(ids), .resize(scaling ?? .identity))
  }

  private func move(_ id: EntryID, by distance: Int32) -> Operation.Action {
    .change(.items([id]), .move(BoardOffset(dx: distance, dy: 0)))
  }

  private func bounds(_ id: EntryID, in desk: Desk) -> BoardRect {
    desk.picture.thing(id)?.bounds ?? .nowhere
  }

  @Test("The damage of a batch is the old and the new box, without the boxes between")
  func withoutBoxesBetween() {
    var desk = Desk()
    let thing = desk.draw((100, 100), (200, 300))
    let old = bounds(thing, in: desk)
    let damage = desk.do([resize([thing], by: 90), move(thing, by: 9_000), resize([thing], by: 2)])
    let new = bounds(thing, in: desk)
    // The damage belongs to the last operation that changed the thing.
    #expect(damage == BatchDamage(each: [.none, .none, .area(old.union(new))], cleared: .none))
    #expect(desk.picture.seen == Oracle(desk.entries).things)
  }

  @Test("A batch that takes its own changes back damages nothing")
  func takenBack() {
    var desk = Desk()
    let thing = desk.draw((100, 100), (200, 300))
    let before = desk.picture.canonicalBytes()
    let damage = desk.do([
      resize([thing], by: 3), move(thing, by: 500), move(thing, by: -500), resize([thing], by: 1),
      .change(.items([thing]), .hide), .cancel(desk.id(after: 5)), .cancel(desk.id(after: 1)),
      .cancel(desk.id(after: 4)),
    ])
    #expect(desk.picture.canonicalBytes() == before)
    #expect(damage == BatchDamage(each: Array(repeating: .none, count: 8), cleared: .none))
  }

  @Test("The restore of many resizes damages the old and the new box alone")
  func restore() {
    var desk = Desk()
    let thing = desk.draw((100, 100), (200, 300))
    let first = desk.do(resize([thing], by: 80))
    for factor in [60, 40, 2] { desk.do(resize([thing], by: Int32(factor)), gesture: first) }
    desk.undo()
    let old = bounds(thing, in: desk)
    let damage = desk.do([.restore(first)])
    #expect(damage.each == [.area(old.union(bounds(thing, in: desk)))])
  }

  @Test("Pieces that come in the batch of a resize get the new size, and lie in the damage")
  func pieces() {
    func piece(_ x: Int32, continues: Bool) -> Operation.Action {
      .make(
        .stroke(
          .through([BoardPoint(x: x, y: 0), BoardPoint(x: x + 90, y: 0)], continues: continues)))
    }
    for start in [Int32(0), 90] {
      var desk = Desk()
      let head = desk.do(piece(0, continues: false))
      desk.do(resize([head], by: 2), gesture: head)
      let old = bounds(head, in: desk)
      let damage = desk.do(
        [move(head, by: 100), piece(start, continues: true), move(head, by: -100)], gesture: head)
      let new = bounds(head, in: desk)
      #expect(damage.each == [.none, .none, .area(old.union(new))])
      let thing = desk.picture.thing(head)
      #expect(
        thing?.pieces.first.map { Array($0.points).map(\.x) } == [2 * start, 2 * start + 180])
      #expect(desk.picture.bounds == new && desk.picture.seen == Oracle(desk.entries).things)
    }
  }

  @Test("The damage covers the last box of a thing that a batch makes and changes")
  func made() {
    var desk = Desk()
    desk.draw((0, 0), (9_000, 9_000))
    let made = desk.id(after: 1)
    let stroke = Stroke.through([BoardPoint(x: 100, y: 100), BoardPoint(x: 200, y: 300)])
    let damage = desk.do([.make(.stroke(stroke)), resize([made], by: 2), resize([made], by: 3)])
    #expect(
      damage.each == [.added(made), .none, .area(stroke.bounds.union(bounds(made, in: desk)))])
  }

  @Test("A thing that lies below a thing of the same batch in the end is not added on top")
  func order() {
    var desk = Desk()
    let (low, high) = (desk.draw((0, 0), (100, 100)), desk.draw((0, 0), (100, 100)))
    let made = desk.id(after: 2)
    let stroke = Stroke.through([BoardPoint(x: 0, y: 0), BoardPoint(x: 90, y: 90)])
    let damage = desk.do([
      .change(.items([low]), .reorder(.front)), .make(.stroke(stroke)),
      .change(.items([high]), .reorder(.front)),
    ])
    #expect(desk.visible == [low, made, high])
    #expect(
      damage.each == [.area(bounds(low, in: desk)), .added(made), .area(bounds(high, in: desk))])
  }
}
