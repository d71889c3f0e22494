import NIOCore
import Synchronization

/// Who has something to send at the end of what the thread of the links is doing.
///
/// What follows from one message may be a frame for each of many neighbours. They are written together,
/// by one task and not by one for each, as the last that the thread does before it waits for more.
final class LinkTurn: Sendable {
  private let due = Mutex<[(link: StreamLink, channel: any Channel)]>([])

  func add(_ link: StreamLink, over channel: any Channel) {
    let isFirst = due.withLock { due in
      due.append((link, channel))
      return due.count == 1
    }
    if isFirst { channel.eventLoop.execute { self.end() } }
  }

  private func end() {
    var links = due.withLock { due in
      defer { due = [] }
      return due
    }
    for (link, channel) in links { link.drain(into: channel) }
    // The room for them serves again.
    links.removeAll(keepingCapacity: true)
    due.withLock { if $0.isEmpty { $0 = links } }
  }
}
