@testable import BoardScript
import Testing

import BoardModel

/// The limits of a script: each at its bound and one beyond.
@Suite struct ScriptLimitTests {
  private func isRead(_ text: String) -> Bool {
    do {
      _ = try Script(parsing: text)
      return true
    } catch { return false }
  }

  @Test("L5 · a line as long as any may be") func lines() {
    let words = "text 0.5,0.5 \"a\""
    func line(_ count: Int) -> String { words + String(repeating: " ", count: count - words.count) }
    #expect(isRead(line(Script.Bounds.lineBytes)))
    #expect(!isRead(line(Script.Bounds.lineBytes + 1)))
  }

  @Test("L5 · a text and a line of paper as long as any may be; a longer one is refused, not cut")
  func texts() {
    func fault(_ script: String) -> String? {
      do {
        _ = try Script(parsing: script)
        return nil
      } catch { return "\(error)" }
    }
    func text(_ count: Int) -> String {
      "pen red\ntext 0.5,0.5 \"" + String(repeating: "é", count: count) + "\""
    }
    #expect(fault(text(1_000)) == nil)
    #expect(fault(text(1_001)) == "line 2, column 14: a text holds at most 1000 characters")
    func paper(_ count: Int) -> String {
      "paper\n| \"" + String(repeating: "é", count: count) + "\""
    }
    #expect(fault(paper(2_000)) == nil)
    #expect(fault(paper(2_001)) == "line 2, column 3: a line of paper holds at most 2000 columns")
  }

  @Test("L5 · a wait of an hour, and the largest name") func numbers() {
    #expect(isRead("wait \(Script.Bounds.longestPause.milliseconds)ms"))
    #expect(!isRead("wait \(Script.Bounds.longestPause.milliseconds + 1)ms"))
    #expect(isRead("#\(Script.Bounds.name) line 0,0 1,1"))
    #expect(!isRead("#\(Script.Bounds.name + 1) line 0,0 1,1"))
  }
}
