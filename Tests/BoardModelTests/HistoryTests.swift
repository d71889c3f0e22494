import BoardModel
import EaselBase
import GroupTesting
import Testing

struct HistoryTests {
  @Test("D2 · undo and redo reach one's own gestures only, latest first, without limit")
  func ownOnly() {
    var desk = Desk()
    let own = (0..<50).map { _ in desk.draw(as: 1) }
    let others = (0..<3).map { _ in desk.draw(as: 2) }
    for index in own.indices.reversed() {
      #expect(desk.canUndo(as: 1))
      desk.undo(as: 1)
      #expect(desk.visible == Array(own[..<index]) + others)
    }
    #expect(!desk.canUndo(as: 1))
    while desk.canRedo() { desk.redo() }
    #expect(desk.visible == own + others)
    #expect(!desk.canRedo(as: 2))
  }

  @Test("A new gesture drops what could be redone")
  func dropped() {
    var desk = Desk()
    let first = desk.draw()
    desk.draw()
    desk.undo()
    let third = desk.draw()
    #expect(!desk.canRedo())
    #expect(desk.visible == [first, third])
    desk.undo()
    desk.undo()
    #expect(desk.visible.isEmpty)
    desk.redo()
    desk.redo()
    #expect(desk.visible == [first, third])
  }

  @Test("Undo reaches this run's gestures, then those of earlier runs")
  func earlierRuns() {
    var desk = Desk()
    let before = desk.draw(as: 1)
    let now = desk.draw(as: 11)
    // The same person at another terminal, later.
    let elsewhere = desk.draw(as: 21)
    desk.undo(as: 11)
    #expect(desk.visible == [before, elsewhere])
    desk.undo(as: 11)
    desk.undo(as: 11)
    #expect(desk.visible.isEmpty)
    #expect(!desk.canUndo(as: 11))
    while desk.canRedo(as: 11) { desk.redo(as: 11) }
    #expect(desk.visible == [before, now, elsewhere])
  }

  @Test("D2 · anyone can restore a clear by anyone, take that back, and do it again")
  func restoreClear() {
    var desk = Desk()
    let drawn = desk.draw(as: 1)
    let clear = desk.do(.change(.upTo(desk.picture.vector), .hide), as: 1)
    #expect(desk.visible.isEmpty)
    desk.do(.cancel(clear), as: 2)
    #expect(desk.visible == [drawn])
    desk.undo(as: 2)
    #expect(desk.visible.isEmpty)
    desk.redo(as: 2)
    #expect(desk.visible == [drawn])
    #expect(!desk.canRedo(as: 2))
    // The author's own clear does nothing now; undo goes on to the stroke.
    desk.undo(as: 1)
    #expect(desk.visible.isEmpty)
    desk.redo(as: 1)
    #expect(desk.visible == [drawn])
    let other = desk.draw(as: 2)
    #expect(!desk.canRedo(as: 2))
    #expect(desk.visible == [drawn, other])
  }

  @Test("D2 · undo and redo pass over things that others hid, which come back whole")
  func passesOverHidden() {
    var desk = Desk()
    let own = [desk.draw(as: 1), desk.draw(as: 1)]
    let clear = desk.do(.change(.upTo(desk.picture.vector), .hide), as: 2)
    #expect(!desk.canUndo(as: 1))
    let new = desk.draw(as: 1)
    desk.undo(as: 1)
    #expect(desk.visible.isEmpty && !desk.canUndo(as: 1))
    desk.redo(as: 1)
    #expect(desk.visible == [new])
    desk.do(.change(.items([new]), .hide), as: 2)
    #expect(!desk.canUndo(as: 1))
    desk.do(.cancel(clear), as: 2)
    #expect(desk.visible == own)
    desk.undo(as: 1)
    desk.do(.change(.upTo(desk.picture.vector), .hide), as: 2)
    #expect(!desk.canUndo(as: 1) && !desk.canRedo(as: 1))
    desk.undo(as: 2)
    desk.redo(as: 1)
    #expect(desk.visible == own)
  }

  @Test(
    "D2 · undo and redo change what is seen, and undo leaves nothing of one's own to be seen",
    arguments: [false, true])
  func changesWhatIsSeen(hasManyClears: Bool) {
    for seed in 0..<Seeds.count(100) {
      let log = CrowdLog(
        seed: seed &+ 500_000, count: 36, hasGestures: false, hasManyClears: hasManyClears)
      var picture = Picture()
      for entry in log.entries { _ = picture.apply(entry.operation, entry.stamp) }
      var lamport = log.entries.map(\.stamp.lamport.raw).max() ?? 0
      for person in 0..<3 {
        let author = Named.author(person)
        var sequence: UInt64 = 0
        func changes(_ action: Operation.Action) -> Bool {
          (sequence, lamport) = (sequence + 1, lamport + 1)
          let stamp = Stamp(
            id: EntryID(Named.replica(90 + person), SequenceNumber(sequence)), author: author,
            lamport: Lamport(lamport), at: 0, lasted: 0)
          let (before, bytes) = (picture.seen, picture.canonicalBytes())
          _ = picture.apply(Operation(action), stamp)
          return picture.seen != before || picture.canonicalBytes() != bytes
        }
        while let action = picture.undo(for: author) {
          #expect(changes(action), "seed \(seed), \(action)")
        }
        #expect(!picture.things.contains { $0.author == author }, "seed \(seed)")
        while let action = picture.redo(for: author) { #expect(changes(action), "seed \(seed)") }
      }
    }
  }

  @Test("D2 · a stranger's cancel of a gesture brings back what it hid and leaves what it made")
  func mixedGesture() {
    var desk = Desk()
    let old = desk.draw(as: 1)
    let hide = desk.do(.change(.items([old]), .hide), as: 1)
    let new = desk.do(
      .make(.stroke(.through([BoardPoint(x: 5, y: 5)]))), as: 1, gesture: hide)
    desk.do(.cancel(hide), as: 2)
    #expect(desk.visible == [old, new])
    desk.undo(as: 2)
    #expect(desk.visible == [new])
    desk.undo(as: 1)
    #expect(desk.visible == [old])
  }

  @Test("Undo follows a stack of gestures, whatever a hand does")
  func againstStack() {
    for seed in 0..<Seeds.count(60) {
      var chance = SplitMix64(seed: seed)
      var desk = Desk()
      var (done, undone): ([EntryID], [EntryID]) = ([], [])
      for _ in 0..<60 {
        switch Int.random(in: 0..<5, using: &chance) {
        case 0, 1:
          done.append(desk.draw(as: 1))
          undone = []
        case 2, 3:
          #expect(desk.canUndo() != done.isEmpty)
          desk.undo()
          if let last = done.popLast() { undone.append(last) }
        default:
          #expect(desk.canRedo() != undone.isEmpty)
          desk.redo()
          if let last = undone.popLast() { done.append(last) }
        }
        #expect(desk.visible == done, "seed \(seed)")
      }
    }
  }

  @Test("L1 · undo and redo do not depend on the order of arrival")
  func anyOrder() {
    for seed in 0..<Seeds.count(100) {
      let log = CrowdLog(seed: seed &+ 300_000, count: 36)
      var chance = SplitMix64(seed: seed)
      var answers = Set<[Operation.Action?]>()
      for _ in 0..<3 {
        var picture = Picture()
        for entry in log.shuffled(using: &chance) {
          _ = picture.apply(entry.operation, entry.stamp)
        }
        answers.insert(
          (0..<3).flatMap { person -> [Operation.Action?] in
            let author = Named.author(person)
            return [
              picture.undo(for: author), picture.undo(for: author, run: Named.replica(1)),
              picture.redo(for: author),
            ]
          })
      }
      #expect(answers.count == 1, "seed \(seed)")
    }
  }

  @Test("D3 · undoing everything and redoing it gives back every look a board had")
  func nothingDestroyed() {
    for seed in 0..<Seeds.count(30) {
      var picture = Picture()
      // Alone, since a stranger's verdict on a gesture's hides yields to what its author does later.
      let log = CrowdLog(seed: seed &+ 400_000, count: 30, hasGestures: false)
      for entry in log.entries { _ = picture.apply(entry.operation, entry.stamp) }
      var sequence: UInt64 = 0
      let top = log.entries.map(\.stamp.lamport.raw).max() ?? 0
      func act(_ action: Operation.Action, as person: Int) {
        sequence += 1
        let stamp = Stamp(
          id: EntryID(Named.replica(90 + person), SequenceNumber(sequence)),
          author: Named.author(person), lamport: Lamport(top + sequence), at: 0, lasted: 0)
        _ = picture.apply(Operation(action), stamp)
      }
      for person in 0..<3 {
        var states = [picture.canonicalBytes()]
        while let action = picture.undo(for: Named.author(person)), states.count < 100 {
          act(action, as: person)
          states.append(picture.canonicalBytes())
        }
        #expect(states.count < 100, "seed \(seed): undo has no end")
        for state in states.dropLast().reversed() {
          guard let action = picture.redo(for: Named.author(person)) else {
            Issue.record("seed \(seed): nothing to redo")
            return
          }
          act(action, as: person)
          #expect(picture.canonicalBytes() == state, "seed \(seed)")
        }
      }
    }
  }
}
