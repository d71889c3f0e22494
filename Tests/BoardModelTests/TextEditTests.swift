import BoardScript
import EaselBase
import GroupTesting
import Testing

@testable import BoardModel

/// Edits of texts.
@Suite struct TextEditTests {
  private func label(_ text: String) -> Operation.Action {
    .make(
      .label(
        Label(
          origin: BoardPoint(x: 5, y: 6), columnWidth: 512, rowHeight: 1_024,
          color: PaletteColor.red.color, text: SafeText(text))))
  }

  private func edit(
    _ id: EntryID, _ text: String, over replaced: EntryID? = nil
  ) -> Operation.Action {
    .change(.items([id]), .setText(TextEdit(RawText(text), replacing: replaced ?? id)))
  }

  private func words(_ desk: Desk, _ id: EntryID) -> String? {
    guard case .label(let label)? = desk.picture.thing(id)?.item else { return nil }
    return label.text.string
  }

  @Test("L1 · The highest edit that stands gives a text its words; id, place and author stay")
  func highest() throws {
    var desk = Desk()
    let id = desk.do(label("one"), as: 1)
    let second = desk.do(edit(id, "two"), as: 2)
    let third = desk.do(edit(id, "three\nlines", over: second), as: 1)
    #expect(words(desk, id) == "three\nlines" && desk.picture.textEdits.wording(of: id) == third)
    let thing = try #require(desk.picture.thing(id))
    #expect(thing.author == Named.author(1) && thing.bounds.minX == 5 && thing.bounds.minY == 6)
    #expect(desk.picture.things.first?.bounds == thing.bounds)
    desk.undo(as: 1)
    #expect(words(desk, id) == "two" && desk.picture.textEdits.wording(of: id) == second)
    desk.undo(as: 2)
    #expect(words(desk, id) == "one" && desk.picture.textEdits.wording(of: id) == id)
    desk.redo(as: 2)
    #expect(words(desk, id) == "two")
  }

  @Test("An edit changes neither strokes nor their hash, and the hash of a text with its words")
  func reach() {
    var desk = Desk()
    let line = desk.draw()
    let id = desk.do(label("one"))
    let before = desk.picture.stableHash
    desk.do(edit(line, "words"))
    #expect(desk.picture.stableHash == before && desk.picture.textEdits.wording(of: line) == nil)
    desk.do(edit(id, "words"))
    #expect(desk.picture.stableHash != before)
    // The picture does not hold the words that an edit replaced.
    var other = desk
    desk.do(edit(id, "more", over: line))
    other.do(edit(id, "more"))
    #expect(desk.picture.stableHash == other.picture.stableHash)
  }

  @Test("The edits that later edits replaced tell whether an author had seen an edit")
  func seen() {
    var desk = Desk()
    let id = desk.do(label("one"), as: 1)
    let first = desk.do(edit(id, "two"), as: 1)
    let second = desk.do(edit(id, "three", over: first), as: 2)
    let third = desk.do(edit(id, "four", over: second), as: 3)
    let aside = desk.do(edit(id, "five"), as: 4)
    #expect(desk.picture.textEdits.hasReplaced(first, with: third) == true)
    #expect(desk.picture.textEdits.hasReplaced(first, with: aside) == false)
    #expect(desk.picture.textEdits.hasReplaced(aside, with: third) == false)
    let unknown = EntryID(Named.replica(9), SequenceNumber(1))
    let late = desk.do(edit(id, "six", over: unknown), as: 4)
    #expect(desk.picture.textEdits.hasReplaced(first, with: late) == nil)
    // Edits in a ring lead nowhere.
    let ring = desk.id(after: 1, as: 5)
    desk.do(edit(id, "seven", over: ring), as: 5)
    #expect(desk.picture.textEdits.hasReplaced(first, with: ring) == false)
  }

  @Test("L5 · An edit names one text, and its words are as long as a label's")
  func bounds() {
    let id = EntryID(Named.replica(1), SequenceNumber(1))
    let longest = String(repeating: "é", count: Limits.labelScalars)
    #expect(edit(id, longest).isAllowed && !edit(id, longest + "e").isAllowed)
    let effect = Operation.Effect.setText(TextEdit(RawText("a"), replacing: id))
    #expect(!Operation.Action.change(.items([]), effect).isAllowed)
    #expect(!Operation.Action.change(.items([id, id]), effect).isAllowed)
    #expect(!Operation.Action.change(.upTo(VersionVector()), effect).isAllowed)
  }

  @Test("A script gives texts other words, and is recorded as it was played") func script() throws {
    let text = """
      #1 text 0.5,0.5 "one"
      rewrite #1 "two\\nlines"
      undo
      rewrite #1 ""

      """
    let script = try Script(parsing: text)
    let name = Script.Name(1)
    #expect(
      script.lines.map(\.command).contains(
        .act(.rewrite(name, SafeText("two\nlines", limit: .label)), name: nil, gesture: .own)))
    #expect(script.text == text)
    for broken in ["rewrite", "rewrite #1", "rewrite #1 two", "rewrite #1 #2 \"two\""] {
      #expect(throws: ScriptError.self) { try Script(parsing: broken) }
    }
  }
}
