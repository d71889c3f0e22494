import CEaselNcurses
import EaselPlatform

/// The two streams that ncurses uses instead of the terminal. It writes to a file in memory, and
/// reads from a pipe.
///
/// With these, ncurses can neither wait for the terminal nor change its settings: the program moves
/// the bytes between the streams and the terminal itself.
final class CursesStreams {
  let output: UnsafeMutablePointer<FILE>
  let input: UnsafeMutablePointer<FILE>
  private let inputEnd: Int32

  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .refused(call: "pipe", errno: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    let memory = easel_memory_file()
    guard memory >= 0, let output = fdopen(memory, "w"), let input = fdopen(ends[0], "r") else {
      let reason = errno
      for descriptor in ends + [memory] where descriptor >= 0 { close(descriptor) }
      throw .refused(call: "memfd_create", errno: reason)
    }
    (self.output, self.input, inputEnd) = (output, input, ends[1])
  }

  deinit {
    fclose(output)
    fclose(input)
    close(inputEnd)
  }

  /// Returns everything that ncurses has written since the last call.
  func takeWritten() -> [UInt8] {
    let memory = fileno(output)
    let count = Int(lseek(memory, 0, SEEK_CUR))
    guard count > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(pread(memory, buffer.baseAddress, count, 0), 0)
    }
    lseek(memory, 0, SEEK_SET)
    return bytes
  }

  /// Passes bytes to ncurses. They must be no more than an empty pipe holds.
  func feed(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { write(inputEnd, $0.baseAddress, $0.count) }
  }

  /// Takes back the bytes that ncurses has not read yet.
  func takeUnread() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 512) { buffer, filled in
      filled = max(read(fileno(input), buffer.baseAddress, buffer.count), 0)
    }
  }
}
