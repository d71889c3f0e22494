/// What the terminal has said of itself so far.
struct Answers: Sendable {
  /// When it was asked first, by `Terminal.uptime`; nil where nothing is asked.
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
    case .mode, .cell: break
    }
  }

  /// Whether more may still come; what has not come within a second never will.
  func isAwaiting(at now: Int64) -> Bool {
    guard let askedAt, !isComplete else { return false }
    return now - askedAt < 1000
  }
}
