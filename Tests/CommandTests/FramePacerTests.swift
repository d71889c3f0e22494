import Testing

@testable import easel

@Suite struct FramePacerTests {
  @Test("The first change after a pause is drawn at once, those that follow once in 8 ms")
  func pacing() {
    var pacer = FramePacer()
    var drawn: [Int64] = []
    for time in [Int64(100), 101, 107] where pacer.changed(at: time) { drawn.append(time) }
    #expect(drawn == [100])
    #expect(pacer.deadline == 108)
    for time in [Int64(108), 109] where pacer.isDue(at: time) { drawn.append(time) }
    #expect(drawn == [100, 108])
    #expect(pacer.deadline == nil)
    for time in [Int64(200)] where pacer.changed(at: time) { drawn.append(time) }
    #expect(drawn == [100, 108, 200])
  }
}
