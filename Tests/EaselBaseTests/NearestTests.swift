import EaselBase
import Testing

@Suite struct NearestTests {
  private static let commands = [
    "draw", "host", "join", "view", "relay", "deploy", "render", "play", "record", "boards", "demo",
    "themes", "doctor", "reset", "help",
  ]

  @Test(
    "A likely typing error is a slip of the word",
    arguments: [
      ("jion", "join"), ("hsot", "host"), ("veiw", "view"), ("rendr", "render"), ("draww", "draw"),
      ("recodr", "record"), ("bords", "boards"), ("dmeo", "demo"), ("ejoin", nil),
    ])
  func slips(word: String, command: String?) {
    #expect(Self.commands.first { isSlip(word, of: $0) } == command)
  }

  @Test(
    "A possible name is no slip of a word",
    arguments: [
      "plan", "board", "home", "main", "house", "post", "day", "john", "demo1", "pap", "boards2",
      "theme", "reader", "rest", "hosts", "views", "a", "", "draw", "box",
    ])
  func names(word: String) {
    #expect(!Self.commands.contains { isSlip(word, of: $0) })
  }
}
