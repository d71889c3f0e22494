import DequeModule
import EaselBase
import GroupBase
import GroupCore

/// The connections between processes.
struct SimulatedLinks {
  private var ends: [LinkID: End] = [:]
  /// The envelopes that were already handed to each link.
  private var carried: [LinkID: Set<Crossing>] = [:]
  private var last: UInt64 = 0

  /// One end of a connection.
  struct End {
    let owner: MemberID
    let far: LinkID
    let farMember: MemberID
    /// The messages on their way to this side. A connection delivers each of them once and in
    /// order, or it breaks.
    fileprivate(set) var sure: Deque<[UInt8]> = []
  }

  private struct Crossing: Hashable {
    let origin: MemberID
    let number: UInt64
  }

  subscript(link: LinkID) -> End? { ends[link] }

  /// Returns the ends of a member's links, ascending.
  func ends(of member: MemberID) -> [(link: LinkID, end: End)] {
    ends.sorted { $0.key < $1.key }.filter { $0.value.owner == member }.map { ($0.key, $0.value) }
  }

  /// Returns the near end of a new link, which is not connected yet.
  mutating func next() -> LinkID {
    last += 2
    return LinkID(last - 1)
  }

  /// - Returns: the far end.
  mutating func connect(_ near: LinkID, of member: MemberID, to far: MemberID) -> LinkID {
    let beyond = LinkID(near.raw + 1)
    ends[near] = End(owner: member, far: beyond, farMember: far)
    ends[beyond] = End(owner: far, far: near, farMember: member)
    return beyond
  }

  /// - Returns: whether the link carries this envelope for the first time.
  mutating func carry(_ envelope: Envelope, over link: LinkID) -> Bool {
    carried[link, default: []]
      .insert(Crossing(origin: envelope.origin, number: envelope.number)).inserted
  }

  /// Puts a message that a connection never loses on its way to an end.
  mutating func append(_ bytes: [UInt8], to link: LinkID) { ends[link]?.sure.append(bytes) }

  /// Removes and returns the next message that a connection never loses.
  mutating func removeFirst(at link: LinkID) -> [UInt8]? {
    ends[link]?.sure.popFirst()
  }

  mutating func remove(_ link: LinkID) {
    ends[link] = nil
    carried[link] = nil
  }
}
