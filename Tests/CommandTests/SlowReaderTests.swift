import EaselTesting
import Testing

/// A terminal that is slower than the drawing sees what is, not what was.
@Suite struct SlowReaderTests {
  @Test("a terminal that does not read gets no more than a frame when it does")
  func stopped() throws {
    let home = try Home()
    let run = try EaselRun.drawing(on: home.path("slow.easel"), in: home)
    try run.catchUp()
    let before = run.output.count
    // Some 40 strokes all over the screen: more output than any pty holds, if each were drawn.
    for stroke in 0..<40 {
      let row = 2 + stroke % 20
      for _ in 0..<10 { try run.drag(line(from: (2, row), to: (77, 21 - stroke % 20))) }
    }
    try run.send("\u{1B}")
    try run.waitUntilSaved()
    try run.waitForInk((40, 11))
    // What the pty held, a frame begun, and a frame of the last state: far from all of them.
    #expect(run.output.count - before < 200_000)
  }
}
