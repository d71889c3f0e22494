/// A file of records as a crash leaves it: what was synced stays, most of the rest is lost.
public struct SimulatedDisk<Record: Sendable>: Sendable {
  private var synced: [Record] = []
  private var unsynced: [Record] = []

  public init() {}

  /// All that is in the file while nothing crashes.
  public var records: [Record] { synced + unsynced }

  public mutating func write(_ records: some Swift.Sequence<Record>) {
    unsynced.append(contentsOf: records)
  }

  public mutating func sync() {
    synced.append(contentsOf: unsynced)
    unsynced.removeAll(keepingCapacity: true)
  }

  /// Of what was not synced each record is lost with a chance of 90 in 100, in no order: a disk
  /// writes as it likes.
  public mutating func crash(using chance: inout SplitMix64) {
    unsynced.removeAll { _ in chance.percent(90) }
    sync()
  }
}
