import BoardSessions
import Dispatch
import EaselPlatform
import Synchronization

/// Says what the program waits for, if the wait takes half a second and a person can read it.
///
/// Create it before the wait, and call `end` after it. No notice appears after `end`.
final class WaitNotice: Sendable {
  /// The length of a wait after which the user is told.
  static let milliseconds: Int64 = 500
  private let isOver = Mutex(false)

  /// - Parameter sentence: the sentence, which also says how to end the wait if that is possible.
  init(_ sentence: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(Self.milliseconds))) {
      [self] in
      isOver.withLock { if !$0 { Report.prompt(sentence + "\n") } }
    }
  }

  /// Says it at once, for a wait that is always long.
  static func say(_ sentence: String) {
    if isatty(STDERR_FILENO) == 1 { Report.prompt(sentence + "\n") }
  }

  func end() { isOver.withLock { $0 = true } }

  /// The notice for a board that is opened; another program may have it for itself for a moment.
  static func opening(_ board: String) -> WaitNotice {
    WaitNotice("Opening \(UserError.shown(board))… Ctrl-C ends it.")
  }

  /// The notice for a file that a user names; `-` is standard input.
  static func reading(_ path: String) -> WaitNotice {
    WaitNotice(
      "Reading \(path == "-" ? "standard input" : UserError.shown(path))… Ctrl-C ends it.")
  }
}
