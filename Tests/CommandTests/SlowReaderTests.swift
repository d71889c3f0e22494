import EaselTesting
import Glibc
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

  @Test("a terminal that takes 1 kB/s has no more than a frame to come when drawing stops")
  func slow() throws {
    let home = try Home()
    let run = try EaselRun.drawing(on: home.path("slow.easel"), in: home)
    try run.send("8")
    let start = ContinuousClock.now
    var (taken, strokes) = (0, 0)
    while true {
      let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
      guard milliseconds < 1_500 else { break }
      if taken < milliseconds { taken += try run.read(atMost: milliseconds - taken) }
      // Another colour each time, so that a stroke over others changes as much.
      let color = ["a", "b", "c", "d", "e", "f", "g"][strokes % 7]
      let row = 3 + strokes % 18
      try run.send("c\(color)")
      try run.drag(line(from: (3, row), to: (60, 23 - row)))
      strokes += 1
      poll(nil, 0, 5)
    }
    let left = run.output.count
    try run.send("1")
    try run.drag(line(from: (75, 5), to: (75, 15)))
    try run.wait(for: "the last stroke") { $0.hasInk((75, 15)) && $0.isSaved }
    try run.catchUp()
    #expect(run.output.count - left < 20_000)
  }
}
