import CellFrame
import Testing

@testable import TerminalIO

@Suite struct BlockSupportTests {
  private func support(_ environment: [String: String]) -> BlockSupport {
    BlockSupport.find { environment[$0] }
  }

  @Test("Terminals that draw sextants are known by their own names")
  func known() {
    for term in ["xterm-kitty", "foot", "foot-extra", "wezterm", "xterm-ghostty", "contour"] {
      #expect(support(["TERM": term]) == .sextants, "\(term)")
    }
    for program in ["WezTerm", "ghostty", "contour"] {
      #expect(support(["TERM": "xterm-256color", "TERM_PROGRAM": program]) == .sextants)
    }
    #expect(support(["TERM": "xterm-256color", "VTE_VERSION": "7006"]) == .sextants)
  }

  @Test("Support is unknown on other terminals, and inside tmux and screen")
  func unknown() {
    #expect(support([:]) == .unknown)
    #expect(support(["TERM": "xterm-256color"]) == .unknown)
    #expect(support(["TERM": "xterm-256color", "VTE_VERSION": "6003"]) == .unknown)
    #expect(support(["TERM": "xterm-256color", "WT_SESSION": "1"]) == .unknown)
    #expect(support(["TERM": "footless"]) == .unknown)
    #expect(support(["TERM": "rxvt-unicode", "TERM_PROGRAM": "WezTerm"]) == .unknown)
    #expect(
      support(["TERM": "xterm", "VTE_VERSION": "7006", "XTERM_VERSION": "XTerm(379)"]) == .unknown)
    #expect(support(["TERM": "tmux-256color", "TERM_PROGRAM": "tmux"]) == .unknown)
    #expect(support(["TERM": "screen", "VTE_VERSION": "7006"]) == .unknown)
    #expect(support(["TERM": "xterm-kitty", "TMUX": "/tmp/tmux,1,0"]) == .unknown)
    #expect(support(["TERM": "xterm-256color", "VTE_VERSION": "7006", "STY": "1.x"]) == .unknown)
  }

  @Test("The Linux console has half blocks only")
  func console() {
    #expect(support(["TERM": "linux"]) == .halves)
  }
}
