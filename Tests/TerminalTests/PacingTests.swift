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

  @Test("one that answers is asked after a while, and waited for once a frame is on its way")
  func answering() {
    let pacing = Paced()
    #expect(!pacing.answered(now: 0))
    #expect(!pacing.wrote(100, now: 1))
    #expect(pacing.wrote(1000, now: 2))
    #expect(pacing.allowsFrame(now: 2))
    #expect(!pacing.wrote(5000, now: 3))
    #expect(!pacing.allowsFrame(now: 3))
    #expect(pacing.answered(now: 4))
    #expect(!pacing.allowsFrame(now: 4))
    #expect(!pacing.answered(now: 5))
    #expect(pacing.allowsFrame(now: 5))
  }

  @Test("an answer that does not come is given up")
  func lost() {
    let pacing = Paced()
    _ = pacing.answered(now: 0)
    #expect(pacing.wrote(10_000, now: 10))
    #expect(!pacing.allowsFrame(now: 11))
    #expect(pacing.allowsFrameAt == 10 + Pacing.patience)
    #expect(pacing.allowsFrame(now: 10 + Pacing.patience))
    #expect(!pacing.wrote(10_000, now: 10 + Pacing.patience))
    #expect(pacing.allowsFrame(now: 10 + Pacing.patience))
    #expect(!pacing.isAnswering)
  }
}

/// `#expect` takes no calls that alter a value.
private final class Paced {
  private var pacing = Pacing()
  var isAnswering: Bool { pacing.isAnswering }
  var allowsFrameAt: Int64? { pacing.allowsFrameAt }
  func allowsFrame(now: Int64) -> Bool { pacing.allowsFrame(now: now) }
  func wrote(_ count: Int, now: Int64) -> Bool { pacing.wrote(count, now: now) }
  func answered(now: Int64) -> Bool { pacing.answered(now: now) }
}
