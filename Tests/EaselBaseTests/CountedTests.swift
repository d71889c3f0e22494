import EaselBase
import Testing

@Suite struct CountedTests {
  @Test("One of a kind has the singular, any other number the plural")
  func counts() {
    #expect(
      [0, 1, 2, 11].map { $0.counted("change") } == [
        "0 changes", "1 change", "2 changes", "11 changes",
      ])
  }
}
