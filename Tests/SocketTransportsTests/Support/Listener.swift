import GroupCore

/// A transport that is started, and what it hands on, one event at a time.
final class Listener: Sendable {
  let transport: any Transport
  private let events: AsyncStream<TransportEvent>

  init(_ transport: any Transport) {
    self.transport = transport
    let (events, arrivals) = AsyncStream.makeStream(of: TransportEvent.self)
    self.events = events
    transport.start { arrivals.yield($0) }
  }

  deinit { transport.stop() }

  func next() async throws -> TransportEvent {
    for await event in events { return event }
    throw CancellationError()
  }
}
