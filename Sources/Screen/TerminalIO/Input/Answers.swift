/// The answers of the terminal so far.
struct Answers: Sendable {
  /// The time at which Easel asked last, by `Terminal.uptime`; nil if it asked nothing.
  private var askedAt: Int64?
  /// The number of questions for the terminal's attributes that have no answer yet. Such a question
  /// ends each group of questions.
  private var openCount = 0
  /// Whether mode 1016 can be switched on.
  private(set) var hasPixelMouse = false
  private(set) var background: UInt32?

  /// Whether the terminal has answered every group of questions.
  var isComplete: Bool { askedAt != nil && openCount == 0 }

  mutating func receive(_ answer: Answer) {
    switch answer {
    case .mode(1016, let state): hasPixelMouse = state == 1 || state == 2
    case .background(let rgb): background = rgb
    case .attributes: openCount = max(openCount - 1, 0)
    case .mode, .cell, .name, .directColor: break
    }
  }

  /// Notes that Easel has asked the first group of questions, with the question for the attributes
  /// at its end. Expects no more answers to earlier questions: they may have been lost in a stop.
  mutating func expect(at now: Int64) {
    openCount = 0
    expectMore(at: now)
  }

  /// Notes that Easel has asked a further group of questions.
  mutating func expectMore(at now: Int64) {
    askedAt = now
    openCount += 1
  }

  /// Whether more answers may still come. After a second, Easel expects no more answers.
  func isAwaiting(at now: Int64) -> Bool {
    guard let askedAt, !isComplete else { return false }
    return now - askedAt < 1000
  }
}
