/// The number of items that wait in one place, and its limit: for tests that check the bounds.
public struct QueueLoad: Hashable, Sendable {
  public let name: String
  public let count: Int
  public let limit: Int

  package init(_ name: String, _ count: Int, of limit: Int) {
    self.name = name
    self.count = count
    self.limit = limit
  }
}
