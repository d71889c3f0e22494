import EaselBase
import GroupBase

/// A request to one peer for entries of one replica.
struct Want: Hashable, Sendable {
  let peer: ParticipantID
  /// The head that the peer claims to have.
  let theirs: ReplicaHead
  /// The head of this participant when the search began.
  let mine: ReplicaHead?
  private(set) var range: EntryRange
  /// The lowest number that was requested so far.
  private var begin: UInt64
  /// The number of entries that the next step back requests; 1 before the first step back.
  private var stride: UInt64 = 1
  var askedAt: Uptime
  /// The time when the request last brought entries, or when it began.
  var since: Uptime
  /// Other peers that claim to know the entries, in case this peer does not answer.
  private(set) var rivals: [Rival]

  struct Rival: Hashable, Sendable {
    let peer: ParticipantID
    let head: ReplicaHead
  }

  static let rivalsMax = 4
  /// A request without an answer goes to another peer after this time, in milliseconds.
  static let answerWithin: Int64 = 1_000
  /// If another peer is known, a request that brings no new entries goes to it after this time, in
  /// milliseconds.
  static let gainWithin: Int64 = 3_000

  /// Creates a request; nil if this participant can learn nothing from the peer's head.
  init?(
    _ theirs: ReplicaHead, at mine: ReplicaHead?, of peer: ParticipantID, now: Uptime,
    rivals: [Rival] = []
  ) {
    guard let range = theirs.lacking(at: mine) else { return nil }
    self.peer = peer
    self.theirs = theirs
    self.mine = mine
    self.range = range
    begin = range.first.raw
    self.rivals = rivals
    (askedAt, since) = (now, now)
  }

  var deadline: Uptime {
    let answer = askedAt.advanced(by: Self.answerWithin)
    // If no other peer is known, even a long search on a slow link may continue to its end.
    return rivals.isEmpty ? answer : min(answer, since.advanced(by: Self.gainWithin))
  }

  var looksBack: Bool { stride > 1 }

  /// Requests the entries before all requested entries, twice as many each time, so that the search
  /// ends soon. Both participants differ at some earlier number: a contradiction. Only its first
  /// entry shows the contradiction; later entries look like entries that do not fit yet.
  ///
  /// - Returns: false if no earlier entries exist.
  mutating func lookBack() -> Bool {
    guard begin > 1 else { return false }
    let last = begin - 1
    begin = last > stride ? last - stride + 1 : 1
    range = EntryRange(
      replica: range.replica, first: SequenceNumber(begin), last: SequenceNumber(last))
    stride *= 2
    return true
  }

  /// Removes the entries up to `number` from the range, because they were received.
  ///
  /// - Returns: false if no entry is left.
  mutating func skip(through number: SequenceNumber) -> Bool {
    guard number >= range.first, number < range.last, let next = number.next else { return false }
    range = EntryRange(replica: range.replica, first: next, last: range.last)
    return true
  }

  /// Notes another peer that claims to know the entries. Its latest head counts. If ``rivalsMax``
  /// peers are noted, further peers are ignored.
  mutating func add(_ rival: Rival) {
    if let index = rivals.firstIndex(where: { $0.peer == rival.peer }) {
      rivals[index] = rival
    } else if rivals.count < Self.rivalsMax {
      rivals.append(rival)
    }
  }

  /// Returns the request to the next noted peer from which this participant can learn something.
  func successor(
    at mine: ReplicaHead?, now: Uptime, isWorthAsking: (ParticipantID) -> Bool
  ) -> Want? {
    for (index, rival) in rivals.enumerated() where isWorthAsking(rival.peer) {
      let rest = Array(rivals[(index + 1)...])
      if let want = Want(rival.head, at: mine, of: rival.peer, now: now, rivals: rest) {
        return want
      }
    }
    return nil
  }
}
