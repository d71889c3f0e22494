import EaselBase
import Testing

@Suite struct CountedTests {
  @Test("A count of one has the singular, and any other count has the plural")
  func counts() {
    #expect(
      [0, 1, 2, 11].map { $0.counted("change") } == [
        "0 changes", "1 change", "2 changes", "11 changes",
      ])
  }
}
