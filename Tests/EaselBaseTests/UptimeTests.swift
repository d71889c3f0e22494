import EaselBase
import Testing

@Suite struct UptimeTests {
  @Test("time ends instead of overflowing")
  func ends() {
    let (start, end) = (Uptime(milliseconds: .min), Uptime(milliseconds: .max))
    #expect(end.advanced(by: 1) == end)
    #expect(start.advanced(by: -1) == start)
    #expect(end.since(start) == .max)
    #expect(start.since(end) == .min)
    #expect(start.advanced(by: 5).since(start) == 5)
  }
}
