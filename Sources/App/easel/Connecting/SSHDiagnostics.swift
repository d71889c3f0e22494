import BoardFiles
import BoardSessions
import Dispatch
import EaselBase
import EaselPlatform
import Synchronization

/// Prints the messages of ssh and of the remote program; the data of the link is not among them.
/// Each line is printed without terminal control sequences. Printing ends when the board is on the
/// screen, since messages would spoil the picture.
final class SSHDiagnostics: Sendable {
  /// The descriptor to which programs write their messages; this object closes it.
  let descriptor: Int32
  private let heard: Int32
  private let state = Mutex(State())

  private struct State {
    var lines = SafeLines()
    var isSilent = false
    /// Fires when there is something to read.
    var source: (any DispatchSourceRead)?
  }

  init() throws(UserError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw UserError("ssh cannot be heard: \(String(cString: strerror(errno))).")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Only this end does not wait: a program that writes into a full pipe waits until there is
    // room.
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    let heard = ends[0]
    (self.heard, descriptor) = (heard, ends[1])
    state.withLock { state in
      let source = DispatchSource.makeReadSource(fileDescriptor: heard, queue: .global())
      source.setCancelHandler { close(heard) }
      source.setEventHandler { [weak self] in self?.passOn() }
      source.activate()
      state.source = source
    }
  }

  deinit {
    state.withLock { $0.source?.cancel() }
    close(descriptor)
  }

  var isSilent: Bool { state.withLock { $0.isSilent } }

  /// Prints all messages so far. Later messages are read and dropped.
  func silence() {
    passOn()
    state.withLock { state in
      guard !state.isSilent else { return }
      if let rest = state.lines.rest() { Report.line(rest) }
      state.isSilent = true
    }
  }

  /// Prints at most one full pipe of messages, though more may come meanwhile.
  private func passOn() {
    state.withLock { state in
      var bytes = [UInt8](repeating: 0, count: Self.pipeBytes)
      let count = read(heard, &bytes, bytes.count)
      guard count > 0, !state.isSilent else { return }
      for line in state.lines.append(bytes[..<count]) { Report.line(line) }
    }
  }

  /// The most unread bytes that the system keeps in the pipe.
  private static let pipeBytes = 64 * 1_024
}
