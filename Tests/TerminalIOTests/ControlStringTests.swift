import CellFrame
import EaselBase
import FrameTesting
import Testing

@testable import TerminalIO

@Suite struct ControlStringTests {
  @Test("base 64 as in RFC 4648, section 10")
  func base64() {
    for (text, code) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ] {
      #expect(Base64.text(Array(text.utf8)) == code)
    }
    #expect(Base64.text([0xFF, 0xFE, 0xFD]) == "//79")
  }

  @Test("more than a terminal's clipboard takes is refused")
  func clipboard() {
    #expect(ControlStrings.clipboard(String(repeating: "x", count: 74_994)) != nil)
    #expect(ControlStrings.clipboard(String(repeating: "x", count: 74_995)) == nil)
  }

  @Test("the reset leaves no mode on, whatever was")
  func reset() {
    var screen = TerminalScreen(columns: 80, rows: 24)
    let modes = [1, 9, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 1049, 2004]
    for mode in modes { _ = screen.write("\u{1B}[?\(mode)h".utf8) }
    _ = screen.write("\u{1B}[?25l\u{1B}=\u{1B}(0\u{1B}[1;31m\u{1B}[?7l".utf8)
    _ = screen.write(Terminal.resetString.utf8)
    #expect(screen.leftovers == [])
  }

  @Test(
    "Every reset acts also after a string that was cut off",
    arguments: [
      "]52;c;QUJD", "]11;?", "P$q", "P+q5247", "_G", "^x", "Xx", "", "[1;3", "(",
      "]52;c;QUJD\u{1B}",
    ])
  func cutOff(string: String) {
    let resets = [
      Terminal.resetString, ControlStrings.forgotten,
      ControlStrings.endOfString + ControlStrings.plain,
    ]
    for reset in resets {
      #expect(reset.hasPrefix("\u{1B}\\"))
      var screen = TerminalScreen(columns: 80, rows: 24)
      _ = screen.write("\u{1B}[?2004h\u{1B}[1;31m\u{1B}\(string)".utf8)
      _ = screen.write((reset + Terminal.resetString).utf8)
      #expect(screen.leftovers == [])
      screen = TerminalScreen(columns: 80, rows: 24)
      _ = screen.write("\u{1B}[?2004h\u{1B}\(string)".utf8)
      _ = screen.write(reset.utf8)
      #expect(screen.modes[2004] == false || !reset.contains("2004"))
    }
  }

  @Test("the reset fits the rescue's buffer")
  func length() { #expect(Terminal.resetString.utf8.count <= 512) }

  @Test("terminfo may keep an entry with direct colour under these names")
  func directNames() {
    #expect(TerminalEntry.directNames(of: "xterm-256color") == ["xterm-direct"])
    #expect(TerminalEntry.directNames(of: "tmux-256color") == ["tmux-direct"])
    #expect(TerminalEntry.directNames(of: "alacritty") == ["alacritty-direct"])
    #expect(TerminalEntry.directNames(of: "xterm-kitty") == ["xterm-kitty-direct", "kitty-direct"])
    #expect(TerminalEntry.directNames(of: "xterm-direct") == ["xterm-direct"])
  }
}
