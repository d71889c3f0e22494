import FrameTesting

/// Events from other threads, which a test waits for one after the other.
final class EventQueue<Event: Sendable>: Sendable {
  private let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation

  init() { (events, continuation) = AsyncStream.makeStream(of: Event.self) }

  func append(_ event: Event) { continuation.yield(event) }

  /// Waits for the next event, for as long as only a broken program takes.
  func next(_ what: String) async throws -> Event {
    let limit = Task { [continuation] in
      try await Task.sleep(for: TerminalRun.patience)
      continuation.finish()
    }
    defer { limit.cancel() }
    for await event in events { return event }
    throw TerminalRun.Impatience("no \(what)")
  }
}
