import EaselBase
import GroupTesting
import Testing

@testable import BoardModel

/// Texts on lines and arrows.
@Suite struct LineLabelTests {
  private func level(_ desk: inout Desk, _ length: Int32 = 4_000) -> EntryID {
    desk.line(.arrow, at: [BoardPoint(x: 0, y: 1_000), BoardPoint(x: length, y: 1_000)])
  }

  @discardableResult
  private func write(_ words: String, on line: EntryID, in desk: inout Desk) -> EntryID {
    let text = desk.text(words)
    desk.do(.attach(text, PointAttachment(.onLine, to: .thing(line, .middle))), gesture: text)
    return text
  }

  @Test("A text stands in the middle of a line, which leaves a gap of a column on either side")
  func middle() {
    var desk = Desk()
    let line = level(&desk)
    let text = write("yes", on: line, in: &desk)
    #expect(desk.label(text)?.bounds == BoardRect(minX: 1_850, minY: 900, maxX: 2_149, maxY: 1_099))
    let gap = BoardRect(minX: 1_750, minY: 900, maxX: 2_249, maxY: 1_099)
    #expect(desk.picture.thing(line)?.gaps == [gap])
    let second = write("or no", on: line, in: &desk)
    #expect(desk.label(text)?.bounds.minY == 800 && desk.label(second)?.bounds.minY == 1_000)
    desk.do(.change(.items([text]), .hide))
    #expect(desk.label(second)?.bounds.minY == 900)
    #expect(desk.picture.thing(line)?.gaps.count == 1)
  }

  @Test("A text that is wider than its part of the line stands above it, and higher ones beside it")
  func wide() {
    var desk = Desk()
    let text = write("a long word", on: level(&desk, 1_200), in: &desk)
    #expect(desk.label(text)?.bounds.maxY == 899)
    let upright = desk.line(at: [BoardPoint(x: 0, y: 0), BoardPoint(x: 0, y: 500)])
    let beside = write("no", on: upright, in: &desk)
    #expect(desk.label(beside)?.bounds.minX == 100)
  }

  @Test("A text follows the longest part of a line that bends between shapes which move")
  func bend() {
    var desk = Desk()
    let (left, right) = (desk.shape(0, 0, 400, 400), desk.shape(9_000, 3_000, 400, 400))
    let line = desk.line(.arrow, from: left, to: right)
    let text = write("yes", on: line, in: &desk)
    let before = desk.label(text)?.bounds.middle
    desk.do(.change(.items([right]), .move(BoardOffset(dx: 0, dy: 9_000))))
    let after = desk.label(text)?.bounds.middle
    let path = desk.picture.thing(line)?.item.asStroke?.path ?? []
    #expect(path.count > 2 && before != after)
    let parts = zip(path, path.dropFirst()).map { BoardRect($0, $1) }
    let longest = parts.max {
      $0.maxX - $0.minX + $0.maxY - $0.minY < $1.maxX - $1.minX + $1.maxY - $1.minY
    }
    guard let middle = longest?.middle, let after else {
      Issue.record("no part")
      return
    }
    #expect(abs(middle.x - after.x) <= 1 && abs(middle.y - after.y) <= 1)
  }

  @Test("A text with attachments to a shape and to a line follows the higher one")
  func higher() {
    var desk = Desk()
    let (box, line) = (desk.shape(0, 5_000, 2_000, 2_000), level(&desk))
    let text = desk.text("word", in: box)
    desk.do(.attach(text, PointAttachment(.onLine, to: .thing(line, .middle))))
    #expect(desk.picture.thing(text)?.isOnLine == true)
    #expect(desk.label(text)?.bounds.middle.y == 1_000)
    desk.do(.attach(text, PointAttachment(.middle, to: .thing(box, .middle))))
    #expect(desk.picture.thing(text)?.isOnLine == false)
    #expect(desk.picture.thing(line)?.gaps == [])
    desk.do(.attach(text, PointAttachment(.onLine, to: .nothing)))
    #expect(desk.picture.thing(text)?.attachments == [])
  }

  @Test("The end of a line at a text is free while the text stands on a line")
  func noTarget() {
    var desk = Desk()
    let (line, text) = (level(&desk), desk.text("word"))
    let other = desk.line(to: text, at: [BoardPoint(x: 0, y: 0), BoardPoint(x: 70, y: 7_000)])
    let attached = desk.ends(of: other)
    desk.do(.attach(text, PointAttachment(.onLine, to: .thing(line, .middle))))
    #expect(desk.ends(of: other)[1] == BoardPoint(x: 70, y: 7_000))
    #expect(desk.picture.thing(other)?.attachments == [])
    desk.do(.attach(text, PointAttachment(.onLine, to: .nothing)))
    #expect(desk.ends(of: other) == attached)
  }

  @Test("Texts on each other's lines, on a box, on themselves and on hidden lines do no harm")
  func hostile() {
    for seed in 0..<Seeds.count(30) {
      var chance = SplitMix64(seed: seed)
      var desk = Desk()
      var things = [
        desk.shape(0, 0, 400, 400), desk.text("a"), desk.text("b"), level(&desk), level(&desk),
      ]
      for _ in 0..<24 {
        let (thing, target) = (
          things.randomElement(using: &chance), things.randomElement(using: &chance)
        )
        guard let thing, let target else { return }
        let point = PointAttachment.Point.allCases.randomElement(using: &chance) ?? .onLine
        let run = [1, 2, 11].randomElement(using: &chance) ?? 1
        switch Int.random(in: 0..<8, using: &chance) {
        case 0: desk.do(.change(.items([thing]), .hide), as: run)
        case 1: desk.undo(as: run)
        case 2: desk.do(.change(.items([thing]), .move(BoardOffset(dx: 300, dy: 70))), as: run)
        case 3: things.append(desk.line(from: thing, to: target, as: run))
        default:
          desk.do(.attach(thing, PointAttachment(point, to: .thing(target, .middle))), as: run)
        }
      }
      #expect(desk.picture.seen == Oracle(desk.entries).things, "seed \(seed)")
      var picture = Picture()
      for entry in desk.entries.shuffledByReplica(using: &chance) {
        _ = picture.apply(entry.operation, entry.stamp)
      }
      #expect(picture.canonicalBytes() == desk.picture.canonicalBytes(), "seed \(seed)")
      #expect(picture.seen == desk.picture.seen, "seed \(seed)")
    }
  }

  @Test("A copy of a line takes the texts on it along, and so does its deletion")
  func copies() {
    var desk = Desk()
    let line = level(&desk)
    let text = write("yes", on: line, in: &desk)
    #expect(desk.picture.attachments.includingTexts([line]) == [line, text])
    let copies = CopiedThings(of: [line], in: desk.picture)
    #expect(copies.items.count == 2)
    let attaches = copies.links(ofThingsMadeAs: [line, text])
    #expect(attaches == [.attach(text, PointAttachment(.onLine, to: .thing(line, .middle)))])
  }

  @Test("The ends of arrows stick to the points and the sides of a diamond")
  func diamond() throws {
    var desk = Desk()
    let diamond = desk.shape(0, 0, 4_000, 2_000, kind: .diamond)
    let beside = desk.line(
      .arrow, from: diamond, at: [BoardPoint(x: 0, y: 0), BoardPoint(x: 9_000, y: 1_000)])
    #expect(desk.ends(of: beside)[0] == BoardPoint(x: 4_000, y: 1_000))
    let slanted = desk.line(
      .arrow, from: diamond, at: [BoardPoint(x: 0, y: 0), BoardPoint(x: 6_000, y: -1_000)])
    #expect(desk.ends(of: slanted)[0] == BoardPoint(x: 3_000, y: 500))
    let text = desk.text("is this ready", in: diamond)
    #expect(desk.label(text)?.lines == ["is this ready"])
  }
}
