import EaselBase
import GroupTesting
import Testing

@testable import BoardModel

/// The geometry of attached things.
struct PlacementTests {
  private let box = AnchorOutline(
    rect: BoardRect(minX: 0, minY: 0, maxX: 400, maxY: 200), form: .box)
  private let oval = AnchorOutline(
    rect: BoardRect(minX: 0, minY: 0, maxX: 400, maxY: 200), form: .ellipse)

  private func point(_ x: Int32, _ y: Int32) -> BoardPoint { BoardPoint(x: x, y: y) }

  @Test("An end leaves a box and an oval on the straight way to the other anchor")
  func leaves() {
    let middle = point(200, 100)
    #expect(box.end(from: middle, towards: point(1_000, 100)) == point(400, 100))
    #expect(box.end(from: middle, towards: point(-600, 100)) == point(0, 100))
    #expect(box.end(from: middle, towards: point(200, 900)) == point(200, 200))
    #expect(box.end(from: middle, towards: point(600, 500)) == point(300, 200))
    #expect(box.end(from: middle, towards: point(600, 300)) == point(400, 200))
    #expect(box.end(from: middle, towards: point(-200, -100)) == point(0, 0))
    #expect(oval.end(from: middle, towards: point(1_000, 100)) == point(400, 100))
    #expect(oval.end(from: middle, towards: point(200, -900)) == point(200, 0))
    #expect(oval.end(from: middle, towards: point(600, 300)) == point(341, 171))
    #expect(oval.end(from: point(300, 100), towards: point(-600, 100)) == point(0, 100))
  }

  @Test("An end stays at its anchor if the line does not cross the outline on its way")
  func stays() {
    let middle = point(200, 100)
    for outline in [box, oval] {
      // The anchors coincide; the other anchor lies inside; the anchor lies on an edge.
      #expect(outline.end(from: middle, towards: middle) == middle)
      #expect(outline.end(from: middle, towards: point(250, 120)) == point(200, 100))
      #expect(outline.end(from: point(0, 100), towards: point(900, 100)) == point(0, 100))
      #expect(outline.end(from: point(400, 100), towards: point(900, 100)) == point(400, 100))
    }
    // The corner of an oval's box lies outside the oval.
    #expect(oval.end(from: point(10, 10), towards: point(900, 500)) == point(10, 10))
    let flat = AnchorOutline(
      rect: BoardRect(minX: 0, minY: 5, maxX: 400, maxY: 5), form: .ellipse)
    #expect(flat.end(from: point(200, 5), towards: point(200, 900)) == point(200, 5))
  }

  @Test("L5 · an end lies on the outline or at its anchor, at the edges of the board too")
  func edges() {
    let far = BoardPoint.limit
    for seed in 0..<Seeds.count(2_000) {
      var chance = SplitMix64(seed: seed)
      let range = seed % 2 == 0 ? -far...far : -500...500
      func any() -> BoardPoint {
        point(.random(in: range, using: &chance), .random(in: range, using: &chance))
      }
      let outline = AnchorOutline(
        rect: BoardRect(any(), any()), form: [.ellipse, .diamond, .box][Int(seed % 3)])
      let parts = 0...BoxPoint.one
      let position = BoxPoint(
        u: .random(in: parts, using: &chance), v: .random(in: parts, using: &chance))
      let (anchor, other) = ((position ?? .middle).point(in: outline.rect), any())
      let end = outline.end(from: anchor, towards: other)
      #expect(outline.rect.contains(anchor) && outline.rect.contains(end), "seed \(seed)")
      guard end != anchor, outline.form == .box else { continue }
      let isOnEdge =
        [outline.rect.minX, outline.rect.maxX].contains(end.x)
        || [outline.rect.minY, outline.rect.maxY].contains(end.y)
      #expect(isOnEdge, "seed \(seed)")
    }
  }

  @Test("A place in a box is found again in it, and lies in the middle of an axis without extent")
  func boxPoints() {
    for u in stride(from: Int32(0), through: BoxPoint.one, by: 64) {
      let position = BoxPoint(u: u, v: BoxPoint.one - u)
      let wide = BoardRect(minX: -9_000, minY: 5, maxX: 70_000, maxY: 40_000)
      #expect(position.map { BoxPoint(of: $0.point(in: wide), in: wide) } == position)
    }
    let flat = BoardRect(minX: 3, minY: 7, maxX: 3, maxY: 9)
    #expect(BoxPoint(of: point(3, 8), in: flat) == .middle)
    #expect(BoxPoint(of: point(90, 90), in: flat) == BoxPoint(u: 2_048, v: 4_096))
    #expect(BoxPoint(u: -1, v: 0) == nil && BoxPoint(u: 0, v: 4_097) == nil)
  }

  @Test("A line bends between things that stand neither beside nor above each other")
  func elbows() {
    func end(_ x: Int32, _ y: Int32) -> LineEnd {
      LineEnd(
        anchor: point(x + 200, y + 100),
        outline: AnchorOutline(
          rect: BoardRect(minX: x, minY: y, maxX: x + 400, maxY: y + 200), form: .box))
    }
    let first = end(0, 0)
    #expect(Elbow.isDefault(from: first, to: end(1_000, 1_000)))
    #expect(!Elbow.isDefault(from: first, to: end(1_000, 150)))
    #expect(!Elbow.isDefault(from: first, to: end(300, 1_000)))
    #expect(!Elbow.isDefault(from: first, to: LineEnd(anchor: point(1_000, 1_000))))
    #expect(
      Elbow.path(from: first, to: end(1_000, 1_000))
        == [point(400, 100), point(1_200, 100), point(1_200, 1_000)])
    #expect(
      Elbow.path(from: first, to: end(1_000, 150))
        == [point(400, 100), point(700, 100), point(700, 250), point(1_000, 250)])
    #expect(
      Elbow.path(from: first, to: end(150, 1_000))
        == [point(200, 200), point(200, 600), point(350, 600), point(350, 1_000)])
    #expect(Elbow.path(from: first, to: end(50, 50)).count == 2)
    // An anchor in the middle of a side keeps the line from running along that side.
    func side(_ x: Int32, _ y: Int32, at anchor: BoardPoint) -> LineEnd {
      LineEnd(anchor: anchor, outline: end(x, y).outline)
    }
    let (right, lower) = (side(0, 0, at: point(400, 100)), side(0, 0, at: point(200, 200)))
    let left = side(1_000, 1_000, at: point(1_000, 1_100))
    let upper = side(1_000, 1_000, at: point(1_200, 1_000))
    #expect(
      Elbow.path(from: right, to: left)
        == [point(400, 100), point(700, 100), point(700, 1_100), point(1_000, 1_100)])
    #expect(
      Elbow.path(from: lower, to: upper)
        == [point(200, 200), point(200, 600), point(1_200, 600), point(1_200, 1_000)])
    #expect(
      Elbow.path(from: right, to: upper)
        == [point(400, 100), point(1_200, 100), point(1_200, 1_000)])
    #expect(
      Elbow.path(from: lower, to: left)
        == [point(200, 200), point(200, 1_100), point(1_000, 1_100)])
    #expect(
      Elbow.path(from: LineEnd(anchor: point(0, 0)), to: LineEnd(anchor: point(9, 9)))
        == [point(0, 0), point(9, 0), point(9, 9)])
  }

  // MARK: Texts in shapes

  private func lines(_ text: String, columns: Int, rows: Int? = nil) -> [String] {
    TextFlow(RawText(text), columnsMax: columns, rowsMax: rows).lines
      .map { String(decoding: $0.utf8, as: UTF8.self) }
  }

  @Test("A shape breaks a text between words, and long words between letters")
  func flow() {
    #expect(lines("to be or not to be", columns: 9) == ["to be or", "not to be"])
    #expect(lines("to  be\n\nor", columns: 20) == ["to  be", "", "or"])
    #expect(lines("a\r\nb\rc\td", columns: 20) == ["a", "b", "c d"])
    #expect(lines("abcdefgh ij", columns: 3) == ["abc", "def", "gh", "ij"])
    #expect(lines("漢字漢字", columns: 3) == ["漢", "字", "漢", "字"])
    #expect(lines("漢", columns: 1) == ["漢"])
    #expect(lines("", columns: 5) == [""])
    #expect(lines("e\u{301}e\u{301}e", columns: 2) == ["e\u{301}e\u{301}", "e"])
    #expect(lines("👩‍🚀👩‍🚀", columns: 2) == ["👩‍🚀", "👩‍🚀"])
    #expect(lines("🇩🇪🇫🇷", columns: 2) == ["🇩🇪", "🇫🇷"])
  }

  @Test("A text that is larger than its shape ends in a mark")
  func cut() {
    #expect(lines("to be or not", columns: 5, rows: 2) == ["to be", "or…"])
    #expect(lines("to be or not", columns: 6, rows: 2) == ["to be", "or not"])
    #expect(lines("to be or", columns: 5, rows: 1) == ["to b…"])
    #expect(lines("a b", columns: 1, rows: 1) == ["…"])
    #expect(lines("漢字漢字", columns: 4, rows: 1) == ["漢…"])
    let flow = TextFlow(RawText("to be or not"), columnsMax: 5, rowsMax: 2)
    #expect(flow.isCut && flow.columns == 5)
  }

  @Test("L5 · no line is wider than its shape, and no letter is lost, whatever the text is")
  func anyText() {
    let letters = ["a", "bc", " ", "  ", "漢", "\n", "e\u{301}", "👩‍🚀", "\t", "\u{200B}", "🇩", "x y"]
    for seed in 0..<Seeds.count(500) {
      var chance = SplitMix64(seed: seed)
      let text = (0..<Int.random(in: 0...40, using: &chance)).map { _ in
        letters.randomElement(using: &chance) ?? ""
      }.joined()
      let columns = Int.random(in: 2...12, using: &chance)
      let flow = TextFlow(RawText(text), columnsMax: columns)
      #expect(flow.columns <= columns && !flow.lines.isEmpty, "seed \(seed)")
      func seen(_ text: String) -> String.UnicodeScalarView {
        text.unicodeScalars.filter { !" \n\t".unicodeScalars.contains($0) }
      }
      let joined = flow.lines.map { String(decoding: $0.utf8, as: UTF8.self) }.joined()
      #expect(seen(joined).elementsEqual(seen(text)), "seed \(seed)")
      // A text is broken only for the rows that are shown.
      let rows = Int.random(in: 1...6, using: &chance)
      let cut = TextFlow(RawText(text), columnsMax: columns, rowsMax: rows)
      #expect(cut.isCut == (flow.lines.count > rows), "seed \(seed)")
      #expect(cut.lines.dropLast() == flow.lines.prefix(cut.lines.count - 1), "seed \(seed)")
      #expect(cut.isCut || cut.lines == flow.lines, "seed \(seed)")
    }
  }

  @Test("Texts in a shape stand below one another, in the order of the log, as one centred block")
  func block() throws {
    var desk = Desk()
    let box = desk.shape(0, 0, 2_200, 2_000)
    let first = desk.text("one two", in: box)
    #expect(desk.label(first)?.lines == ["one two"])
    #expect(desk.label(first)?.origin == point(750, 900))
    let second = desk.text("three four five six seven", in: box, as: 2)
    #expect(desk.label(first)?.origin == point(750, 700))
    #expect(desk.label(second)?.lines == ["three four five six", "seven"])
    #expect(desk.label(second)?.origin == point(150, 900))
    #expect(desk.picture.attachments.texts(in: box) == [first, second])
    // A hidden text takes no room.
    desk.do(.change(.items([first]), .hide))
    #expect(desk.label(second)?.origin == point(150, 800))
    desk.undo()
    // A smaller shape breaks and cuts the words.
    let half = BoardScaling(
      scaleX: BoardScaling.one / 2, scaleY: BoardScaling.one * 2 / 5, shiftX: 0, shiftY: 0)
    desk.do(.change(.items([box]), .resize(try #require(half))))
    #expect(desk.label(first)?.lines == ["one two"])
    #expect(desk.label(second)?.lines == ["three", "four fiv…"])
    desk.do(.change(.items([box]), .move(BoardOffset(dx: 10, dy: 20))))
    #expect(desk.label(first)?.origin == point(210, 120))
  }

  @Test("A line follows the box of a text in a shape")
  func lineToText() {
    var desk = Desk()
    let box = desk.shape(0, 0, 2_000, 2_000)
    let word = desk.text("word", in: box)
    let line = desk.line(to: word, at: [.init(x: 5_000, y: 1_000), .init(x: 0, y: 0)])
    #expect(desk.ends(of: line)[1] == point(1_199, 1_000))
    desk.do(.change(.items([box]), .move(BoardOffset(dx: 100, dy: 0))))
    #expect(desk.ends(of: line)[1] == point(1_299, 1_000))
    desk.do(.change(.items([word]), .setText(TextEdit(RawText("words…"), replacing: word))))
    #expect(desk.ends(of: line)[1] == point(1_399, 1_000))
  }

  @Test("A shape grows with the words in it, so that none is cut")
  func growth() throws {
    for kind in [Stroke.Kind.rectangle, .ellipse] {
      var desk = Desk()
      let box = desk.shape(0, 0, 1_300, 900, kind: kind)
      #expect(desk.picture.attachments.growth(of: box, for: .words("short")) == nil)
      let words = String(repeating: "many words ", count: 20)
      let text = desk.text("a", in: box)
      let effect = try #require(
        desk.picture.attachments.growth(of: box, for: .words(words), edited: text))
      desk.do(.change(.items([text]), .setText(TextEdit(RawText(words), replacing: text))))
      #expect(desk.label(text)?.flow?.isCut == true)
      desk.do(.change(.items([box]), effect))
      #expect(desk.label(text)?.flow?.isCut == false)
      let now = try #require(desk.picture.attachments.anchorBox(of: box))
      #expect(now.minY == 0 && now.minX == 0 && now.maxX == 1_300)
      #expect(desk.picture.attachments.growth(of: box, for: .words(words), edited: text) == nil)
    }
  }

  @Test("Copies take the words of a shape along, and lines between copies stay attached")
  func copies() {
    var desk = Desk()
    let (left, right) = (desk.shape(0, 0, 2_000, 800), desk.shape(5_000, 0, 2_000, 800))
    let word = desk.text("some words", in: left)
    let line = desk.line(.arrow, from: left, to: right)
    let copied = CopiedThings(of: [left, right, line], in: desk.picture)
    let offset = BoardOffset(dx: 0, dy: 9_000)
    func paste(_ copies: CopiedThings) -> [EntryID] {
      let made = copies.moved(by: offset).items.map { desk.do(.make($0)) }
      for action in copies.links(ofThingsMadeAs: made) { desk.do(action, gesture: made[0]) }
      return made
    }
    let made = paste(copied)
    #expect(made.count == 4)
    for (old, new) in zip([left, word, right, line], made) {
      #expect(desk.picture.thing(old)?.bounds.moved(by: offset) == desk.picture.thing(new)?.bounds)
    }
    desk.do(.change(.items([made[0]]), .move(BoardOffset(dx: 0, dy: 100))))
    #expect(desk.ends(of: made[3])[0].y > desk.ends(of: line)[0].y + 9_000)
    #expect(desk.label(made[1])?.origin.y == (desk.label(word)?.origin.y ?? 0) + 9_100)
    // Without the other box that end of the line is free; without its box a text keeps its lines.
    let some = CopiedThings(of: [line, left], in: desk.picture)
    let again = paste(some)
    #expect(desk.picture.thing(again[0])?.attachments.map(\.point) == [.start])
    let alone = CopiedThings(of: [word], in: desk.picture)
    #expect(alone.items.map(\.isText) == [true])
    #expect(alone.links(ofThingsMadeAs: [word]).isEmpty)
  }
}
