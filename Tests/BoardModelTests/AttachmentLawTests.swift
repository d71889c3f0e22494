import EaselBase
import GroupTesting
import Testing

@testable import BoardModel

/// Attachments in any order of arrival.
struct AttachmentLawTests {
  private static func move(_ dx: Int32, _ dy: Int32) -> Operation.Effect {
    .move(BoardOffset(dx: dx, dy: dy))
  }

  private static func attach(
    _ thing: EntryID, _ point: PointAttachment.Point, to target: EntryID
  ) -> Operation.Action { .attach(thing, PointAttachment(point, to: .thing(target, .middle))) }

  private static func box(at x: Int32, _ y: Int32) -> Operation.Action {
    let corners = [BoardPoint(x: x, y: y), BoardPoint(x: x + 400, y: y + 400)]
    return .make(.stroke(.through(corners, kind: .rectangle)))
  }

  private static let line = Operation.Action.make(
    .stroke(.through([BoardPoint(x: 10, y: 20), BoardPoint(x: 700, y: 900)], kind: .arrow)))

  @Test("L1 · two people who move both boxes of a line at once see the same line")
  func bothBoxesMove() {
    let boxes = [
      Entry(Self.box(at: 0, 0), by: 1, 1, at: 1), Entry(Self.box(at: 2_000, 0), by: 1, 2, at: 2),
    ]
    let line = Entry(Self.line, by: 1, 3, at: 3)
    let entries =
      boxes + [
        line, Entry(Self.attach(line.id, .start, to: boxes[0].id), by: 1, 4, at: 4, gesture: 3),
        Entry(Self.attach(line.id, .end, to: boxes[1].id), by: 1, 5, at: 5, gesture: 3),
        Entry(.change(.items([boxes[0].id]), Self.move(0, 1_000)), by: 2, 1, at: 6),
        Entry(.change(.items([boxes[1].id]), Self.move(500, 1_000)), by: 3, 1, at: 6),
      ]
    let pictures = entries.pictures
    #expect(Set(pictures.map { $0.canonicalBytes() }).count == 1)
    let wanted = Oracle(entries).things
    #expect(pictures.allSatisfy { $0.seen == wanted })
    let stroke = pictures[0].thing(line.id)?.item.asStroke
    #expect(
      stroke.map { Array($0.points) } == [.init(x: 400, y: 1_200), .init(x: 2_500, y: 1_200)])
  }

  @Test("L1 · the highest attach of each end wins")
  func highestWins() {
    let boxes = [
      Entry(Self.box(at: 0, 0), by: 1, 1, at: 1), Entry(Self.box(at: 5_000, 0), by: 1, 2, at: 2),
    ]
    let line = Entry(Self.line, by: 1, 3, at: 3)
    let entries =
      boxes + [
        line, Entry(Self.attach(line.id, .start, to: boxes[1].id), by: 2, 1, at: 5),
        Entry(Self.attach(line.id, .start, to: boxes[0].id), by: 3, 1, at: 4),
        Entry(Self.attach(line.id, .end, to: boxes[0].id), by: 3, 2, at: 6),
      ]
    let wanted = Oracle(entries).things
    for picture in entries.pictures {
      #expect(picture.seen == wanted)
      let targets = picture.thing(line.id)?.attachments.map(\.anchor)
      #expect(targets == [.thing(boxes[1].id, .middle), .thing(boxes[0].id, .middle)])
    }
  }

  @Test(
    "L10 · an attach to a thing with a higher stamp, to itself or to a line attaches to nothing")
  func toNothing() {
    let line = Entry(Self.line, by: 1, 1, at: 1)
    let other = Entry(Self.line, by: 1, 2, at: 2)
    let text = Entry(.make(.label(.words("word"))), by: 1, 3, at: 3)
    let box = Entry(Self.box(at: 0, 0), by: 2, 1, at: 9)
    let attaches = [
      Self.attach(line.id, .start, to: box.id), Self.attach(line.id, .end, to: line.id),
      Self.attach(text.id, .middle, to: text.id), Self.attach(other.id, .end, to: line.id),
      Self.attach(box.id, .middle, to: text.id), Self.attach(other.id, .middle, to: text.id),
      Self.attach(text.id, .start, to: box.id),
    ]
    let entries =
      [line, other, text, box]
      + attaches.enumerated().map { Entry($1, by: 3, UInt64($0 + 1), at: 5) }
    let free = [line, other, text, box]
    let wanted = Oracle(free).things
    #expect(Oracle(entries).things == wanted)
    for picture in entries.pictures {
      #expect(picture.seen == wanted && picture.things.allSatisfy(\.attachments.isEmpty))
    }
  }

  @Test("L1 · the 256 highest attaches of one author to one thing count, in any order of arrival")
  func highestOfAuthor() {
    for seed in 0..<Seeds.count(4) {
      var chance = SplitMix64(seed: seed)
      var desk = Desk()
      let box = desk.shape(0, 0, 400, 400)
      let lines = (0..<Limits.attachesPerTarget + 20).map {
        desk.line(to: box, as: $0 % 2 == 0 ? 1 : 11)
      }
      let others = (0..<20).map { _ in desk.line(to: box, as: 2) }
      // A cancelled attach goes on counting.
      desk.undo(as: 11)
      for _ in 0..<3 {
        var picture = Picture()
        for entry in desk.entries.shuffledByReplica(using: &chance) {
          let before = Array(picture.things)
          let damage = picture.apply(entry.operation, entry.stamp)
          guard before == Array(picture.things) || damage != .none else {
            Issue.record("seed \(seed): a change without damage")
            return
          }
        }
        let attached = lines.map { !(picture.thing($0)?.attachments.isEmpty ?? true) }
        #expect(attached.firstIndex(of: true) == 20, "seed \(seed)")
        #expect(attached.dropFirst(20).dropLast().allSatisfy { $0 }, "seed \(seed)")
        #expect(others.allSatisfy { picture.thing($0)?.attachments.count == 1 }, "seed \(seed)")
        #expect(picture.canonicalBytes() == desk.picture.canonicalBytes(), "seed \(seed)")
      }
    }
  }

  @Test("An attached thing follows a hidden thing too, and its arrows stay when a box is erased")
  func hiddenTarget() {
    var desk = Desk()
    let box = desk.shape(0, 0, 400, 400)
    let line = desk.line(.arrow, to: box, at: [.init(x: 2_000, y: 200), .init(x: 0, y: 0)])
    let word = desk.text("word", in: box)
    #expect(desk.picture.attachments.includingTexts([box, line]) == [box, word, line])
    desk.do(.change(.items(desk.picture.attachments.includingTexts([box])), .hide), as: 2)
    #expect(desk.visible == [line])
    #expect(desk.ends(of: line) == [.init(x: 2_000, y: 200), .init(x: 400, y: 200)])
    desk.do(.change(.items([box]), Self.move(0, 1_000)), as: 2)
    #expect(desk.ends(of: line)[1] == BoardPoint(x: 400, y: 1_089))
    // The move of a hidden box changes what is seen, so undo takes it back.
    desk.undo(as: 2)
    #expect(desk.ends(of: line)[1] == BoardPoint(x: 400, y: 200))
    desk.undo(as: 2)
    #expect(desk.visible == [box, line, word])
  }

  @Test(
    "A move of an attached line moves its free end only; undo takes a line with its attachments")
  func freeEnd() {
    var desk = Desk()
    let box = desk.shape(0, 0, 400, 400)
    let line = desk.line(to: box, at: [.init(x: 2_000, y: 200), .init(x: 2_500, y: 200)])
    desk.do(.change(.items([line]), Self.move(0, 100)))
    #expect(desk.ends(of: line) == [.init(x: 2_000, y: 300), .init(x: 400, y: 211)])
    desk.undo()
    // Free at a place of the board, which the line's moves move on.
    let position = PointAttachment(.end, to: .board(BoardPoint(x: 900, y: 900)))
    desk.do(.attach(line, position))
    #expect(desk.ends(of: line) == [.init(x: 2_000, y: 200), .init(x: 900, y: 900)])
    desk.do(.change(.items([line]), Self.move(10, 10)))
    #expect(desk.ends(of: line) == [.init(x: 2_010, y: 210), .init(x: 910, y: 910)])
    for _ in 0..<3 { desk.undo() }
    #expect(desk.visible == [box])
    let both = desk.line(from: box, to: box)
    desk.do(.change(.items([both]), Self.move(10, 10)))
    // Both ends stay, so there is nothing to undo but the line.
    desk.undo()
    #expect(desk.visible == [box])
  }

  @Test("An end that a user drags into the open lies there, whatever was done to the line before")
  func draggedEnd() {
    for seed in 0..<Seeds.count(60) {
      var chance = SplitMix64(seed: seed)
      var desk = Desk()
      let line = desk.line()
      func scale() -> Int32 { Int32.random(in: 100_000...3_000_000, using: &chance) }
      let scaling = BoardScaling(scaleX: scale(), scaleY: -scale(), shiftX: 500, shiftY: -9_000)
      desk.do(.change(.items([line]), .resize(scaling ?? .identity)))
      desk.do(.change(.items([line]), Self.move(3_000, -700)))
      let wanted = BoardPoint(
        x: .random(in: 0...60_000, using: &chance), y: .random(in: 0...30_000, using: &chance))
      guard let anchor = desk.picture.thing(line)?.anchor(at: wanted) else {
        Issue.record("no line")
        return
      }
      let start = desk.ends(of: line)[0]
      desk.do(.attach(line, PointAttachment(.end, to: anchor)))
      let ends = desk.ends(of: line)
      #expect(ends[0] == start, "seed \(seed)")
      #expect(abs(ends[1].x - wanted.x) <= 2 && abs(ends[1].y - wanted.y) <= 2, "seed \(seed)")
    }
  }

  @Test("L14 · members compare attached things by their places, and never by their looks")
  func hash() {
    var desk = Desk()
    let (box, other) = (desk.shape(0, 0, 400, 400), desk.shape(3_000, 2_000, 400, 400))
    let line = desk.line(.arrow, from: box, to: other)
    #expect(desk.picture.thing(line)?.item.asStroke?.look == .elbow)
    let before = desk.picture.canonicalBytes()
    for look in [StrokeLook.straight, .dashed, .elbow, .plain] {
      desk.do(.change(.items([line, box]), .setLook(look)))
      #expect(desk.picture.canonicalBytes() == before)
    }
    desk.do(.change(.items([box]), Self.move(1, 0)))
    #expect(desk.picture.canonicalBytes() != before)
  }
}

/// L11: the cost of attached things.
struct AttachmentWorkTests {
  private static let move = Operation.Effect.move(BoardOffset(dx: 5, dy: 5))

  /// - Parameter authors: the number of authors of the lines.
  private func desk(lines: Int, authors: Int) -> (desk: Desk, box: EntryID) {
    var desk = Desk()
    let box = desk.shape(0, 0, 400, 400)
    for number in 0..<lines {
      let end = BoardPoint(x: Int32(number) * 10, y: 2_000)
      let line = desk.do(
        .make(.stroke(.through([BoardPoint(x: 0, y: 3_000), end], kind: .line))),
        as: number % authors * 10 + number % authors % 10)
      desk.do(
        .attach(line, PointAttachment(.start, to: .thing(box, .middle))),
        as: number % authors * 10 + number % authors % 10)
    }
    return (desk, box)
  }

  @Test("L11 · a move costs the things that follow, of which one author has at most 256")
  func lines() {
    for (authors, followers) in [(1, 256), (5, 1_000)] {
      var (desk, box) = desk(lines: 1_000, authors: authors)
      #expect(desk.picture.attachments.lines(at: box).count == followers)
      for _ in 0..<3 {
        let work = desk.picture.work
        desk.do(.change(.items([box]), .move(BoardOffset(dx: 5, dy: 5))))
        #expect(desk.picture.work - work <= 2 * followers + 8)
      }
      // One batch of moves turns each line once.
      let work = desk.picture.work
      let moves = (0..<100).map { _ in
        Operation.Action.change(.items([box]), .move(BoardOffset(dx: 5, dy: 5)))
      }
      desk.do(moves)
      #expect(desk.picture.work - work <= 2 * followers + 800)
      let memory = desk.picture.storedBytes
      #expect(memory <= 8 * 160 * desk.entries.count + 768 * desk.entries.count)
      // Neither a recolour nor a look changes what follows.
      let before = desk.picture.work
      desk.do(.change(.items([box]), .recolour(InkColor(rgb: 7))))
      #expect(desk.picture.work - before <= 8)
    }
  }

  /// Many texts of one thousand letters in one shape.
  private func desk(
    texts: Int, authors: Int = 1, rows: Int32
  ) -> (desk: Desk, box: EntryID, texts: [EntryID]) {
    var desk = Desk()
    let box = desk.shape(0, 0, 4_000, 200 * (rows + 1))
    let words = (0..<200).map { _ in "word" }.joined(separator: " ")
    let texts = (0..<texts).map {
      desk.text(words, in: box, as: $0 % authors * 10 + $0 % authors % 10)
    }
    return (desk, box, texts)
  }

  private static func resize(_ desk: Desk, to box: EntryID, by part: Int64) -> Operation.Action {
    let one = Int64(BoardScaling.one)
    return .change(
      .items([box]),
      .resize(
        BoardScaling(scaleX: Int32(one * part / 8), scaleY: Int32(one), shiftX: 0, shiftY: 0)
          ?? .identity))
  }

  @Test("L11 · a shape costs the texts that have room in it, and no others")
  func texts() {
    for (authors, others) in [(1, 0), (1, 200), (5, 900)] {
      var (desk, box, texts) = desk(texts: 32 + others, authors: authors, rows: 4)
      #expect(desk.picture.attachments.texts(in: box) == Array(texts.prefix(32)))
      // The others stand where they were made, and stay there.
      #expect(texts.dropFirst(32).allSatisfy { desk.label($0)?.flow == nil })
      let edit = TextEdit(RawText("other words"), replacing: texts[0])
      for (thing, effect) in [(box, Self.move), (texts[0], .setText(edit))] {
        let work = desk.picture.work
        desk.do(.change(.items([thing]), effect))
        #expect(desk.picture.work - work <= 64 + 8 + 32 * 400, "\(effect)")
      }
      desk.do(.change(.items([texts[3]]), .hide))
      #expect(desk.picture.attachments.texts(in: box).count == (others == 0 ? 31 : 32))
    }
  }

  @Test("L11 · the letters that a shape shows are work; those that it does not show cost nothing")
  func letters() {
    for rows: Int32 in [1, 3, 100] {
      var (desk, box, texts) = desk(texts: 32, rows: rows)
      func workOfResize(_ part: Int64) -> Int {
        let work = desk.picture.work
        desk.do(Self.resize(desk, to: box, by: part))
        return desk.picture.work - work
      }
      let shown = texts.reduce(0) { $0 + (desk.label($1)?.flow?.lettersRead ?? 0) }
      // Each row has 38 columns or fewer, and the letters after the last one tell that there is more.
      #expect(shown <= Swift.max(Int(rows), 32) * 46 + 32 * 46)
      let work = workOfResize(7)
      #expect(work > shown / 2 && work <= shown * 2 + 80)
      desk.do(texts.dropFirst().map { .change(.items([$0]), .hide) })
      #expect(workOfResize(6) <= Int(rows) * 46 + 60, "a hidden text costs nothing")
      #expect(desk.picture.work > 0)
    }
  }

  @Test("L1 · the lowest 32 visible texts have room in a shape, in any order of arrival")
  func lowestTexts() {
    for seed in 0..<Seeds.count(4) {
      var chance = SplitMix64(seed: seed)
      var desk = Desk()
      let box = desk.shape(0, 0, 4_000, 20_000)
      var texts: [EntryID] = []
      for number in 0..<45 {
        texts.append(desk.text("text \(number)", in: box, as: number % 3 * 10 + 1))
        let end = BoardPoint(x: 9_000, y: 0)
        desk.line(to: texts[number], at: [end, end], as: 2)
        if number % 9 == 0 { desk.do(.change(.items([texts[number / 2]]), .hide), as: 2) }
      }
      desk.do(.change(.items([box]), Self.move), as: 3)
      desk.undo(as: 2)
      let wanted = Oracle(desk.entries).things
      #expect(desk.picture.seen == wanted, "seed \(seed)")
      for _ in 0..<3 {
        var picture = Picture()
        for entry in desk.entries.shuffledByReplica(using: &chance) {
          _ = picture.apply(entry.operation, entry.stamp)
        }
        #expect(picture.canonicalBytes() == desk.picture.canonicalBytes(), "seed \(seed)")
      }
      #expect(desk.picture.attachments.texts(in: box).count == 32)
    }
  }

  @Test("L11 · a move, a hide and an undo of long things read none of their points and letters")
  func boxesOfLongThings() {
    var desk = Desk()
    let points = (0..<4_000).map { BoardPoint(x: Int32($0), y: Int32($0 % 7)) }
    let stroke = desk.do(.make(.stroke(.through(points, kind: .pen))))
    let text = desk.text(String(repeating: "x", count: 900))
    let read = desk.picture.table.boxesMeasured
    for _ in 0..<5 {
      desk.do(.change(.items([stroke, text]), Self.move))
      desk.do(.change(.items([stroke, text]), .hide), as: 2)
      desk.undo(as: 2)
      desk.undo()
    }
    #expect(desk.picture.table.boxesMeasured == read)
    #expect(desk.visible == [stroke, text])
  }

  @Test("L11 · attaches to things that never come are stored once each")
  func unknown() {
    var desk = Desk()
    let line = desk.line()
    let count = 2_000
    let memory = desk.picture.storedBytes
    let work = desk.picture.work
    for number in 0..<count {
      let target = EntryID(ReplicaID(Bytes16(high: UInt64(number), low: 9)), SequenceNumber(1))
      desk.do(.attach(line, PointAttachment(.end, to: .thing(target, .middle))))
    }
    #expect(desk.picture.work - work <= 8 * count)
    #expect(desk.picture.storedBytes - memory <= (8 * 160 + 768) * count)
  }
}
