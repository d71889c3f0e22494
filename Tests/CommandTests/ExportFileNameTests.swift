import BoardModel
import BoardScript
import EaselBase
import GroupTesting
import Testing

import BoardFiles

@Suite struct ExportFileNameTests {
  private func name(_ script: String, board: String = "my plan", number: Int = 1) throws -> String {
    ExportFileName(of: try Picture(script: script), name: SafeText(board, limit: .title))
      .string(number: number, ending: "svg")
  }

  @Test("An export has the board's first words as its name, without blanks")
  func words() throws {
    let script = "text 0.5,0.5 \"later\"\ntext 0.2,0.2 \"login flow\"\ntext 0.6,0.2 \"beside\"\n"
    #expect(try name(script) == "login-flow.svg")
    #expect(try name(script, number: 3) == "login-flow-3.svg")
    #expect(try name("paper\n| \"\"\n| \"## What is new?\"\n") == "What-is-new.svg")
    #expect(try name("text 0.1,0.1 \"Größe, 漢字\"\n") == "Größe-漢字.svg")
  }

  @Test("A board without words gives an export its name, with a blank before a number")
  func withoutWords() throws {
    #expect(try name("line 0.1,0.1 0.2,0.2\n") == "my plan.svg")
    #expect(try name("text 0.1,0.1 \"--- /\"\n", number: 2) == "my plan 2.svg")
    #expect(try name("", board: "/") == "board.svg")
  }

  @Test("No text on a board leads out of the folder, becomes an option or hides the file")
  func safety() throws {
    for (words, expected) in [
      ("../../etc/passwd", "etc-passwd.svg"), ("-rf *", "rf.svg"), (".hidden", "hidden.svg"),
      ("a;rm $HOME `x`", "a-rm-HOME-x.svg"), ("x.easel", "x-easel.svg"),
    ] {
      #expect(try name("text 0.1,0.1 \"\(words)\"\n") == expected)
    }
  }

  @Test("A long text gives as many whole words as have room")
  func long() throws {
    let words = "one two three four five six seven eight nine ten eleven"
    #expect(
      try name("text 0.1,0.1 \"\(words)\"\n") == "one-two-three-four-five-six-seven-eight.svg")
    let word = String(repeating: "x", count: 60)
    #expect(
      try name("text 0.1,0.1 \"\(word)\"\n") == String(repeating: "x", count: 40) + ".svg")
  }
}
