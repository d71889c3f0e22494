/// How much waits in one place, and how much may: for tests that hold the bounds.
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
