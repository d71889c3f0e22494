import CellFrame
import TerminalIO
import Testing

/// The letters that arrive together.
@Suite struct WakeTests {
  private func keys(_ text: String) -> [Wake] { text.map { .input(.key(.character($0))) } }

  @Test("letters are taken together up to the next other event")
  func letters() {
    for end in [Wake.input(.key(.escape)), .input(.key(.character("x"), .control)), .deadline] {
      var rest = (keys("日本 ab") + [end] + keys("cd"))[...]
      #expect(Wake.removeText(from: &rest) == "日本 ab")
      #expect(Wake.removeText(from: &rest) == nil)
      #expect(rest.removeFirst() == end)
      #expect(Wake.removeText(from: &rest) == "cd" && rest.isEmpty)
    }
  }

  @Test("a single letter stays a key") func single() {
    var rest = keys("a")[...]
    #expect(Wake.removeText(from: &rest) == nil && rest == keys("a")[...])
  }
}
