import Foundation

/// Runs the body on a thread with the rights of the user *nobody* over files, and waits for its end.
///
/// Root may write anywhere. A test that runs as root needs this to act as a user who may read a
/// file and not write it.
public func asNobody(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    if geteuid() == 0 {
      // Not in Swift's Glibc. It changes this thread alone, where seteuid changes all of them.
      for name in ["setfsgid", "setfsuid"] {
        guard let symbol = dlsym(nil, name) else { continue }
        _ = unsafeBitCast(symbol, to: (@convention(c) (UInt32) -> Int32).self)(nobody)
      }
    }
    body()
    done.signal()
  }
  done.wait()
}

/// Gives a file to that user, if the test runs as root, and sets its rights.
public func giveToNobody(_ path: String, mode: mode_t) {
  if geteuid() == 0 { chown(path, nobody, nobody) }
  chmod(path, mode)
}

/// The number of the user and of the group *nobody* on Debian.
private let nobody: UInt32 = 65_534
