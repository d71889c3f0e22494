import EaselBase
import GroupBase
import GroupCore

/// A transport whose links are streams: sockets or pipes. Its ``StreamLinks`` do the work that is the
/// same for all of them.
protocol StreamTransport: Transport {
  var links: StreamLinks { get }
}

extension StreamTransport {
  /// Accepts links, and delivers events on one thread of the transport's own.
  public func start(_ take: @escaping @Sendable (TransportEvent) -> Void) { links.start(take) }
  /// Queues a message, from any thread; false if it is too large, if too many bytes wait, or if the
  /// link is not open.
  public func send(_ bytes: [UInt8], over link: LinkID) -> Bool { links.send(bytes, over: link) }
  /// Queues a message as bytes; links hold one copy of the body.
  public func send(_ frame: LinkFrame, over link: LinkID) -> Bool { links.send(frame, over: link) }
  /// The memory of all data that waits for neighbours, in bytes.
  public var held: Int { links.held }
  /// Returns the bytes queued for a link; an empty backlog if the link does not exist.
  public func backlog(of link: LinkID) -> Backlog { links.backlog(of: link) }
  /// Performs an action after the writes of the current event. Returns false, and performs nothing,
  /// outside of the thread of the events and after a stop.
  public func afterSending(_ act: @escaping @Sendable () -> Void) -> Bool {
    links.afterSending(act)
  }
  /// Closes a link once its queued messages are sent. A neighbour that reads nothing for
  /// `TransportLimits.lingerMax` loses the rest.
  public func close(_ link: LinkID) { links.close(link) }
  /// Closes a link at once. The messages that wait for the neighbour are lost.
  public func cut(_ link: LinkID) { links.cut(link) }
  /// Accepts only messages of at most `bytes` bytes over a link from now on. A larger message
  /// closes the link, after `lastWords` are sent.
  public func limitMessages(over link: LinkID, to bytes: Int, lastWords: [UInt8]?) {
    links.limitMessages(over: link, to: bytes, lastWords: lastWords)
  }
  /// Closes every link as `close` does, and stops listening.
  ///
  /// - Parameter done: called once, when all links have ended.
  public func stop(_ done: @escaping @Sendable () -> Void) { links.stop(done) }
}
