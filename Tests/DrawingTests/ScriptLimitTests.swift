import Testing

@testable import Drawing

/// What a script may hold, at its bounds and one beyond.
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

  @Test("L5 · a wait of an hour, and the largest name") func numbers() {
    #expect(isRead("wait \(Script.Bounds.waitMilliseconds)ms"))
    #expect(!isRead("wait \(Script.Bounds.waitMilliseconds + 1)ms"))
    #expect(isRead("#\(Script.Bounds.name) line 0,0 1,1"))
    #expect(!isRead("#\(Script.Bounds.name + 1) line 0,0 1,1"))
  }
}
