import EaselBase
import Testing

@testable import BoardView
@testable import ScreenContract
@testable import WhiteboardUI

@Suite struct NoticeTests {
  @Test("Ink that the terminal cannot show is drawn in another raster, and a notice says so")
  func replacedRaster() {
    var desk = Desk { $0.surface.replacedRasters = [.octants: .sextants] }
    desk.within { $0.perform(.raster(.octants)) }
    #expect(desk.board.shownRaster == .sextants)
    #expect(
      desk.board.notices.shown?.text.string
        == "No octants here; drawing with sextants.")
    #expect(desk.board.notices.shown?.isWarning == false)
    let isRemembered = desk.board.effects.contains { effect in
      if case .remember(.raster(.fixed(.octants))) = effect { true } else { false }
    }
    #expect(isRemembered)
    desk.within { $0.perform(.raster(.quadrants)) }
    #expect(desk.board.shownRaster == .quadrants)
  }

  @Test("The user's choice of ink holds from the start, in the raster that can be drawn")
  func rasterChoice() {
    var desk = Desk {
      $0.surface.rasterChoice = .fixed(.octants)
      $0.surface.replacedRasters = [.octants: .sextants]
    }
    #expect(desk.board.shownRaster == .sextants)
    desk.within { $0.perform(.automaticRaster) }
    #expect(desk.board.shownRaster == .braille)
  }

  @Test("No notice is lost to a narrow line", arguments: [(20, 6), (80, 24)])
  func unfolded(columns: Int, rows: Int) {
    let first = "the first complaint, of which the end matters most: ONE"
    let second = "/home/ada/a-folder-of-one-very-long-name/without/any/blank/at/all/TWO: wrong"
    var desk = Desk(columns: columns, rows: rows)
    for text in [first, second] { desk.handle(.failed(SafeText(text))) }
    #expect(desk.notice.contains(columns == 20 ? "… n" : "More n"))
    desk.type("n")
    var seen = desk.screen
    for _ in 0..<20 {
      desk.key(.down)
      seen += desk.screen
    }
    let read = seen.filter { !" │\n".contains($0) }
    for word in ["ONE", "TWO:", "wrong", "matters"] { #expect(read.contains(word), "\(word)") }
    desk.type("n")
    #expect(desk.board.sheets.open == nil)
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("The key that the line names unfolds a notice from any sheet that has no row with it")
  func unfoldedFromSheets() {
    let text = SafeText(String(repeating: "reason ", count: 60) + "END")
    for (open, isFree) in [(SheetName.export, true), (.boards, true), (.invite, false)] {
      var desk = Desk { $0.hasCall = true }
      desk.within { $0.perform(.show(open)) }
      desk.handle(.failed(text))
      #expect(desk.notice.contains("More n") == isFree && desk.notice.contains("More"), "\(open)")
      desk.type("n")
      #expect(desk.screen.contains("END") == isFree, "\(open)")
      #expect(desk.frame == desk.frameFromScratch)
    }
    var desk = Desk()
    desk.type("t")
    desk.click(20, 10)
    desk.handle(.failed(text))
    desk.type("n")
    #expect(
      desk.notice.contains("More") && !desk.notice.contains("More n"), "n is a letter of the text")
  }

  @Test("A notice that fits and hides no warning has nothing to unfold") func short() {
    var desk = Desk()
    desk.handle(.done(SafeText("Exported.")))
    desk.handle(.done(SafeText("Exported again.")))
    #expect(desk.notice.contains("Exported again.") && !desk.notice.contains("More"))
  }

  @Test(
    "A text from outside becomes a sentence: a capital letter, and a full stop",
    arguments: [
      ("the disk is full", "The disk is full."), ("you left.", "You left."),
      ("done, with ink!", "Done, with ink!"), ("did you mean “plan”?", "Did you mean “plan”?"),
      ("Saved.", "Saved."), ("", ""), ("disk", "Disk."), ("cut off…", "Cut off…"),
      ("/home/ada/plan.easel cannot be read", "/home/ada/plan.easel cannot be read."),
      ("tcp://desk:1 does not answer", "tcp://desk:1 does not answer."),
      ("“plan” is back", "“plan” is back."), ("s3 is full", "s3 is full."),
    ])
  func sentences(text: String, sentence: String) {
    #expect(SafeText(text).sentence == sentence)
    for event in [Event.done(SafeText(text)), .board(.failed(SafeText(text)))] where !text.isEmpty {
      var desk = Desk()
      desk.handle(event)
      #expect(desk.notice.contains(sentence))
    }
  }

  @Test(
    "A notice about u disappears as soon as u does something else", arguments: ["u", "R", "h ll "])
  func undone(keys: String) {
    var desk = Desk()
    desk.drag([(10, 5), (60, 5)])
    desk.type("C")
    #expect(desk.notice.contains("u brings it back"))
    desk.type(keys)
    #expect(!desk.notice.contains("u brings it back"))
    #expect(desk.board.notices.latest.contains { $0.string.contains("u brings it back") })
  }

  @Test("Lines are broken between words, and longer words where they must be") func wrap() {
    let chrome = Chrome(.braille)
    #expect(chrome.wrap("a word/that/is/long end", 6) == ["a", "word/t", "hat/is", "/long", "end"])
    #expect(chrome.wrap("日本語", 4) == ["日本", "語"])
  }
}
