/// The order in which the known members of a call were first introduced, and the neighbour that
/// introduced each of them.
///
/// A member that may draw can introduce any number of other members, real or invented. If there is
/// no free place, the neighbour through which most members came loses one of them. So invented
/// members cannot displace members that came through other neighbours.
struct AdmissionOrder: Sendable {
  /// The identity key of the neighbour that passed a certificate on, no matter how many links lead
  /// to that neighbour; nil if the member proved its identity directly to this member.
  typealias Introducer = [UInt8]?

  private struct Arrival {
    let order: UInt64
    var introducer: Introducer
    /// The neighbour that introduced the member first; later introductions do not change it. Nil
    /// once the member has proved its identity to this member.
    var firstIntroducer: Introducer
  }

  private var known: [UInt64: Arrival] = [:]
  private var last: UInt64 = 0

  /// Returns the position of a member in the order of arrival; earlier members have smaller
  /// numbers.
  func order(of member: UInt64) -> UInt64 { known[member]?.order ?? .max }

  /// Returns the neighbour that introduced a member last.
  func introducer(of member: UInt64) -> Introducer { known[member]?.introducer }

  /// Records an arrival. A known member keeps its position; only the neighbour changes.
  mutating func came(_ member: UInt64, by introducer: Introducer) {
    if known[member] != nil {
      known[member]?.introducer = introducer
      if introducer == nil { known[member]?.firstIntroducer = nil }
    } else {
      last += 1
      known[member] = Arrival(order: last, introducer: introducer, firstIntroducer: introducer)
    }
  }

  mutating func forget(_ member: UInt64) { known[member] = nil }
  mutating func keep(_ isKept: (UInt64) -> Bool) { known = known.filter { isKept($0.key) } }

  /// Returns the people that came in only through others. A run is one process of the program; a
  /// person may have several. If any run of a person has proved its identity to this member, that
  /// person did not come in through others.
  ///
  /// - Parameter members: the identity key of each known member.
  func bringing(among members: [(member: UInt64, identityKey: [UInt8])]) -> Bringing {
    let inOrder = members.sorted { order(of: $0.member) < order(of: $1.member) }
    var bringers: [[UInt8]: Introducer] = [:]
    var people: [[UInt8]] = []
    for (member, identityKey) in inOrder {
      let firstIntroducer = known[member]?.firstIntroducer
      if bringers[identityKey] == nil { people.append(identityKey) }
      // The first run decides, unless a later run has proved its identity to this member.
      if bringers[identityKey] == nil || firstIntroducer == nil {
        bringers[identityKey] = .some(firstIntroducer)
      }
    }
    var brought: [[UInt8]: [[UInt8]]] = [:]
    for person in people {
      if case .some(.some(let firstIntroducer)) = bringers[person], firstIntroducer != person {
        brought[firstIntroducer, default: []].append(person)
      }
    }
    return Bringing(brought: brought)
  }
}

/// The people that came into the call only through others, by identity key.
struct Bringing: Sendable {
  /// For each person that brought others in: the people that it brought, in the order of arrival.
  fileprivate let brought: [[UInt8]: [[UInt8]]]

  func hasBrought(_ person: [UInt8]) -> Bool { brought[person] != nil }

  /// Returns a person, and after it all people who came in only through that person, directly or
  /// through further people. Leaves out the spared people.
  func companions(of person: [UInt8], sparing spared: Set<[UInt8]>) -> [[UInt8]] {
    var (all, seen) = ([person], Set([person]).union(spared))
    var next = 0
    while next < all.count {
      for companion in brought[all[next]] ?? [] where seen.insert(companion).inserted {
        all.append(companion)
      }
      next += 1
    }
    return all
  }
}
