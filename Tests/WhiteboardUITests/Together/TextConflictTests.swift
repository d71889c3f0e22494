import BoardModel
import EaselBase
import Testing

@testable import WhiteboardUI

/// Two people edit one text.
@Suite struct TextConflictTests {
  /// Some people in a session, and a text of the first.
  private func met(_ people: Int = 2) -> Gathering {
    var all = Gathering(people)
    all.meet()
    all.at(0) {
      $0.type("t")
      $0.click(20, 10)
      $0.type("plan")
      $0.key(.escape)
    }
    return all
  }

  private func edit(_ seat: Int, _ words: String, in all: inout Gathering) {
    all.at(seat) { begin($0.board.drawing.editor.text.isTyping, &$0, words) }
    all.at(seat) { $0.key(.escape) }
  }

  private func begin(_ isTyping: Bool, _ desk: inout Desk, _ words: String) {
    if !isTyping {
      desk.type("t")
      desk.click(20, 10)
    }
    desk.key(.end)
    desk.type(words)
  }

  private func wasTold(_ text: String, _ desk: Desk) -> Bool {
    desk.board.notices.latest.contains { $0.string.contains(text) }
  }

  private func expectSame(_ all: Gathering, _ labels: [String]) {
    for desk in all.desks {
      #expect(desk.labels == labels)
      #expect(desk.replica.picture.stableHash == all.desks[0].replica.picture.stableHash)
      #expect(desk.frame == desk.frameFromScratch)
    }
  }

  @Test("An edit of another's text keeps its id, its place and its author") func keeps() throws {
    var all = met()
    let before = try #require(all.desks[0].things.first)
    edit(1, " B", in: &all)
    expectSame(all, ["plan B"])
    let after = try #require(all.desks[0].things.first)
    #expect(after.id == before.id && after.author == before.author)
    #expect(after.bounds.minX == before.bounds.minX && after.bounds.minY == before.bounds.minY)
    edit(0, " C", in: &all)
    expectSame(all, ["plan B C"])
    #expect(all.desks.allSatisfy { !wasTold("at once", $0) })
    all.at(0) { $0.type("u") }
    expectSame(all, ["plan B"])
    all.at(1) { $0.type("u") }
    expectSame(all, ["plan"])
  }

  @Test("After two edits at once, the losing words stand below the text, and both are told")
  func atOnce() throws {
    for first in 0...1 {
      var all = met()
      let id = try #require(all.desks[0].things.first?.id)
      all.apart {
        edit(first, " A", in: &$0)
        edit(1 - first, " B", in: &$0)
      }
      // Both have the same time, so the replica with the higher id wins.
      let words = all.desks[0].labels
      #expect(words.sorted() == ["plan A", "plan B"])
      expectSame(all, words)
      let things = all.desks[0].things
      #expect(things.first?.id == id)
      #expect(things[0].bounds.maxY < things[1].bounds.minY)
      #expect(all.desks.allSatisfy { wasTold("edited the same text at once", $0) })
      #expect(
        all.desks.count { wasTold("It has your words, and theirs stand below it.", $0) } == 1)
      #expect(all.desks.count { wasTold("Your words stand below it.", $0) } == 1)
    }
  }

  @Test("Words that lose are copied if the board does not accept them, and nothing else is said")
  func refused() {
    var all = met()
    all.handle(.call(.connected(nil, canModerate: true)), at: 0)
    all.handle(.call(.members([], isHost: true)), at: 0)
    all.apart {
      edit(0, " A", in: &$0)
      edit(0, " C", in: &$0)
      edit(1, " B", in: &$0)
      $0.at(0) { $0.type("P1w") }
    }
    #expect(all.desks.allSatisfy { $0.labels == ["plan A C"] })
    let desk = all.desks[1]
    #expect(wasTold("edited the same text at once.", desk))
    #expect(!wasTold("stand below", desk) && !wasTold("in the clipboard", desk))
    #expect(wasTold("You are watching now: your words were sent to the terminal.", desk))
    let isCopied = desk.effects.contains { if case .copy("plan B") = $0 { true } else { false } }
    #expect(isCopied)
    all.handle(.copied("plan B"), at: 1)
    #expect(wasTold("You are watching now: your words are in the clipboard.", all.desks[1]))
  }

  @Test("If two type into one text, the first to finish finds their words below it")
  func openDrafts() {
    var all = met()
    for seat in 0...1 {
      all.at(seat) {
        $0.type("t")
        $0.click(20, 10)
        $0.key(.end)
        $0.type(seat == 0 ? " of Ann" : " of Bea")
      }
    }
    all.at(0) { $0.key(.escape) }
    all.at(1) { $0.key(.escape) }
    expectSame(all, ["plan of Bea", "plan of Ann"])
    #expect(wasTold("Bea edited the same text at once. Your words stand below", all.desks[0]))
    #expect(wasTold("Ann edited the same text at once. It has your words", all.desks[1]))
  }

  @Test("After three edits at once, no words are lost and none stand twice") func three() {
    var all = met(3)
    all.apart {
      for seat in 0...2 { edit(seat, " \(seat)", in: &$0) }
    }
    let words = all.desks[0].labels
    #expect(words.sorted() == ["plan 0", "plan 1", "plan 2"])
    expectSame(all, words)
  }

  @Test("After two equal edits at once, the words stand once") func equal() {
    var all = met()
    all.apart {
      for seat in 0...1 { edit(seat, "!", in: &$0) }
    }
    expectSame(all, ["plan!"])
  }

  @Test("A later edit, without another at once, makes no second text") func afterwards() {
    var all = met()
    all.apart {
      edit(0, " A", in: &$0)
      edit(1, " B", in: &$0)
    }
    for seat in [0, 1, 0] { edit(seat, "+", in: &all) }
    let words = all.desks[0].labels
    #expect(words.count == 2 && words[0].hasSuffix("+++"))
    expectSame(all, words)
  }

  @Test("A text that another person erased meanwhile becomes a new text") func erased() {
    var all = met()
    all.at(1) {
      $0.type("t")
      $0.click(20, 10)
      $0.key(.end)
      $0.type(" B")
    }
    all.at(0) { $0.type("C") }
    all.at(1) { $0.key(.escape) }
    expectSame(all, ["plan B"])
    all.at(0) { $0.type("R") }
    #expect(all.desks[0].labels.sorted() == ["plan", "plan B"])
  }
}
