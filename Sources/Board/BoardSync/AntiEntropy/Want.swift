import EaselBase

/// Entries of one replica, asked of one participant.
struct Want: Hashable, Sendable {
  let peer: ParticipantID
  /// Where that participant says it stands.
  let theirs: ReplicaHead
  /// Where one stood oneself when the search began.
  let mine: ReplicaHead?
  private(set) var range: EntryRange
  /// Where what was asked for so far begins.
  private var begin: UInt64
  /// How many entries the next step back takes; 1 where none was taken yet.
  private var stride: UInt64 = 1
  var askedAt: Uptime
  /// What was gained of it last, or when it began.
  var since: Uptime
  /// Who else says to know more, should this one not answer.
  private(set) var rivals: [Rival]

  struct Rival: Hashable, Sendable {
    let peer: ParticipantID
    let head: ReplicaHead
  }

  static let rivalsMax = 4
  /// Unanswered for this long it is asked of another, milliseconds.
  static let answerWithin: Int64 = 1_000
  /// Answered but without any gain it is asked of another who waits for that, milliseconds.
  static let gainWithin: Int64 = 3_000

  /// Nil where there is nothing to learn.
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
    // Without a rival even a long search on a slow link comes to its end.
    return rivals.isEmpty ? answer : min(answer, since.advanced(by: Self.gainWithin))
  }

  var looksBack: Bool { stride > 1 }

  /// Asks for the entries before all that was asked for, twice as many each time, so that it comes to its
  /// end whatever was skipped. A contradiction lies somewhere below, and only the first entry that
  /// contradicts can be told from one that has yet to fit.
  /// - Returns: false where there are none.
  mutating func lookFurtherBack() -> Bool {
    guard begin > 1 else { return false }
    let last = begin - 1
    begin = last > stride ? last - stride + 1 : 1
    range = EntryRange(
      replica: range.replica, first: SequenceNumber(begin), last: SequenceNumber(last))
    stride *= 2
    return true
  }

  /// Drops the entries up to `number`, which were seen.
  /// - Returns: false where none is left.
  mutating func skip(through number: SequenceNumber) -> Bool {
    guard number >= range.first, number < range.last, let next = number.next else { return false }
    range = EntryRange(replica: range.replica, first: next, last: range.last)
    return true
  }

  /// The latest word of each rival counts; beyond ``rivalsMax`` none is noted.
  mutating func add(_ rival: Rival) {
    if let index = rivals.firstIndex(where: { $0.peer == rival.peer }) {
      rivals[index] = rival
    } else if rivals.count < Self.rivalsMax {
      rivals.append(rival)
    }
  }

  /// The same of the next rival from whom there is still something to learn.
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
