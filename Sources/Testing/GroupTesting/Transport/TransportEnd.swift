import GroupBase

// Programs without tests in them, such as easel-sim, are linked without the Testing library.
#if canImport(Testing)
  import Dispatch
  import EaselPlatform
  import EaselBase
  import GroupCore
  import Synchronization
  import Testing

  /// A transport whose handler stores the events, and can stop accepting events.
  final class TransportEnd: Sendable {
    private struct State {
      /// The thread that is calling the transport.
      var caller: pthread_t?
      var isBlocked = false
      /// The links to which messages from other links are forwarded.
      var listeners: [LinkID] = []
    }

    private let transport: any Transport
    private let events: AsyncStream<TransportEvent>
    private let state = Mutex(State())
    private let gate = DispatchSemaphore(value: 0)

    init(_ transport: any Transport) {
      self.transport = transport
      let (events, arrivals) = AsyncStream.makeStream(of: TransportEvent.self)
      self.events = events
      transport.start { [weak self] event in
        self?.pass()
        self?.passOn(event)
        arrivals.yield(event)
      }
    }

    private func pass() {
      let (isOwnCall, isBlocked) = state.withLock { state in
        (state.caller == pthread_self(), state.isBlocked)
      }
      if isOwnCall { Issue.record("an event came while a method was being called") }
      if isBlocked {
        gate.wait()
        gate.signal()
      }
    }

    /// From now on, forwards each received message to these links, except the link over which it
    /// came.
    func passOn(to links: [LinkID]) {
      state.withLock { $0.listeners = links }
    }

    private func passOn(_ event: TransportEvent) {
      guard case .received(let message, let origin) = event else { return }
      for link in state.withLock({ $0.listeners }) where link != origin {
        #expect(transport.send(message, over: link))
      }
    }

    /// Accepts no more events until `unblock()`.
    func block() { state.withLock { $0.isBlocked = true } }

    func unblock() {
      state.withLock { $0.isBlocked = false }
      gate.signal()
    }

    func call<Value>(_ method: (any Transport) -> Value) -> Value {
      state.withLock { $0.caller = pthread_self() }
      defer { state.withLock { $0.caller = nil } }
      return method(transport)
    }

    func next() async throws -> TransportEvent {
      for await event in events { return event }
      throw CancellationError()
    }

    /// Returns the address at which the transport listens. The transport's first event must report
    /// it.
    func address() async throws -> String {
      guard case .listens(let addresses) = try await next(), let first = addresses.first else {
        throw TransportContract.Broken("it does not say where it listens")
      }
      return first
    }
  }
#endif
