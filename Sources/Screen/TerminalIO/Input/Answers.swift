/// The answers of the terminal so far.
struct Answers: Sendable {
  /// The time at which Easel asked last, by `Terminal.uptime`; nil if it asked nothing.
  private var askedAt: Int64?
  /// The number of questions for the terminal's attributes that have no answer yet. Such a question
  /// ends each group of questions.
  private var openCount = 0
  private var cell = CellQuestion.closed
  /// Whether the terminal has told the size of a cell before.
  private var knowsCell = false
  /// Whether mode 1016 can be switched on.
  private(set) var hasPixelMouse = false
  private(set) var background: UInt32?
  private(set) var name: String?
  /// Whether the terminal shows images in pixels.
  private(set) var hasImages = false
  /// Whether the terminal shows a frame at once that lies between the marks of mode 2026.
  private(set) var hasSynchronizedUpdates = false

  /// The state of the question for the size of a cell.
  private enum CellQuestion {
    case closed
    case open
    /// The window was resized after the question, so the answer may hold the old size.
    case stale
  }

  /// The time in milliseconds after which Easel expects no more answers.
  private static let patience: Int64 = 3000

  /// Whether the terminal has answered every group of questions.
  var isComplete: Bool { askedAt != nil && openCount == 0 }

  /// Whether the last answer for the size of a cell may tell an old size.
  private(set) var mustAskCellAgain = false

  mutating func receive(_ answer: Answer) {
    switch answer {
    case .mode(1016, let state): hasPixelMouse = state == 1 || state == 2
    case .mode(2026, let state): hasSynchronizedUpdates = state == 1 || state == 2
    case .image(GraphicsCommand.firstImage, let isShown): hasImages = isShown
    case .name(let name): self.name = name
    case .background(let rgb): background = rgb
    case .cell:
      (mustAskCellAgain, knowsCell, cell) = (cell == .stale, true, .closed)
    case .attributes:
      openCount = max(openCount - 1, 0)
      if openCount == 0 { cell = .closed }
    case .mode, .image, .directColor: break
    }
  }

  /// Notes that Easel has asked the first group of questions, with the question for the attributes
  /// at its end. Expects no more answers to earlier questions: they may have been lost in a stop.
  mutating func expect(at now: Int64) {
    forget()
    cell = .open
    expectMore(at: now)
  }

  /// Notes that Easel has asked a further group of questions.
  mutating func expectMore(at now: Int64) {
    askedAt = now
    openCount += 1
  }

  /// Notes that Easel has asked for the size of a cell, and the attributes after it.
  mutating func expectCell(at now: Int64) {
    cell = .open
    expectMore(at: now)
  }

  /// Expects no more answers to the questions so far.
  mutating func forget() { (openCount, cell) = (0, .closed) }

  /// Notes that the window may have got another size. Returns whether to ask for the size of a cell
  /// now: only a terminal that has told it is asked, and only one question is open at a time.
  mutating func mustAskCell(at now: Int64) -> Bool {
    if cell != .closed, mayCome(at: now) {
      cell = .stale
      return false
    }
    return knowsCell
  }

  /// Whether more answers may still come.
  func mayCome(at now: Int64) -> Bool { isAwaiting(at: now, for: Self.patience) }

  /// Whether answers are missing that were asked for less than this many milliseconds ago.
  func isAwaiting(at now: Int64, for milliseconds: Int64) -> Bool {
    guard let askedAt, !isComplete else { return false }
    return now - askedAt < milliseconds
  }
}
