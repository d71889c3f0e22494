/// Keeps no more than about a frame on its way to a slow terminal.
///
/// The kernel, ssh and the like take many frames before they refuse more, so that a slow terminal
/// would show what was true long ago. Once a terminal has been slow to take a frame, and if it is
/// one that answers, it is asked now and then whether it has taken everything in. Others are left
/// to the kernel's measure, and a quick terminal is never asked while somebody draws.
struct Pacing: Sendable {
  /// Bytes after which a question is due.
  static let questionEvery = 1024
  /// Bytes that may be on their way before another frame.
  static let unconfirmedMax = 4096
  /// Milliseconds after which an answer is given up.
  static let patience: Int64 = 3000
  /// Milliseconds: who takes as long to take a frame is slow, who answers within it is quick again.
  static let slowness: Int64 = 250

  /// Whether this terminal has been heard to answer.
  private(set) var isAnswering = false
  private(set) var isSlow = false
  private var written = 0
  private var confirmed = 0
  /// What had been written when the question was asked that is still open, and when that was.
  private var question: (mark: Int, at: Int64)?
  /// Since when the terminal takes nothing.
  private var blockedAt: Int64?

  /// Whether another frame may be written.
  func allowsFrame(now: Int64) -> Bool {
    guard let question, written - confirmed >= Self.unconfirmedMax else { return true }
    return now - question.at >= Self.patience
  }

  /// When a frame is allowed even if nothing is answered until then.
  var allowsFrameAt: Int64? { question.map { $0.at + Self.patience } }

  /// The terminal refused more for now.
  mutating func blocked(now: Int64) { blockedAt = blockedAt ?? now }

  /// The terminal has taken all there was.
  mutating func drained(now: Int64) {
    if let blockedAt, now - blockedAt >= Self.slowness { isSlow = true }
    blockedAt = nil
  }

  /// So many bytes were written. True when a question is to follow them.
  mutating func wrote(_ count: Int, now: Int64) -> Bool {
    written += count
    if let question, now - question.at >= Self.patience {
      isAnswering = false
      self.question = nil
    }
    return ask(now: now)
  }

  /// The terminal has answered. True when another question is due at once.
  mutating func answered(now: Int64) -> Bool {
    isAnswering = true
    if let question {
      confirmed = question.mark
      if now - question.at < Self.slowness { isSlow = false }
    }
    question = nil
    return ask(now: now)
  }

  private mutating func ask(now: Int64) -> Bool {
    guard isSlow, isAnswering, question == nil, written - confirmed >= Self.questionEvery else {
      return false
    }
    question = (written, now)
    return true
  }
}
