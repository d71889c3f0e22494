import EaselBase

/// A request to one peer for entries of one replica.
struct Want: Hashable, Sendable {
  let peer: ParticipantID
  /// The head that the peer claims to have.
  let theirs: ReplicaHead
  /// This participant's own head when the search began.
  let mine: ReplicaHead?
  private(set) var range: EntryRange
  /// The first number of all that was asked for so far.
  private var begin: UInt64
  /// How many entries the next step back covers; 1 before the first step.
  private var stride: UInt64 = 1
  var askedAt: Uptime
  /// When the request last brought entries, or when it began.
  var since: Uptime
  /// Other peers that claim to know more, in case this peer does not answer.
  private(set) var rivals: [Rival]

  struct Rival: Hashable, Sendable {
    let peer: ParticipantID
    let head: ReplicaHead
  }

  static let rivalsMax = 4
  /// A request without an answer goes to another peer after this long, milliseconds.
  static let answerWithin: Int64 = 1_000
  /// A request that brings no new entries goes to a waiting rival after this long, milliseconds.
  static let gainWithin: Int64 = 3_000

  /// Returns nil if there is nothing to learn.
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
    // Without a rival, even a long search on a slow link can come to its end.
    return rivals.isEmpty ? answer : min(answer, since.advanced(by: Self.gainWithin))
  }

  var looksBack: Bool { stride > 1 }

  /// Asks for the entries before all that was asked for, twice as many each time, so that the
  /// search ends whatever it skipped. A contradiction lies somewhere below. Only its first entry
  /// can be distinguished from an entry that does not fit yet.
  /// - Returns: false if there are no earlier entries.
  mutating func lookBack() -> Bool {
    guard begin > 1 else { return false }
    let last = begin - 1
    begin = last > stride ? last - stride + 1 : 1
    range = EntryRange(
      replica: range.replica, first: SequenceNumber(begin), last: SequenceNumber(last))
    stride *= 2
    return true
  }

  /// Drops the entries up to `number`, which were seen.
  /// - Returns: false if none is left.
  mutating func skip(through number: SequenceNumber) -> Bool {
    guard number >= range.first, number < range.last, let next = number.next else { return false }
    range = EntryRange(replica: range.replica, first: next, last: range.last)
    return true
  }

  /// Notes a rival. The latest head of each rival counts; rivals beyond ``rivalsMax`` are not
  /// noted.
  mutating func add(_ rival: Rival) {
    if let index = rivals.firstIndex(where: { $0.peer == rival.peer }) {
      rivals[index] = rival
    } else if rivals.count < Self.rivalsMax {
      rivals.append(rival)
    }
  }

  /// Returns the request to the next rival from which there is still something to learn.
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
