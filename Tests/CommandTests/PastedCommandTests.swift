import Testing

@testable import easel

@Suite struct PastedCommandTests {
  @Test(
    "A pasted command or a lone ticket joins",
    arguments: [
      (["easel", "join", "easel://x"], ["join", "easel://x"]),
      (["easel", "view", "easel://x"], ["view", "easel://x"]),
      (["easel join 'easel://x'"], ["join", "easel://x"]),
      (["$ easel view \"easel://x\" "], ["view", "easel://x"]),
      (["easel view --wall 'easel://x'"], ["view", "--wall", "easel://x"]),
      (["easel join --wall 'easel://x'"], ["easel join --wall 'easel://x'"]),
      (["./easel join easel://x"], ["join", "easel://x"]),
      (["easel://x"], ["join", "easel://x"]),
      (["easel"], ["easel"]), (["easel", "boards"], ["easel", "boards"]),
      (["plan"], ["plan"]), (["rm -rf easel://x"], ["rm -rf easel://x"]), ([], []),
    ])
  func unwraps(arguments: [String], expected: [String]) {
    #expect(PastedCommand.unwrapped(arguments) == expected)
  }
}
