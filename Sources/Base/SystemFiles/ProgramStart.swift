import CEaselSystem
import EaselPlatform

/// Starts programs beside this one. No shell is involved.
package enum ProgramStart {
  /// Starts a program, which inherits this process's environment and its three standard streams, but
  /// no other open descriptor, and no ignored or blocked signal. The caller reaps it.
  ///
  /// - Parameters:
  ///   - number: receives the number of the process.
  ///   - words: the program, looked up in PATH, and its arguments.
  ///   - streams: the program's standard input, output and errors; nil for `/dev/null`. The caller
  ///     still owns the descriptors.
  /// - Returns: 0, or the error of the system.
  package static func spawn(
    _ number: inout pid_t, _ words: [String], streams: [Int32?]
  ) -> Int32 {
    guard let program = words.first else { return EINVAL }
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    // Moves all three descriptors to numbers above 2 first: pipe ends can have the numbers 0 to 2
    // in a process that was started without standard streams.
    let high = streams.map { $0.map { fcntl($0, F_DUPFD_CLOEXEC, 3) } }
    defer { for case let descriptor? in high { close(descriptor) } }
    for (target, descriptor) in high.enumerated() {
      if let descriptor {
        posix_spawn_file_actions_adddup2(&files, descriptor, Int32(target))
      } else {
        posix_spawn_file_actions_addopen(&files, Int32(target), "/dev/null", O_RDWR, 0)
      }
    }
    easel_close_from(&files, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Without this, the program would inherit this process's ignored and blocked signals.
    var (ordinary, none) = (sigset_t(), sigset_t())
    sigemptyset(&ordinary)
    sigaddset(&ordinary, SIGPIPE)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &ordinary)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    return posix_spawnp(&number, program, &files, &attributes, arguments, environ)
  }
}
