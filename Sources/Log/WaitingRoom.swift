import Vocabulary

/// Entries whose turn has not come, bounded in number and in size.
///
/// Of a replica whose first entry is known, here or in the log, only those wait that its author
/// answers for: nobody else can fill its places.
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

  /// Whether the replica's first entry is here, so that strangers' entries no longer are.
  func isSieved(_ replica: ReplicaID) -> Bool {
    holdsAny(EntryID(replica, SequenceNumber(1)))
  }

  /// What the replica began with, if its first entry waits.
  func birth(of replica: ReplicaID) -> Birth? {
    places[replica]?[SequenceNumber(1)]?.first?.birth
  }

  /// Whether the entry waits, with whatever signature.
  func holds(_ entry: Entry) -> Bool {
    guard count > 0 else { return false }
    return places[entry.id.replica]?[entry.id.sequence]?.contains { $0.digest == entry.digest }
      == true
  }

  /// An entry that stands on this one.
  func child(of entry: Entry) -> Entry? {
    guard count > 0, let next = entry.id.sequence.next else { return nil }
    return places[entry.id.replica]?[next]?.first { $0.previous == entry.digest }
  }

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
