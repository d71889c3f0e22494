import BoardModel
import BoardPaper
import EaselBase
import GroupTesting
import Testing

struct ClearLawTests {
  private func entry(
    _ action: Operation.Action, replica: Int, _ sequence: UInt64, at lamport: UInt64,
    gesture: UInt64? = nil
  ) -> Entry {
    Entry(
      operation: Operation(action, gesture: gesture.map(SequenceNumber.init)),
      stamp: Stamp(
        id: EntryID(Named.replica(replica), SequenceNumber(sequence)),
        author: Named.author(replica), lamport: Lamport(lamport), at: 0, lasted: 0))
  }

  private func stroke(_ x: Int32, continues: Bool = false) -> Operation.Action {
    .make(.stroke(.through([BoardPoint(x: x, y: 0)], continues: continues)))
  }

  @Test(
    "D1 · a clear hides the things that its author had seen, and things drawn meanwhile survive")
  func concurrent() {
    let seen = entry(stroke(0), replica: 1, 1, at: 1)
    let meanwhile = entry(stroke(1), replica: 1, 2, at: 2)
    let clear = entry(
      .change(.upTo(VersionVector([Named.replica(1): SequenceNumber(1)])), .hide), replica: 2, 1,
      at: 9)
    // The clear stands higher than both, and may arrive before, between or after them.
    for order in [[seen, meanwhile, clear], [seen, clear, meanwhile], [clear, seen, meanwhile]] {
      var picture = Picture()
      for entry in order { _ = picture.apply(entry.operation, entry.stamp) }
      #expect(picture.things.map(\.id) == [meanwhile.id])
    }
  }

  @Test("D1 · all of one author is hidden and shown again without a word about the others")
  func ofOneAuthor() {
    var picture = Picture()
    func apply(_ entry: Entry) { _ = picture.apply(entry.operation, entry.stamp) }
    for replica in 1...2 { apply(entry(stroke(0), replica: replica, 1, at: UInt64(replica))) }
    let (one, other) = (Named.author(1), Named.author(2))
    #expect(picture.authors == [one, other])
    #expect(picture.vector(of: one).sorted.map(\.replica) == [Named.replica(1)])
    #expect(picture.hidesOfAll(by: one).isEmpty)
    let hide = entry(.change(.upTo(picture.vector(of: one)), .hide), replica: 2, 2, at: 3)
    apply(hide)
    #expect(picture.things.map(\.author) == [other])
    #expect(picture.hidesOfAll(by: one) == [hide.id] && picture.hidesOfAll(by: other).isEmpty)
    #expect(picture.authors(in: picture.vector(of: one)) == [one])
    let clear = entry(.change(.upTo(picture.vector), .hide), replica: 2, 3, at: 4)
    apply(clear)
    #expect(picture.hidesOfAll(by: one) == [hide.id], "a clear is not about one")
    apply(entry(.cancel(clear.id), replica: 2, 4, at: 5))
    apply(entry(.cancel(hide.id), replica: 1, 2, at: 6))
    #expect(picture.things.count == 2 && picture.hidesOfAll(by: one).isEmpty)
  }

  @Test("D1 · the oracle would notice a clear that hides by time instead of by its author's vector")
  func plantedClear() {
    var noticed = 0
    for seed in 0..<60 as Range<UInt64> {
      let log = CrowdLog(seed: seed, count: 36)
      // The bug: everything older than the clear counts as seen.
      let planted = log.entries.map { entry -> Entry in
        guard case .change(.upTo, .hide) = entry.operation.action else { return entry }
        var everything = VersionVector()
        for other in log.entries where other.stamp.order < entry.stamp.order {
          everything.include(other.id)
        }
        return Entry(
          operation: Operation(
            .change(.upTo(everything), .hide), gesture: entry.operation.gesture),
          stamp: entry.stamp)
      }
      var picture = Picture()
      for entry in planted { _ = picture.apply(entry.operation, entry.stamp) }
      if picture.seen != Oracle(log.entries).things { noticed += 1 }
    }
    #expect(noticed > 5)
  }

  @Test("D1 · the clear of one person's replicas hides that person's things")
  func onePerson() {
    var desk = Desk()
    desk.draw(as: 1)
    let other = desk.draw(as: 2)
    desk.draw(as: 1)
    let mine = desk.picture.vector.known.filter { $0.key == Named.replica(1) }
    desk.do(.change(.upTo(VersionVector(mine)), .hide), as: 2)
    #expect(desk.visible == [other])
  }

  @Test("A clear leaves the paper, and undoing the clear brings all back")
  func paperStays() {
    var desk = Desk()
    let line = PaperText.Line(runs: [PaperText.Run(text: SafeText("under the ink"))])
    let paper = desk.do(.setPaper(PaperText(lines: [line])))
    desk.do(.setPaper(PaperText(lines: [line])), gesture: paper)
    let drawn = desk.draw()
    desk.do(.change(.upTo(desk.picture.vector), .hide))
    #expect(desk.visible.isEmpty)
    #expect(desk.picture.paper == [line, line])
    desk.undo()
    #expect(desk.visible == [drawn])
    desk.undo()
    desk.undo()
    #expect(desk.picture.paper.isEmpty)
    desk.redo()
    #expect(desk.picture.paper == [line, line])
  }

  @Test("D3 · a long stroke erases, moves and undoes as one, by whichever piece it is named")
  func pieces() {
    let head = entry(stroke(0), replica: 1, 1, at: 1)
    let middle = entry(stroke(1, continues: true), replica: 1, 2, at: 2, gesture: 1)
    let end = entry(stroke(2, continues: true), replica: 1, 3, at: 3, gesture: 1)
    let move = entry(
      .change(.items([middle.id, end.id]), .move(BoardOffset(dx: 10, dy: 0))), replica: 2, 1, at: 4)
    let hide = entry(.change(.items([end.id]), .hide), replica: 2, 2, at: 5)
    for order in [
      [head, middle, end, move], [move, head, middle, end], [head, middle, move, end],
    ] {
      var picture = Picture()
      for entry in order { _ = picture.apply(entry.operation, entry.stamp) }
      let things = Array(picture.things)
      #expect(things.map(\.id) == [head.id])
      #expect(things.first?.pieces.count == 2)
      #expect(things.first?.offset == BoardOffset(dx: 10, dy: 0))
      #expect(picture.apply(hide.operation, hide.stamp) != .none)
      #expect(picture.things.isEmpty)
    }
  }

  @Test("L5 · numbers and times out of bounds are not taken, and nothing traps")
  func bounds() {
    var picture = Picture()
    let wrong = [(0, 1), (1 << 53, 1), (.max, 1), (1, 1 << 53), (1, .max)] as [(UInt64, UInt64)]
    for (sequence, lamport) in wrong {
      let entry = entry(stroke(0), replica: 1, sequence, at: lamport)
      #expect(picture.apply(entry.operation, entry.stamp) == .none)
    }
    #expect(picture.things.isEmpty)
    let late = entry(stroke(0), replica: 1, 1 << 53 - 1, at: 1 << 53 - 1)
    #expect(picture.apply(late.operation, late.stamp) == .added(late.id))
    for sequence in [0, 5, 1 << 60, .max] as [UInt64] {
      let name = EntryID(Named.replica(1), SequenceNumber(sequence))
      #expect(picture.thing(name) == nil)
      let odd = entry(.cancel(name), replica: 2, sequence &+ 1, at: 3)
      _ = picture.apply(odd.operation, odd.stamp)
    }
    let everything = VersionVector([Named.replica(1): SequenceNumber(.max)])
    let early = entry(.change(.upTo(everything), .hide), replica: 3, 1, at: 4)
    _ = picture.apply(early.operation, early.stamp)
    #expect(picture.things.count == 1)
    let clear = entry(.change(.upTo(everything), .hide), replica: 3, 2, at: 1 << 53 - 1)
    _ = picture.apply(clear.operation, clear.stamp)
    #expect(picture.things.isEmpty)
  }
}
