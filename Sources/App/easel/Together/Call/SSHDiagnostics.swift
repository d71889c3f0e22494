import Dispatch
import EaselBase
import EaselPlatform
import Synchronization

/// What ssh and the far side say beside the link. It is passed on line by line, as text that steers no
/// terminal, for as long as there is no picture on the screen that it would spoil.
final class SSHDiagnostics: Sendable {
  /// Where programs say it; stays this one's.
  let descriptor: Int32
  private let heard: Int32
  private let state = Mutex(State())

  private struct State {
    var lines = SafeLines()
    var isSilent = false
    /// Tells that there is something to read.
    var source: (any DispatchSourceRead)?
  }

  init() throws(UserError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw UserError("ssh cannot be heard: \(String(cString: strerror(errno))).")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Whoever speaks waits until there is room, and nobody waits for them.
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

  /// What was said before is passed on; what is said from now on nobody reads.
  func silence() {
    passOn()
    state.withLock { state in
      guard !state.isSilent else { return }
      if let rest = state.lines.rest() { Report.line(rest) }
      state.isSilent = true
    }
  }

  /// No more than was there when it began, though more may come meanwhile.
  private func passOn() {
    state.withLock { state in
      var bytes = [UInt8](repeating: 0, count: Self.pipeBytes)
      let count = read(heard, &bytes, bytes.count)
      guard count > 0, !state.isSilent else { return }
      for line in state.lines.append(bytes[..<count]) { Report.line(line) }
    }
  }

  /// As much as the system keeps of what nobody has read yet.
  private static let pipeBytes = 64 * 1_024
}
