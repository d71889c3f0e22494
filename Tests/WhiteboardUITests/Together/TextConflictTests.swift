import BoardModel
import EaselBase
import Testing

@testable import WhiteboardUI

/// Two people edit one text.
@Suite struct TextConflictTests {
  /// Some people in a session, and a text of the first.
  private func worldWithText(_ people: Int = 2) -> WhiteboardWorld {
    var world = WhiteboardWorld(people).inSession()
    world.at(0) {
      $0.type("t")
      $0.click(20, 10)
      $0.type("plan")
      $0.key(.escape)
    }
    return world
  }

  private func edit(_ index: Int, _ words: String, in world: inout WhiteboardWorld) {
    world.at(index) { begin($0.board.drawing.editor.text.isTyping, &$0, words) }
    world.at(index) { $0.key(.escape) }
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

  private func expectSame(_ world: WhiteboardWorld, _ labels: [String]) {
    for desk in world.desks {
      #expect(desk.labels == labels)
      #expect(desk.replica.picture.stableHash == world.desks[0].replica.picture.stableHash)
      #expect(desk.frame == desk.frameFromScratch)
    }
  }

  @Test("An edit of another's text keeps its id, its place and its author") func keeps() throws {
    var world = worldWithText()
    let before = try #require(world.desks[0].things.first)
    edit(1, " B", in: &world)
    expectSame(world, ["plan B"])
    let after = try #require(world.desks[0].things.first)
    #expect(after.id == before.id && after.author == before.author)
    #expect(after.bounds.minX == before.bounds.minX && after.bounds.minY == before.bounds.minY)
    edit(0, " C", in: &world)
    expectSame(world, ["plan B C"])
    #expect(world.desks.allSatisfy { !wasTold("at once", $0) })
    world.at(0) { $0.type("u") }
    expectSame(world, ["plan B"])
    world.at(1) { $0.type("u") }
    expectSame(world, ["plan"])
  }

  @Test("After two edits at once, the losing words stand below the text, and both are told")
  func atOnce() throws {
    for first in 0...1 {
      var world = worldWithText()
      let id = try #require(world.desks[0].things.first?.id)
      world.apart {
        edit(first, " A", in: &$0)
        edit(1 - first, " B", in: &$0)
      }
      // Both have the same time, so the replica with the higher id wins.
      let words = world.desks[0].labels
      #expect(words.sorted() == ["plan A", "plan B"])
      expectSame(world, words)
      let things = world.desks[0].things
      #expect(things.first?.id == id)
      #expect(things[0].bounds.maxY < things[1].bounds.minY)
      #expect(world.desks.allSatisfy { wasTold("edited the same text at once", $0) })
      #expect(
        world.desks.count { wasTold("It has your words, and theirs stand below it.", $0) } == 1)
      #expect(world.desks.count { wasTold("Your words stand below it.", $0) } == 1)
    }
  }

  @Test("Words that lose are copied if the board does not accept them, and nothing else is said")
  func refused() {
    var world = worldWithText()
    world.handle(.call(.connected(nil, canModerate: true)), at: 0)
    world.handle(.call(.members([], isHost: true)), at: 0)
    world.apart {
      edit(0, " A", in: &$0)
      edit(0, " C", in: &$0)
      edit(1, " B", in: &$0)
      $0.at(0) { $0.type("P1w") }
    }
    #expect(world.desks.allSatisfy { $0.labels == ["plan A C"] })
    let desk = world.desks[1]
    #expect(wasTold("edited the same text at once.", desk))
    #expect(!wasTold("stand below", desk) && !wasTold("in the clipboard", desk))
    #expect(wasTold("You are watching now: your words were sent to the terminal.", desk))
    let isCopied = desk.effects.contains { if case .copy("plan B") = $0 { true } else { false } }
    #expect(isCopied)
    world.handle(.copied("plan B"), at: 1)
    #expect(wasTold("You are watching now: your words are in the clipboard.", world.desks[1]))
  }

  @Test("If two type into one text, the first to finish finds their words below it")
  func openDrafts() {
    var world = worldWithText()
    for index in 0...1 {
      world.at(index) {
        $0.type("t")
        $0.click(20, 10)
        $0.key(.end)
        $0.type(index == 0 ? " of Ann" : " of Bea")
      }
    }
    world.at(0) { $0.key(.escape) }
    world.at(1) { $0.key(.escape) }
    expectSame(world, ["plan of Bea", "plan of Ann"])
    #expect(wasTold("Bea edited the same text at once. Your words stand below", world.desks[0]))
    #expect(wasTold("Ann edited the same text at once. It has your words", world.desks[1]))
  }

  @Test("After three edits at once, no words are lost and none stand twice") func three() {
    var world = worldWithText(3)
    world.apart {
      for index in 0...2 { edit(index, " \(index)", in: &$0) }
    }
    let words = world.desks[0].labels
    #expect(words.sorted() == ["plan 0", "plan 1", "plan 2"])
    expectSame(world, words)
  }

  @Test("After two equal edits at once, the words stand once") func equal() {
    var world = worldWithText()
    world.apart {
      for index in 0...1 { edit(index, "!", in: &$0) }
    }
    expectSame(world, ["plan!"])
  }

  @Test("A later edit, without another at once, makes no second text") func afterwards() {
    var world = worldWithText()
    world.apart {
      edit(0, " A", in: &$0)
      edit(1, " B", in: &$0)
    }
    for index in [0, 1, 0] { edit(index, "+", in: &world) }
    let words = world.desks[0].labels
    #expect(words.count == 2 && words[0].hasSuffix("+++"))
    expectSame(world, words)
  }

  @Test("A text that another person erased meanwhile becomes a new text") func erased() {
    var world = worldWithText()
    world.at(1) {
      $0.type("t")
      $0.click(20, 10)
      $0.key(.end)
      $0.type(" B")
    }
    world.at(0) { $0.type("C") }
    world.at(1) { $0.key(.escape) }
    expectSame(world, ["plan B"])
    world.at(0) { $0.type("R") }
    #expect(world.desks[0].labels.sorted() == ["plan", "plan B"])
  }
}
