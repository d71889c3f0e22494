import CMainQueue
import Glibc

/// The main actor's work, done in between by whatever else the main thread does.
///
/// Easel draws on the main thread and waits there for input and for this alike, so that what others
/// say is on the screen, and what is drawn with them, without a change of threads on the way.
enum MainQueue {
  /// Readable while there is work.
  static let descriptor = _dispatch_get_main_queue_handle_4CF()

  /// Does what there is. To be called on the main thread.
  static func drain() {
    var count: UInt64 = 0
    guard read(descriptor, &count, MemoryLayout.size(ofValue: count)) > 0 else { return }
    _dispatch_main_queue_callback_4CF(nil)
  }

  /// Does what there is and comes until a bell rings.
  ///
  /// - Parameter milliseconds: how long at the most; nil for ever.
  static func work(until bell: Bell, milliseconds: Int64? = nil) {
    let deadline = milliseconds.map { Moments.uptime() + $0 }
    while true {
      let left = deadline.map { max($0 - Moments.uptime(), 0) }
      var files = [bell.descriptor, descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      _ = poll(&files, nfds_t(files.count), left.map { Int32(clamping: $0) } ?? -1)
      drain()
      if files[0].revents != 0 || left == 0 { return }
    }
  }
}
