import EaselPlatform
import Synchronization

/// Wakes another thread through a descriptor, for which a thread can wait together with other
/// descriptors.
///
/// Several rings before the pipe is silenced count as one.
package final class WakePipe: Sendable {
  /// Readable while the pipe rings.
  package let descriptor: Int32
  private let rope: Int32
  /// Whether a byte waits in the pipe. Most checks only look at this flag and need no system call.
  private let isRinging = Mutex(false)

  /// If the process has no descriptor left, the pipe never rings; the waiting thread then relies on
  /// the clock.
  package init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) != 0 { ends = [-1, -1] }
    for end in ends where end >= 0 {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, rope) = (ends[0], ends[1])
  }

  deinit {
    for end in [descriptor, rope] where end >= 0 { close(end) }
  }

  package func ring() {
    isRinging.withLock { isRinging in
      guard !isRinging else { return }
      var byte: UInt8 = 0
      isRinging = write(rope, &byte, 1) == 1
    }
  }

  /// Waits for a ring and silences it.
  ///
  /// - Parameter milliseconds: the longest wait; nil waits for ever.
  package func wait(milliseconds: Int32? = nil) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&entry, 1, descriptor < 0 ? milliseconds ?? 10 : milliseconds ?? -1)
    silence()
  }

  /// Silences the pipe.
  ///
  /// - Returns: whether it rang.
  package func clear() -> Bool {
    let didRing = isRinging.withLock { $0 }
    silence()
    return didRing
  }

  package func silence() {
    isRinging.withLock { isRinging in
      guard isRinging else { return }
      var byte: UInt8 = 0
      isRinging = read(descriptor, &byte, 1) != 1
    }
  }
}
