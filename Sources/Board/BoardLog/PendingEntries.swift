import EaselBase

/// Entries that wait until they can count, bounded in number and in size.
///
/// If the first entry of a replica is known, here or in the log, only entries that the author's
/// signatures cover wait here. So forged entries in the author's name cannot use up the room.
struct PendingEntries: Sendable {
  static let entriesPerReplica = 4_096
  static let entries = 16_384
  static let payloadBytes = 1_024 * 1_024

  private struct Waiting {
    let entry: Entry
    /// The member that sent the entry.
    let source: Bytes16?
  }

  private var waiting: [ReplicaID: [SequenceNumber: [Waiting]]] = [:]
  /// The weight of the pending entries that each member sent, in bytes.
  private var brought: [Bytes16?: Int] = [:]
  private var counts: [ReplicaID: Int] = [:]
  private(set) var count = 0
  private var bytes = 0

  /// All pending entries, in order.
  var entries: [Entry] {
    waiting.values.flatMap(\.values).flatMap { $0 }.map(\.entry).sorted { $0.id < $1.id }
  }

  var replicas: [ReplicaID] { Array(waiting.keys) }

  func holdsAny(_ id: EntryID) -> Bool { waiting[id.replica]?[id.sequence] != nil }

  /// Whether the replica's first entry waits here. If it does, forged entries of this replica are
  /// already removed.
  func isSieved(_ replica: ReplicaID) -> Bool {
    holdsAny(EntryID(replica, SequenceNumber(1)))
  }

  /// Returns the replica's ``ReplicaGenesis``, if its first entry waits here.
  func replicaGenesis(of replica: ReplicaID) -> ReplicaGenesis? {
    waiting[replica]?[SequenceNumber(1)]?.first?.entry.replicaGenesis
  }

  /// Returns whether the entry waits here, with this or another signature.
  func holds(_ entry: Entry) -> Bool {
    guard count > 0 else { return false }
    return waiting[entry.id.replica]?[entry.id.sequence]?.contains {
      $0.entry.digest == entry.digest
    } == true
  }

  /// Returns a pending entry that directly follows the given entry.
  func child(of entry: Entry) -> Entry? {
    guard count > 0, let next = entry.id.sequence.next else { return nil }
    return waiting[entry.id.replica]?[next]?.first { $0.entry.previous == entry.digest }?.entry
  }

  /// Returns all entries that wait for this place.
  func entries(at id: EntryID) -> [Entry] {
    waiting[id.replica]?[id.sequence]?.map(\.entry) ?? []
  }

  /// Adds an entry. If there is no room, it first removes all entries of the member that sent the
  /// largest weight. It does so only if this member has sent more than the sender of the new entry
  /// would have sent with it. The removed entries count as unknown, and members ask for them again.
  ///
  /// - Returns: false if there is no room; true also for an entry that already waits.
  mutating func admit(_ entry: Entry, from source: Log.Source) -> Bool {
    let (replica, number) = (entry.id.replica, entry.id.sequence)
    let others = waiting[replica]?[number] ?? []
    if others.contains(where: {
      $0.entry.digest == entry.digest && $0.entry.signature == entry.signature
    }) {
      return true
    }
    guard counts[replica, default: 0] < Self.entriesPerReplica else { return false }
    while count >= Self.entries || bytes + entry.payload.count > Self.payloadBytes {
      guard let largest = brought.max(by: { $0.value < $1.value }), largest.key != source.name,
        largest.value > brought[source.name, default: 0] + entry.weight
      else { return false }
      dropAll(from: largest.key)
    }
    waiting[replica, default: [:]][number, default: []]
      .append(Waiting(entry: entry, source: source.name))
    counts[replica, default: 0] += 1
    brought[source.name, default: 0] += entry.weight
    count += 1
    bytes += entry.payload.count
    return true
  }

  private mutating func dropAll(from source: Bytes16?) {
    for replica in replicas {
      for (number, entries) in waiting[replica] ?? [:] {
        let leaving = entries.filter { $0.source == source }
        if leaving.isEmpty { continue }
        let rest = entries.filter { $0.source != source }
        waiting[replica]?[number] = rest.isEmpty ? nil : rest
        account(for: leaving, of: replica)
      }
    }
  }

  /// Removes and returns all entries that wait for this place.
  mutating func leave(_ id: EntryID) -> [Entry] {
    guard let leaving = waiting[id.replica]?.removeValue(forKey: id.sequence) else { return [] }
    account(for: leaving, of: id.replica)
    return leaving.map(\.entry)
  }

  mutating func leave(_ replica: ReplicaID) -> [Entry] {
    guard let waiting = waiting.removeValue(forKey: replica) else { return [] }
    let leaving = waiting.values.flatMap { $0 }
    account(for: leaving, of: replica)
    return leaving.map(\.entry).sorted { $0.id < $1.id }
  }

  private mutating func account(for leaving: [Waiting], of replica: ReplicaID) {
    count -= leaving.count
    for one in leaving {
      bytes -= one.entry.payload.count
      let left = brought[one.source, default: 0] - one.entry.weight
      brought[one.source] = left > 0 ? left : nil
    }
    let left = counts[replica, default: 0] - leaving.count
    counts[replica] = left > 0 ? left : nil
    if left <= 0 { waiting[replica] = nil }
  }
}
