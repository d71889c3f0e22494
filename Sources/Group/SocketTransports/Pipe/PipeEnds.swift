import CEaselSystem
import EaselPlatform
import GroupCore

/// The descriptors with which one end of a pair of pipes reads and writes. The receiver of this
/// value closes both.
struct PipeEnds: Sendable {
  let input: Int32
  let output: Int32
  /// The program at the other end if this process started it; otherwise nil.
  var child: ChildProcess?

  /// Makes two ends; each reads what the other writes. No program that this process starts inherits
  /// them.
  static func pair() throws(TransportFault) -> (near: PipeEnds, far: PipeEnds) {
    let there = try pipe()
    do {
      let back = try pipe()
      return (
        PipeEnds(input: back.read, output: there.write),
        PipeEnds(input: there.read, output: back.write)
      )
    } catch {
      EaselPlatform.close(there.read)
      EaselPlatform.close(there.write)
      throw error
    }
  }

  private static func pipe() throws(TransportFault) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard easel_pipe(&ends) == 0 else { throw systemFault(nil) }
    return (ends[0], ends[1])
  }

  /// Returns this process's standard input and output under new numbers, so that no other code
  /// writes to them by mistake and the other side sees when they are closed.
  static func standard() throws(TransportFault) -> PipeEnds {
    guard isatty(0) == 0, isatty(1) == 0 else {
      throw TransportFault(nil, .terminal)
    }
    let ends = PipeEnds(input: fcntl(0, F_DUPFD_CLOEXEC, 3), output: fcntl(1, F_DUPFD_CLOEXEC, 3))
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { EaselPlatform.close(nothing) }
    guard ends.input >= 0, ends.output >= 0, dup2(nothing, 0) == 0, dup2(nothing, 1) == 1 else {
      let fault = systemFault(nil)
      ends.close()
      throw fault
    }
    return ends
  }

  func close() {
    EaselPlatform.close(input)
    EaselPlatform.close(output)
  }
}
