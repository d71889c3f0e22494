/// The answers of the terminal so far.
struct Answers: Sendable {
  /// The time at which Easel asked the terminal, by `Terminal.uptime`; nil if it asked nothing.
  var askedAt: Int64?
  private(set) var isComplete = false
  /// Whether mode 1016 can be switched on.
  private(set) var hasPixelMouse = false
  private(set) var background: UInt32?

  mutating func receive(_ answer: Answer) {
    switch answer {
    case .mode(1016, let state): hasPixelMouse = state == 1 || state == 2
    case .background(let rgb): background = rgb
    case .attributes: isComplete = true
    case .mode, .cell, .name, .directColor: break
    }
  }

  /// Notes that Easel has asked more.
  mutating func expectMore(at now: Int64) {
    askedAt = now
    isComplete = false
  }

  /// Whether more answers may still come. After a second, Easel expects no more answers.
  func isAwaiting(at now: Int64) -> Bool {
    guard let askedAt, !isComplete else { return false }
    return now - askedAt < 1000
  }
}
