import EaselPlatform

/// Keeps what is in memory to this process: there are keys, tickets and an identity.
enum ProcessHardening {
  /// Signals on which Swift's runtime reports.
  private static let deadly = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// To be called before there is anything to keep. Programs started from here write no core either.
  static func closeMemory() {
    let core = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    var size = rlimit()
    if getrlimit(core, &size) == 0 {
      // A byte is no core, and the one bound at which Linux pipes none to a program either.
      size.rlim_cur = min(1, size.rlim_max)
      setrlimit(core, &size)
    }
    // The report shows what registers point to. It is made where somebody asks for it.
    guard Environment["SWIFT_BACKTRACE"] == nil else { return }
    for signal in deadly where isHandled(signal) { _ = EaselPlatform.signal(signal, SIG_DFL) }
  }

  /// Whether anybody handles it, which leaves out what whoever started this has it ignore.
  private static func isHandled(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) > 1
  }
}
