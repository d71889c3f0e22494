import OpenCombine
import Synchronization

extension GroupSession {
  /// The published state of a session. ``GroupSession/join()`` on a session that is over shows the
  /// end at once, before the main actor publishes it.
  @propertyWrapper
  public struct PublishedState: Sendable {
    // Unchecked: the property is written on the main actor only and read behind its own lock.
    private final class Store: ObservableObject, @unchecked Sendable {
      @Published var value = State.waiting
      let end = Mutex<GroupSessionEnd?>(nil)
    }

    private let store = Store()

    /// Creates the state `.waiting`.
    public init() {}

    /// The state as last published, or the end that ``GroupSession/join()`` found. Any thread may
    /// read it.
    public var wrappedValue: State {
      store.end.withLock { $0 }.map { .invalidated(reason: $0) } ?? store.value
    }

    /// The publisher of the state; it emits only on the main actor, after the current value.
    public var projectedValue: Published<State>.Publisher { store.$value }

    /// Shows the end from now on, without publishing it.
    func show(_ end: GroupSessionEnd) { store.end.withLock { $0 = end } }

    @MainActor func publish(_ state: State) { store.value = state }
  }
}
