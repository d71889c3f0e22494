/// The number of items that wait in one place, and its limit: for tests that check the bounds.
public struct QueueLoad: Hashable, Sendable {
  /// The name of the place, for a test's report.
  public let name: String
  /// The number of items that wait now; bytes if the name says so.
  public let count: Int
  /// The maximum of `count`, in the same unit.
  public let limit: Int

  package init(_ name: String, _ count: Int, of limit: Int) {
    self.name = name
    self.count = count
    self.limit = limit
  }
}
