import NIOCore
import Synchronization

/// The links that have frames to send when the thread of the links ends its present work.
///
/// One message may cause a frame for each of many neighbours. One task writes all these frames, as
/// the last work of the thread before it waits again. So no frame needs a task of its own.
final class PendingFlushes: Sendable {
  private let due = Mutex<[(link: StreamLink, channel: any Channel)]>([])

  func add(_ link: StreamLink, over channel: any Channel) {
    let isFirst = due.withLock { due in
      due.append((link, channel))
      return due.count == 1
    }
    if isFirst { channel.eventLoop.execute { self.end() } }
  }

  private func end() {
    let links = due.withLock { due in
      defer { due = [] }
      return due
    }
    for (link, channel) in links { link.drain(into: channel) }
  }
}
