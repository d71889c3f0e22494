import Foundation
import Testing

@testable import easel

/// The clipboard of the desktop, by a tool that stands in for it.
@Suite struct LocalClipboardTests {
  /// As in the program: a tool that does not read causes an error, and ends nothing.
  init() { signal(SIGPIPE, SIG_IGN) }

  private func tool(_ name: String, _ script: String, in home: Home) throws -> [String: String] {
    let path = try home.write("#!/bin/sh\n\(script)\n", to: name)
    chmod(path, 0o755)
    return ["PATH": "\(home.folder.path):/usr/bin:/bin"]
  }

  @Test("The tool of the desktop is used where there is one, and never over ssh")
  func choice() throws {
    let home = try Home()
    let path = try tool("xclip", "cat >/dev/null", in: home)
    func found(_ environment: [String: String]) -> [String]? {
      let all = environment.merging(path) { first, _ in first }
      return LocalClipboard(environment: { all[$0] })?.tool
    }
    #expect(found([:]) == nil)
    #expect(found(["DISPLAY": ""]) == nil)
    #expect(
      found(["DISPLAY": ":0"]) == [home.path("xclip"), "-selection", "clipboard"])
    for variable in ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"] {
      #expect(found(["DISPLAY": ":0", variable: "1"]) == nil)
    }
    _ = try tool("wl-copy", "cat >/dev/null", in: home)
    #expect(found(["DISPLAY": ":0", "WAYLAND_DISPLAY": "w"]) == [home.path("wl-copy")])
  }

  /// - Parameter patience: the tool's time; by default longer than any test lasts on a busy machine.
  private func clipboard(
    _ script: String, patience: DispatchTimeInterval = .seconds(600), in home: Home
  ) throws -> LocalClipboard {
    let path = try tool("xclip", script, in: home)
    let all = path.merging(["DISPLAY": ":0"]) { first, _ in first }
    return try #require(LocalClipboard(patience: patience) { all[$0] })
  }

  @Test("A tool that does not end is stopped, and has not taken the text")
  func endless() throws {
    let home = try Home()
    let tool = try clipboard("exec tail -f /dev/null", patience: .milliseconds(1), in: home)
    #expect(!tool.set("short"))
  }

  @Test("The text is on the tool's standard input; a tool that fails has not taken it")
  func text() throws {
    let home = try Home()
    let text = String(repeating: "a line\n", count: 40_000)
    let copy = home.path("copy")
    for (script, isTaken) in [
      ("cat >'\(copy)'", true), ("exit 1", false), ("kill -9 $$", false),
    ] {
      let tool = try clipboard(script, in: home)
      #expect(tool.set(script == "exit 1" ? "short" : text) == isTaken, "\(script)")
    }
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == text)
  }
}
