import BoardModel
import BoardPaper
import EaselBase
import GroupTesting
import Testing

@testable import BoardScript

@Suite struct ScriptParserTests {
  private func commands(_ text: String) throws -> [Script.Command] {
    try Script(parsing: text).lines.map(\.command)
  }

  @Test("Every command of the language is read")
  func everyCommand() throws {
    let read = try commands(
      """
      # a comment
      as ada
      as "ada b" run 2
      run 3
      pen #ff8800 width 2
      pen #ff880080
      step 64
      label-size 0.0125,0.04444
      #7 stroke 0.5,0.5 0.25,-1
      also stroke more 0,0

      rect filled 0,0 1,1
      text 0.5,0.5 "words\\nmore \\"quoted\\" \\\\"
      text large 0,0 "Title"
      erase #7 #8
      clear
      clear upto #7
      move #7 0.1,0
      recolour #7 #123456
      recolour all red
      undo
      redo
      cancel #7
      restore #7
      takeback #7 #8
      also to #7 undo
      wait 2s
      """)
    let half = BoardPoint(x: 32_768, y: 18_432)
    let origin = BoardPoint(x: 0, y: 0)
    #expect(
      read == [
        .person(Script.Person(name: "ada")), .person(Script.Person(name: "ada b", run: 2)),
        .person(Script.Person(run: 3)),
        .pen(Script.Pen(color: InkColor(rgb: 0xFF8800), width: 2)),
        .pen(Script.Pen(color: InkColor(rgba: 0xFF88_0080), hasAlpha: true)),
        .step(exponent: 6), .labelSize(columnWidth: 819, rowHeight: 1_638),
        .act(.draw(.pen, false, false, [half, BoardPoint(x: 16_384, y: -36_864)]), 7),
        .act(.draw(.pen, false, true, [origin]), gesture: .also),
        .act(.draw(.rectangle, true, false, [origin, BoardPoint(x: 65_536, y: 36_864)])),
        .act(.write(half, SafeText("words\nmore \"quoted\" \\", limit: .label), .normal)),
        .act(.write(origin, SafeText("Title"), .large)),
        .act(.change(.things([7, 8]), .hide)), .act(.change(.all, .hide)),
        .act(.change(.upTo([7]), .hide)),
        .act(.change(.things([7]), .move(BoardOffset(dx: 6_554, dy: 0)))),
        .act(.change(.things([7]), .recolour(InkColor(rgb: 0x123456)))),
        .act(.change(.all, .recolour(PaletteColor.red.color))),
        .act(.undo), .act(.redo), .act(.cancel(7)), .act(.restore(7)),
        .act(.takeBack(from: 7, upTo: 8)),
        .act(.undo, gesture: .alsoTo(7)), .wait(milliseconds: 2_000),
      ])
  }

  @Test("Size, width, fill and order are read")
  func looks() throws {
    let read = try commands(
      """
      resize #7 2,-0.5 -0.25,1
      width #7 #8 4
      fill #7
      outline all
      front #7
      back upto #7
      """)
    let scaling = try #require(
      BoardScaling(scaleX: 2 << 20, scaleY: -1 << 19, shiftX: -16_384, shiftY: 36_864))
    #expect(
      read == [
        .act(.change(.things([7]), .resize(scaling))),
        .act(.change(.things([7, 8]), .setWidth(4))),
        .act(.change(.things([7]), .setFilled(true))), .act(.change(.all, .setFilled(false))),
        .act(.change(.things([7]), .reorder(.front))), .act(.change(.upTo([7]), .reorder(.back))),
      ])
  }

  @Test("Paper is read row by row, each run with its look")
  func paper() throws {
    let read = try commands(
      """
      paper
      | "plain, " bold underline fg #ff0000 bg 4 "loud"
      |
      """)
    let loud = PaperText.Look(
      foreground: .rgb(0xFF0000), background: .indexed(4), attributes: [.bold, .underline])
    let row = PaperText.Line(runs: [
      PaperText.Run(text: SafeText("plain, ")), PaperText.Run(text: SafeText("loud"), look: loud),
    ])
    #expect(read == [.act(.setPaper([row, PaperText.Line(runs: [])]), name: nil, gesture: .own)])
  }

  @Test("Looks and attachments are read")
  func attachments() throws {
    let read = try commands(
      """
      rect filled rounded dashed 0,0 1,1
      arrow 0,0 1,1 from #1 to #2
      line 0,0 1,1 to #2
      text 0.5,0.5 "words" in #1
      look #7 elbow dashed
      look #7 dashed around-right
      look #7 middle-row
      look #7 plain
      attach #7 start to #8
      attach #7 end to #8 at 0,0.5
      attach #7 end to 0.5,0.5
      attach #9 middle to nothing
      """)
    let (origin, far) = (BoardPoint(x: 0, y: 0), BoardPoint(x: 65_536, y: 36_864))
    let half = BoardPoint(x: 32_768, y: 18_432)
    let side = try #require(BoxPoint(u: 0, v: 2_048))
    #expect(
      read == [
        .act(
          .draw(
            .rectangle, filled: true, continues: false, look: [.rounded, .dashed],
            points: [origin, far])),
        .act(.attached(.draw(.arrow, false, false, [origin, far]), [.start: 1, .end: 2])),
        .act(.attached(.draw(.line, false, false, [origin, far]), [.end: 2])),
        .act(.attached(.write(half, SafeText("words"), .normal), [.middle: 1])),
        .act(.change(.things([7]), .setLook([.dashed, .elbow]))),
        .act(.change(.things([7]), .setLook(.dashed.with(.aroundRight)))),
        .act(.change(.things([7]), .setLook(.plain.with(.middleRow)))),
        .act(.change(.things([7]), .setLook(.plain))),
        .act(.attach(7, .start, to: .thing(8, .middle))),
        .act(.attach(7, .end, to: .thing(8, side))), .act(.attach(7, .end, to: .board(half))),
        .act(.attach(9, .middle, to: .nothing)),
      ])
  }

  @Test("An arrow from a box to a box, and a text in a box, are one gesture each")
  func attachedGestures() throws {
    let picture = try Picture(
      script: """
        #1 rect 0.1,0.1 0.3,0.3
        #2 rect 0.6,0.1 0.8,0.3
        arrow 0.2,0.2 0.7,0.2 from #1 to #2
        text 0.2,0.2 "words" in #1
        move #2 0,0.5
        undo
        """)
    let things = Array(picture.things)
    #expect(things.map(\.attachments.count) == [0, 0, 2, 1])
    #expect(picture.attachments.texts(in: things[0].id) == [things[3].id])
    #expect(picture.attachments.lines(at: things[1].id) == [things[2].id])
    let ends = things[2].item.asStroke.map { [$0.points.origin, $0.points.last] }
    #expect(ends?.map(\.x) == [19_664, 39_328])
    var undone = picture
    let author = things[3].author
    let actions = picture.undoActions(for: author)
    #expect(actions.count == 1)
    let stamp = Stamp(
      id: EntryID(ReplicaID(Bytes16(high: 9, low: 9)), SequenceNumber(1)), author: author,
      lamport: Lamport(99), at: 0, lasted: 0)
    for action in actions { _ = undone.apply(Operation(action), stamp) }
    #expect(undone.things.count == 3)
  }

  @Test(
    "A mistake is told with its place and, if there is one, a suggestion",
    arguments: [
      ("strok 0,0", "line 1, column 1: expected a command, found “strok”; did you mean “stroke”?"),
      ("\n stroke 0.1", "line 2, column 9: expected a position like 0.25,0.5, found “0.1”"),
      ("stroke", "line 1, column 7: expected a position like 0.25,0.5, found the end of the line"),
      (
        "pen gren",
        "line 1, column 5: expected a colour like #ff8800 or one of the palette, found “gren”; "
          + "did you mean “green”?"
      ),
      ("pen red width 9", "line 1, column 15: expected a width from 1 to 8, found “9”"),
      ("text 0,0 \"a", "line 1, column 10: this quote is never closed"),
      ("text 0,0 \"\\t\"", "line 1, column 11: expected \\n, \\\" or \\\\ here"),
      ("undo it", "line 1, column 6: expected the end of the line, found “it”"),
      ("stroke 1e3,0", "line 1, column 8: expected a position like 0.25,0.5, found “1e3,0”"),
      ("stroke 9999,0", "line 1, column 8: expected a position like 0.25,0.5, found “9999,0”"),
      (
        "resize #7 2 0,0", "line 1, column 11: expected factors like 2,0.5, found “2”"
      ),
      (
        "resize #7 1025,1 0,0", "line 1, column 11: expected factors like 2,0.5, found “1025,1”"
      ),
      ("width #7 0", "line 1, column 10: expected a width from 1 to 8, found “0”"),
      (
        "look #7 dased",
        "line 1, column 9: expected a look like dashed or plain, found “dased”; "
          + "did you mean “dashed”?"
      ),
      (
        "attach #7 top to #8",
        "line 1, column 11: expected start, end, middle or label, found “top”"
      ),
      (
        "attach #7 end to #8 at 2,0",
        "line 1, column 24: expected a place like 0.25,0.5, found “2,0”"
      ),
      (
        "rect 0,0 1,1 from #1",
        "line 1, column 14: expected the end of the line, found “from”"
      ),
      ("step 3", "line 1, column 6: expected a power of two from 1 to 4096, found “3”"),
      ("erase 7", "line 1, column 7: expected the name of a shape, like #7, found “7”"),
      (
        "wait 2h",
        "line 1, column 6: expected a time of at most an hour, like 250ms or 2s, found “2h”"
      ),
      ("| \"stray\"", "line 1, column 1: a line of paper must follow “paper”"),
    ])
  func mistakes(script: String, sentence: String) {
    #expect { try Script(parsing: script) } throws: { error in "\(error)" == sentence }
  }

  @Test("L5 · A line holds no more points than an operation may")
  func pointLimit() throws {
    let points = Array(repeating: "0,0", count: Limits.pointsPerOperation).joined(separator: " ")
    #expect(try Script(parsing: "stroke \(points)").lines.count == 1)
    #expect(throws: ScriptError.self) { try Script(parsing: "stroke \(points) 0,0") }
  }

  @Test("L5 · Bytes of any kind are read or refused, never trapped on")
  func anyBytes() {
    var chance = SplitMix64(seed: 7)
    let words = Array("stroke text paper | \" \\ #7 as also to 0.1,0.2 -9999,9 clear upto \n".utf8)
    for _ in 0..<Seeds.count(2_000) {
      let bytes = (0..<Int.random(in: 0...60, using: &chance)).map { _ in
        Bool.random(using: &chance)
          ? UInt8.random(in: 0...255, using: &chance) : words.randomElement(using: &chance) ?? 0
      }
      _ = try? Script(parsing: bytes)
    }
  }

  @Test("A place survives its decimal, on every step's grid")
  func decimals() {
    var chance = SplitMix64(seed: 11)
    for exponent in UInt8(0)...12 {
      for _ in 0..<500 {
        let raw = Int32.random(in: -BoardPoint.limit...BoardPoint.limit, using: &chance)
        let point = BoardPoint(x: raw, y: raw)
        let packed = PackedPoints([point], stepExponent: exponent)?.origin
        guard let packed, abs(packed.x) <= BoardPoint.limit else { continue }
        for whole in [Page.width, Page.height] {
          let text = PageFraction.text(packed.x, of: whole, stepExponent: exponent)
          let back = PageFraction.units(text.utf8, of: whole)
          let again = back.flatMap {
            PackedPoints([BoardPoint(x: $0, y: 0)], stepExponent: exponent)
          }
          #expect(again?.origin.x == packed.x, "step \(exponent), \(text) of \(whole)")
        }
      }
    }
  }

  @Test("A script that was written down and read is written down in the same words")
  func writtenTwice() throws {
    var chance = SplitMix64(seed: 13)
    for exponent in UInt8(0)...12 {
      for _ in 0..<100 {
        let coordinates = (0..<4).map { _ in
          let digits = Int.random(in: 1...8, using: &chance)
          let decimals = (0..<digits).map { _ in
            String(Int.random(in: 0...9, using: &chance))
          }
          return (Bool.random(using: &chance) ? "-0." : "0.") + decimals.joined()
        }
        try expectSameWords(
          "step \(1 << Int(exponent))\nline \(coordinates[0]),\(coordinates[1]) \(coordinates[2]),\(coordinates[3])"
        )
      }
    }
    try expectSameWords("step 16\narrow 0.1,0.16666666")
  }

  @Test("The farthest places of the board are written so that the parser accepts them")
  func farthestPlaces() throws {
    for exponent in UInt8(0)...12 {
      for units in [
        BoardPoint.limit, BoardPoint.limit - 1, -BoardPoint.limit, 1 - BoardPoint.limit,
      ] {
        for whole in [Page.width, Page.height] {
          let text = PageFraction.text(units, of: whole, stepExponent: exponent)
          let back = try #require(PageFraction.units(text.utf8, of: whole), "\(text) of \(whole)")
          let packed = [units, back].map {
            PackedPoints([BoardPoint(x: $0, y: 0)], stepExponent: exponent)?.origin.x
          }
          #expect(packed[0] == packed[1], "step \(exponent), \(text) of \(whole)")
        }
      }
    }
  }

  private func expectSameWords(_ text: String) throws {
    let once = try Script(parsing: text).text
    #expect(try Script(parsing: once).text == once, "\(text)")
  }
}

extension Script.Command {
  fileprivate static func act(
    _ act: Script.Act, _ name: Script.Name? = nil, gesture: Script.Gesture = .own
  ) -> Self { .act(act, name: name, gesture: gesture) }
}

extension Script.Act {
  fileprivate static func draw(
    _ kind: Stroke.Kind, _ filled: Bool, _ continues: Bool, _ points: [BoardPoint]
  ) -> Self { .draw(kind, filled: filled, continues: continues, look: .plain, points: points) }
}
