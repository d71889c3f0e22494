import OpenCombine

extension GroupSession {
  /// A published property that everybody in the session shares: setting it asks for a change, and
  /// the agreed value is published.
  @propertyWrapper
  public struct Shared {
    private final class Store: ObservableObject {
      @Published var value: ActivityType
      init(_ value: ActivityType) { self.value = value }
    }

    private let store: Store

    /// Creates the property with its first value.
    public init(wrappedValue: ActivityType) { store = Store(wrappedValue) }

    /// Not available: the property can only be read and set through a session.
    @available(*, unavailable, message: "only for properties of sessions")
    public var wrappedValue: ActivityType {
      get { store.value }
      nonmutating set { store.value = newValue }
    }

    /// The publisher of the agreed value; it emits only on the main actor, after the current value.
    public var projectedValue: Published<ActivityType>.Publisher { store.$value }

    /// The agreed value of a session's property; setting it asks for a change, see
    /// ``GroupSession/activity``.
    public static subscript(
      _enclosingInstance session: GroupSession<ActivityType>,
      wrapped _: ReferenceWritableKeyPath<GroupSession<ActivityType>, ActivityType>,
      storage storage: ReferenceWritableKeyPath<GroupSession<ActivityType>, Self>
    ) -> ActivityType {
      get { session[keyPath: storage].store.value }
      set { session.system.edit(session.participation, newValue) }
    }

    @MainActor func publish(_ value: ActivityType) { store.value = value }
  }
}
