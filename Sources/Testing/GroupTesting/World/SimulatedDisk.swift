/// A file of records that a crash can damage: synced records stay, most of the others are lost.
public struct SimulatedDisk<Record: Sendable>: Sendable {
  private var synced: [Record] = []
  private var unsynced: [Record] = []

  public init() {}

  /// All records in the file, while no crash happens.
  public var records: [Record] { synced + unsynced }

  public mutating func write(_ records: some Swift.Sequence<Record>) {
    unsynced.append(contentsOf: records)
  }

  public mutating func sync() {
    synced.append(contentsOf: unsynced)
    unsynced.removeAll(keepingCapacity: true)
  }

  /// Loses each unsynced record with a chance of 90 in 100, in no order: a disk writes in any
  /// order.
  public mutating func crash(using chance: inout SplitMix64) {
    unsynced.removeAll { _ in chance.percent(90) }
    sync()
  }
}
