import EaselBase
import GroupTesting
import Testing

@testable import BoardModel

/// L12: everyone can take back a change to things of others.
struct TakingBackTests {
  private static let effects = Operation.Effect.kinds + [.reorder(.back)]

  /// Person 1 draws two things, person 2 draws one, and person 2 changes all three.
  private func desk(
    _ effect: Operation.Effect
  ) -> (desk: Desk, change: EntryID, own: EntryID, before: [BoardItem]) {
    var desk = Desk()
    let things = [desk.do(.rectangle(at: 0), as: 1), desk.do(.rectangle(at: 2_000), as: 1)]
    let own = desk.do(.rectangle(at: 4_000), as: 2)
    let before = Array(desk.picture.things)
    let change = desk.do(.change(.items(things.reversed() + [own]), effect), as: 2)
    return (desk, change, own, before)
  }

  private func looks(_ picture: Picture, without own: EntryID) -> [BoardItem] {
    picture.things.filter { $0.id != own }
  }

  @Test(
    "L12 · everyone can undo a change on others' things; only its author can undo the rest",
    arguments: effects)
  func byAnyone(effect: Operation.Effect) {
    var (desk, change, own, before) = desk(effect)
    let changed = Array(desk.picture.things)
    desk.do(.cancel(change), as: 3)
    #expect(looks(desk.picture, without: own) == before.filter { $0.id != own })
    // A hide is taken back as a whole, as it always was.
    let isWhole = effect == .hide || effect == .reorder(.back)
    if !isWhole { #expect(desk.picture.thing(own) == changed.first { $0.id == own }) }
    desk.do(.restore(change), as: 1)
    #expect(Array(desk.picture.things) == changed)
    desk.do(.cancel(change), as: 2)
    #expect(Array(desk.picture.things) == before)
    #expect(desk.picture.seen == Oracle(desk.entries).things)
  }

  @Test("L12 · on an author's own things only the author's verdicts decide", arguments: effects)
  func ownThings(effect: Operation.Effect) {
    guard effect != .hide else { return }
    var desk = Desk()
    let own = [desk.do(.rectangle(at: 0), as: 2), desk.do(.rectangle(at: 100), as: 2)]
    let change = desk.do(.change(.items([own[1]]), effect), as: 2)
    let changed = desk.picture.canonicalBytes()
    desk.do(.cancel(change), as: 1)
    desk.do(desk.picture.takeBack(of: Named.author(2)), as: 1)
    #expect(desk.picture.canonicalBytes() == changed)
    #expect(!desk.picture.hasChangedOthers(Named.author(2)))
  }

  @Test("L12 · things without an author are things of others", arguments: effects)
  func base(effect: Operation.Effect) {
    var picture = Picture()
    for number in 1...2 as ClosedRange<UInt64> {
      let stamp = Stamp(
        id: EntryID(Named.replica(9), SequenceNumber(number)), author: .nobody,
        lamport: Lamport(number), at: 0, lasted: 0)
      _ = picture.apply(Operation(.rectangle(at: Int32(number) * 100)), stamp)
    }
    let before = picture.canonicalBytes()
    let target = EntryID(Named.replica(9), SequenceNumber(2))
    let change = Entry(.change(.items([target]), effect), by: 2, 1, at: 3)
    _ = picture.apply(change.operation, change.stamp)
    #expect(picture.canonicalBytes() != before)
    let cancel = Entry(.cancel(change.id), by: 1, 1, at: 4)
    _ = picture.apply(cancel.operation, cancel.stamp)
    #expect(picture.canonicalBytes() == before)
  }

  @Test("L12 · a single operation takes back all changes, and its author undoes and redoes it")
  func all() {
    var desk = Desk()
    let things = (0..<3).map { desk.do(.rectangle(at: Int32($0) * 2_000), as: 1) }
    let own = desk.do(.rectangle(at: 9_000), as: 2)
    let before = desk.picture.canonicalBytes()
    for effect in Self.effects where effect != .hide {
      desk.do(.change(.items(things), effect), as: 2)
    }
    desk.do(.change(.items([things[0]]), .hide), as: 2)
    desk.do(.change(.upTo(desk.picture.vector), .hide), as: 2)
    desk.do(.cancel(desk.picture.latestHide ?? own), as: 1)
    let changed = desk.picture.canonicalBytes()
    #expect(desk.picture.hasChangedOthers(Named.author(2)))
    let actions = desk.picture.takeBack(of: Named.author(2))
    #expect(actions.count == 1)
    desk.do(actions, as: 3)
    #expect(desk.picture.canonicalBytes() == before)
    #expect(!desk.picture.hasChangedOthers(Named.author(2)))
    #expect(desk.picture.takeBack(of: Named.author(2)).isEmpty)
    desk.undo(as: 3)
    #expect(desk.picture.canonicalBytes() == changed)
    desk.redo(as: 3)
    #expect(desk.picture.canonicalBytes() == before)
    // The others cannot undo it, but they can bring back a change again.
    #expect(desk.picture.undo(for: Named.author(1)) != actions.first)
    for picture in [desk.picture] { #expect(picture.seen == Oracle(desk.entries).things) }
  }

  @Test("L12 · a clear that is taken back still hides the things of its author")
  func clear() {
    var desk = Desk()
    let (other, own) = (desk.do(.rectangle(at: 0), as: 1), desk.do(.rectangle(at: 2_000), as: 2))
    desk.do(.change(.upTo(desk.picture.vector), .hide), as: 2)
    desk.do(desk.picture.takeBack(of: Named.author(2)), as: 1)
    #expect(desk.visible == [other])
    let hides = desk.picture.latestHides
    #expect(hides.count == 1)
    for hide in hides { desk.do(.cancel(hide), as: 1) }
    #expect(desk.visible == [other, own])
    #expect(desk.picture.seen == Oracle(desk.entries).things)
  }

  @Test("L12 · a taking back reaches changes up to its number only, and later changes stand")
  func upToNumber() {
    var desk = Desk()
    let thing = desk.do(.rectangle(at: 0), as: 1)
    func move(_ dx: Int32) -> Operation.Action {
      .change(.items([thing]), .move(BoardOffset(dx: dx, dy: 0)))
    }
    let moves = [desk.do(move(1), as: 2), desk.do(move(10), as: 2), desk.do(move(100), as: 2)]
    desk.do(.takeBack(from: SequenceNumber(1), upTo: moves[1]), as: 3)
    #expect(desk.picture.thing(thing)?.offset.dx == 100)
    desk.do(move(1_000), as: 2)
    #expect(desk.picture.thing(thing)?.offset.dx == 1_100)
    desk.do(.takeBack(from: SequenceNumber(2), upTo: moves[2]), as: 1)
    #expect(desk.picture.thing(thing)?.offset.dx == 1_000)
    desk.undo(as: 1)
    #expect(desk.picture.thing(thing)?.offset.dx == 1_100)
    desk.do(.restore(moves[0]), as: 2)
    #expect(desk.picture.thing(thing)?.offset.dx == 1_101)
    #expect(desk.picture.seen == Oracle(desk.entries).things)
  }

  @Test("L12 · a taking back arrives before the changes it names, in every order")
  func arrivals() {
    let thing = Entry(.rectangle(at: 0), by: 1, 1, at: 1)
    let move = Operation.Action.change(.items([thing.id]), .move(BoardOffset(dx: 5, dy: 0)))
    let moves = [Entry(move, by: 2, 1, at: 2), Entry(move, by: 2, 2, at: 3)]
    let takeBack = Entry(.takeBack(from: SequenceNumber(1), upTo: moves[1].id), by: 3, 1, at: 4)
    let early = Entry(.takeBack(from: SequenceNumber(1), upTo: moves[1].id), by: 4, 1, at: 3)
    let entries = [thing, takeBack, early] + moves
    for picture in entries.pictures {
      #expect(picture.thing(thing.id)?.offset == .zero)
    }
    for picture in ([thing, early] + moves).pictures {
      // In its replica's place, this one stands above the first move and names the second.
      #expect(picture.seen == Oracle([thing, early] + moves).things)
    }
  }

  @Test("L11 · a taking back reaches changes of 4,096 targets, and several take back everything")
  func manyChanges() throws {
    var desk = Desk()
    let things = (0..<3_000).map { number in
      desk.do(.rectangle(at: Int32(number) * 10), as: 1)
    }
    for _ in 0..<4 { desk.do(.change(.items(things), .move(BoardOffset(dx: 1, dy: 0))), as: 2) }
    for thing in things.prefix(20) { desk.do(.change(.items([thing]), .setWidth(8)), as: 2) }
    let actions = desk.picture.takeBack(of: Named.author(2))
    try #require(actions.count == 4)
    desk.do([actions[0]], as: 3)
    #expect(desk.picture.thing(things[7])?.offset.dx == 3)
    let rest = desk.picture.takeBack(of: Named.author(2))
    try #require(rest.count == 3)
    let first = desk.id(after: 1, as: 3)
    desk.do([rest[0]], as: 3)
    desk.do(Array(rest.dropFirst()), as: 3, gesture: first)
    #expect(!desk.picture.hasChangedOthers(Named.author(2)))
    #expect(desk.picture.things.allSatisfy { $0.offset == .zero })
    // One undo brings back all that was taken back in one gesture.
    #expect(desk.picture.undoActions(for: Named.author(3)).count == 3)
    desk.undo(as: 3)
    #expect(desk.picture.thing(things[7])?.offset.dx == 3)
    desk.redo(as: 3)
    #expect(desk.picture.things.allSatisfy { $0.offset == .zero })
  }
}
