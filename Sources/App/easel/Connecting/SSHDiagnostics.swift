import BoardSessions
import Dispatch
import EaselBase
import EaselPlatform
import Synchronization

/// Passes on the messages of ssh and of the remote end, other than the link's data. It passes them
/// on line by line, without terminal control sequences, until a picture is on the screen that they
/// would spoil.
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
    // A program that writes waits until there is room; this process never waits for it.
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

  /// Passes on all messages so far. Later messages are read and dropped.
  func silence() {
    passOn()
    state.withLock { state in
      guard !state.isSilent else { return }
      if let rest = state.lines.rest() { Report.line(rest) }
      state.isSilent = true
    }
  }

  /// Reads at most one full pipe, though more may come meanwhile.
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
