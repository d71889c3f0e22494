import CEaselSystem
import EaselPlatform

/// Makes signals readable through a file descriptor, so that the program can wait for them.
struct Signals {
  /// The descriptor, which becomes readable when a signal has come.
  let descriptor: Int32

  struct Set: OptionSet {
    let rawValue: UInt32
    static let resized = Set(rawValue: UInt32(EASEL_RESIZED))
    static let terminate = Set(rawValue: UInt32(EASEL_TERMINATE))
    static let hungUp = Set(rawValue: UInt32(EASEL_HUNG_UP))
    static let suspend = Set(rawValue: UInt32(EASEL_SUSPEND))
    static let continued = Set(rawValue: UInt32(EASEL_CONTINUED))
  }

  static func begin() throws(TerminalError) -> Signals {
    let descriptor = easel_signals_begin()
    guard descriptor >= 0 else { throw .refused(call: "eventfd", errno: errno) }
    return Signals(descriptor: descriptor)
  }

  /// Returns the signals that came since the last call. Several signals of one kind count as one.
  func removeAll() -> Set { Set(rawValue: easel_signals_take()) }
  func end() { easel_signals_end() }
}
