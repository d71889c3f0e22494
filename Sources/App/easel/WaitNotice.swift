import BoardFiles
import BoardSessions
import CEaselSystem
import EaselPlatform
import Synchronization
import SystemFiles

/// Says what the program waits for, if the wait takes half a second and a person can read it.
///
/// Create it before the wait, and call `end` after it. No notice appears after `end`. Meanwhile a
/// thread waits beside the caller. It is a plain thread, because libdispatch would keep one of its own
/// that wakes for ever.
final class WaitNotice: Sendable {
  /// The length of a wait after which the user is told.
  static let milliseconds: Int64 = 500
  private let sentence: String
  /// A pipe whose writing end closes at the end of the wait; nil if no person sees the notice.
  private let pipe: (reading: Int32, writing: Int32)?
  private let isOver = Mutex(false)

  /// - Parameter sentence: the sentence, which also says how to end the wait if that is possible.
  init(_ sentence: String) {
    self.sentence = sentence
    var ends: [Int32] = [-1, -1]
    guard isatty(STDERR_FILENO) == 1, easel_pipe(&ends) == 0 else {
      pipe = nil
      return
    }
    pipe = (ends[0], ends[1])
    var thread = pthread_t()
    let this = Unmanaged.passRetained(self)
    let result = pthread_create(
      &thread, nil,
      { raw in
        if let raw { Unmanaged<WaitNotice>.fromOpaque(raw).takeRetainedValue().watch() }
        return nil
      }, this.toOpaque())
    if result == 0 {
      pthread_detach(thread)
    } else {
      this.release()
    }
  }

  /// Waits on its own thread until the wait ends, and tells the user if that takes long.
  private func watch() {
    guard let pipe else { return }
    var entry = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
    if poll(&entry, 1, Int32(Self.milliseconds)) == 0 {
      isOver.withLock { if !$0 { Report.prompt(sentence + "\n") } }
    }
    close(pipe.reading)
  }

  func end() {
    isOver.withLock { isOver in
      if !isOver, let pipe { close(pipe.writing) }
      isOver = true
    }
  }

  /// Prints a notice at once, for a wait that is always long.
  static func printAtOnce(_ sentence: String) {
    if isatty(STDERR_FILENO) == 1 { Report.prompt(sentence + "\n") }
  }

  /// The notice for a board that is opened; another program may have it for itself for a moment.
  static func opening(_ board: String) -> WaitNotice {
    WaitNotice("Opening \(UserError.shown(board))… Ctrl-C ends it.")
  }

  /// The notice for a file that a user names; `-` is standard input.
  static func reading(_ path: String) -> WaitNotice {
    WaitNotice(
      "Reading \(path == "-" ? "standard input" : UserError.shown(path))… Ctrl-C ends it.")
  }

  /// The notice for an output that a user names, because a pipe waits until another program reads
  /// from it; nil for an output that is open already.
  static func writing(to output: NamedOutput) -> WaitNotice? {
    guard !output.isOpen else { return nil }
    return WaitNotice("Writing \(UserError.shown(output.name))… Ctrl-C ends it.")
  }
}
