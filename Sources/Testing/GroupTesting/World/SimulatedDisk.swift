/// A file of records that a crash can damage: synced records stay, most of the others are lost.
public struct SimulatedDisk<Record: Sendable>: Sendable {
  private var synced: [Record] = []
  private var unsynced: [Record] = []

  /// Creates an empty file.
  public init() {}

  /// All records in the file, including unsynced records.
  public var records: [Record] { synced + unsynced }

  /// Adds records that are not synced yet.
  public mutating func write(_ records: some Swift.Sequence<Record>) {
    unsynced.append(contentsOf: records)
  }

  /// Makes all records safe from a crash.
  public mutating func sync() {
    synced.append(contentsOf: unsynced)
    unsynced.removeAll(keepingCapacity: true)
  }

  /// Loses each unsynced record with a chance of 90 in 100, independently of the others, since a
  /// disk writes in any order. The remaining records count as synced.
  public mutating func crash(using chance: inout SplitMix64) {
    unsynced.removeAll { _ in chance.percent(90) }
    sync()
  }
}
