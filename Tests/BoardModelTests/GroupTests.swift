import BoardModel
import EaselBase
import Testing

/// Groups: things that one click selects together.
struct GroupTests {
  @Test("A group has the visible things that were last put into it, and undo takes them out")
  func groupsAndUndo() {
    var desk = Desk()
    let things = (0..<3).map { _ in desk.draw() }
    let pair = group([things[0], things[1]], in: &desk)
    #expect(desk.picture.things(ofGroup: pair) == [things[0], things[1]])
    let other = group([things[1], things[2]], in: &desk)
    #expect(desk.picture.things(ofGroup: pair) == [things[0]])
    #expect(desk.picture.things(ofGroup: other) == [things[1], things[2]])
    desk.do(.cancel(other))
    #expect(desk.picture.things(ofGroup: pair) == [things[0], things[1]])
    desk.do(.change(.items([things[0]]), .setGroup(nil)))
    desk.do(.change(.items([things[1]]), .hide))
    #expect(desk.picture.things(ofGroup: pair).isEmpty)
  }

  @Test("Members whose pictures differ only by a group have the same picture")
  func isNotCompared() {
    var desk = Desk()
    let things = [desk.draw(), desk.draw()]
    let before = desk.picture.canonicalBytes()
    group(things, in: &desk)
    #expect(desk.picture.canonicalBytes() == before)
  }

  @Test("A group of 4,097 things has the lowest 4,096 of them")
  func tooMany() {
    var desk = Desk()
    let things = (0...Limits.targets).map { _ in desk.draw() }
    let id = desk.id(after: 1)
    desk.do(Operation.Action.change(things, .setGroup(id)))
    #expect(desk.picture.things(ofGroup: id) == Array(things.dropLast()))
  }

  @Test("Another user can take a grouping back, which frees the things that are not its author's")
  func undoneByAnother() {
    var desk = Desk()
    let things = [desk.draw(as: 1), desk.draw(as: 2)]
    let id = group(things, as: 1, in: &desk)
    desk.do(.cancel(id), as: 2)
    #expect(desk.picture.things(ofGroup: id) == [things[0]])
  }

  @Test("The copies of a group form a group of their own, and a single one forms none")
  func copies() {
    var desk = Desk()
    let things = [desk.draw(), desk.draw()]
    let id = group(things, in: &desk)
    let copies = CopiedThings(of: things, in: desk.picture)
    let made = copies.items.map { desk.do(.make($0)) }
    let next = desk.id(after: 1)
    desk.do(copies.links(ofThingsMadeAs: made))
    #expect(desk.picture.things(ofGroup: next) == made)
    #expect(desk.picture.things(ofGroup: id) == things)
    #expect(CopiedThings(of: [things[0]], in: desk.picture).links(ofThingsMadeAs: [made[0]]) == [])
  }

  @discardableResult
  private func group(_ things: [EntryID], as run: Int = 1, in desk: inout Desk) -> EntryID {
    desk.do(.change(.items(things), .setGroup(desk.id(after: 1, as: run))), as: run)
  }
}
