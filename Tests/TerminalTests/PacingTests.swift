import Testing

@testable import Terminal

@Suite struct PacingTests {
  @Test("a terminal that never answered is asked nothing and held back by nothing")
  func silent() {
    let pacing = Paced()
    for now in Int64(0)..<100 {
      #expect(!pacing.wrote(10_000, now: now))
      #expect(pacing.allowsFrame(now: now))
    }
  }

  @Test("a quick one is asked nothing, whatever is drawn, and a short hold-up makes none slow")
  func quick() {
    let pacing = Paced()
    #expect(!pacing.answered(now: 0))
    for now in Int64(1)..<100 {
      pacing.blocked(now: now * 1000)
      pacing.drained(now: now * 1000 + Pacing.slowness - 1)
      #expect(!pacing.wrote(10_000, now: now * 1000))
      #expect(pacing.allowsFrame(now: now * 1000))
    }
  }

  @Test("a slow one that answers is waited for once a frame is on its way")
  func slow() {
    let pacing = slowOne()
    #expect(!pacing.wrote(100, now: 1001))
    #expect(pacing.wrote(1000, now: 1002))
    #expect(pacing.allowsFrame(now: 1002))
    #expect(!pacing.wrote(5000, now: 1003))
    #expect(!pacing.allowsFrame(now: 1003))
    #expect(pacing.answered(now: 1500))
    #expect(!pacing.allowsFrame(now: 1500))
    #expect(!pacing.answered(now: 2000))
    #expect(pacing.allowsFrame(now: 2000))
  }

  @Test("one that answers quickly again is asked no more")
  func recovered() {
    let pacing = slowOne()
    #expect(pacing.wrote(2000, now: 1001))
    #expect(!pacing.answered(now: 1002))
    #expect(!pacing.wrote(20_000, now: 1003))
    #expect(pacing.allowsFrame(now: 1003))
  }

  @Test("an answer that does not come is given up")
  func lost() {
    let pacing = slowOne()
    #expect(pacing.wrote(10_000, now: 1010))
    #expect(!pacing.allowsFrame(now: 1011))
    #expect(pacing.allowsFrameAt == 1010 + Pacing.patience)
    #expect(pacing.allowsFrame(now: 1010 + Pacing.patience))
    #expect(!pacing.wrote(10_000, now: 1010 + Pacing.patience))
    #expect(pacing.allowsFrame(now: 1010 + Pacing.patience))
    #expect(!pacing.isAnswering)
  }

  /// One that answers, and took a second to take something.
  private func slowOne() -> Paced {
    let pacing = Paced()
    _ = pacing.answered(now: 0)
    pacing.blocked(now: 0)
    pacing.blocked(now: 900)
    pacing.drained(now: 1000)
    return pacing
  }
}

/// `#expect` takes no calls that alter a value.
private final class Paced {
  private var pacing = Pacing()
  var isAnswering: Bool { pacing.isAnswering }
  var allowsFrameAt: Int64? { pacing.allowsFrameAt }
  func allowsFrame(now: Int64) -> Bool { pacing.allowsFrame(now: now) }
  func wrote(_ count: Int, now: Int64) -> Bool { pacing.wrote(count, now: now) }
  func blocked(now: Int64) { pacing.blocked(now: now) }
  func drained(now: Int64) { pacing.drained(now: now) }
  func answered(now: Int64) -> Bool { pacing.answered(now: now) }
}
