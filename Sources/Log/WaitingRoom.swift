import Vocabulary

/// Entries whose turn has not come, bounded in number and in size.
struct WaitingRoom: Sendable {
  static let entriesPerReplica = 4_096
  static let entries = 16_384
  static let payloadBytes = 1_024 * 1_024

  private var places: [ReplicaID: [SequenceNumber: [Entry]]] = [:]
  private var counts: [ReplicaID: Int] = [:]
  private(set) var count = 0
  private var bytes = 0

  var replicas: [ReplicaID] { Array(places.keys) }

  func holdsAny(_ id: EntryID) -> Bool { places[id.replica]?[id.sequence] != nil }

  /// False when it is full; an entry that waits already is in.
  mutating func admit(_ entry: Entry) -> Bool {
    let (replica, number) = (entry.id.replica, entry.id.sequence)
    let others = places[replica]?[number] ?? []
    if others.contains(where: { $0.digest == entry.digest && $0.signature == entry.signature }) {
      return true
    }
    guard count < Self.entries, counts[replica, default: 0] < Self.entriesPerReplica,
      bytes + entry.payload.count <= Self.payloadBytes
    else { return false }
    places[replica, default: [:]][number, default: []].append(entry)
    counts[replica, default: 0] += 1
    count += 1
    bytes += entry.payload.count
    return true
  }

  /// Takes out all that wait for this place.
  mutating func leave(_ id: EntryID) -> [Entry] {
    guard let leaving = places[id.replica]?.removeValue(forKey: id.sequence) else { return [] }
    account(for: leaving, of: id.replica)
    return leaving
  }

  mutating func leave(_ replica: ReplicaID) -> [Entry] {
    guard let places = places.removeValue(forKey: replica) else { return [] }
    let leaving = places.values.flatMap { $0 }.sorted { $0.id < $1.id }
    account(for: leaving, of: replica)
    return leaving
  }

  private mutating func account(for leaving: [Entry], of replica: ReplicaID) {
    count -= leaving.count
    bytes -= leaving.reduce(0) { $0 + $1.payload.count }
    let left = counts[replica, default: 0] - leaving.count
    counts[replica] = left > 0 ? left : nil
    if left <= 0 { places[replica] = nil }
  }
}
