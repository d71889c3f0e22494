import EaselPlatform
import SystemFiles

/// Keeps the memory of this process private: it holds keys, tickets and an identity.
enum ProcessHardening {
  /// The signals for which Swift's runtime prints a report.
  private static let deadly = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// Must be called before memory holds any secret. Programs started from here write no core file
  /// either.
  static func closeMemory() {
    let core = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    var size = rlimit()
    if getrlimit(core, &size) == 0 {
      // A core file of one byte holds nothing. One is also the only limit at which Linux pipes no
      // core to a program.
      size.rlim_cur = min(1, size.rlim_max)
      setrlimit(core, &size)
    }
    // The runtime's report shows the memory to which registers point. Keep the report only if the
    // user asks for it.
    guard Environment["SWIFT_BACKTRACE"] == nil else { return }
    for signal in deadly where isHandled(signal) { _ = EaselPlatform.signal(signal, SIG_DFL) }
  }

  /// Returns whether the signal has a handler; a signal that the parent process had set to be
  /// ignored has none.
  private static func isHandled(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) > 1
  }
}
