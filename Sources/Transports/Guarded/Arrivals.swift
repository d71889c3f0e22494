/// When those who are known in a call were introduced first, and by whom.
///
/// Whoever may draw can introduce any number of others, made up or not. They take the places of those
/// who came the same way, not of those who came by others.
struct Arrivals: Sendable {
  /// The identity key of the neighbour who passed an introduction on, however many links lead there; nil
  /// of who proved themselves at one's own door.
  typealias Way = [UInt8]?

  private struct Arrival {
    let order: UInt64
    var way: Way
  }

  private var known: [UInt64: Arrival] = [:]
  private var last: UInt64 = 0

  /// The smaller, the earlier.
  func order(of member: UInt64) -> UInt64 { known[member]?.order ?? .max }

  /// Of who came before only the way is new.
  mutating func came(_ member: UInt64, by way: Way) {
    if known[member] != nil {
      known[member]?.way = way
    } else {
      last += 1
      known[member] = Arrival(order: last, way: way)
    }
  }

  mutating func forget(_ member: UInt64) { known[member] = nil }
  mutating func keep(_ isKept: (UInt64) -> Bool) { known = known.filter { isKept($0.key) } }

  /// Who gives up the place for one more: whoever came last by the way that most came by. Nobody where
  /// that would only make another way as crowded; but whoever stands at one's own door is real.
  func yielding(among others: [UInt64], toOneBy way: Way) -> UInt64? {
    let crowds = Dictionary(grouping: others) { known[$0]?.way }
    let lasts = crowds.values.compactMap { crowd in
      crowd.max { order(of: $0) < order(of: $1) }.map { (crowd.count, order(of: $0), $0) }
    }
    guard let (count, _, yielding) = lasts.max(by: { ($0.0, $0.1) < ($1.0, $1.1) }),
      way == nil || count > (crowds[way]?.count ?? 0) + 1
    else { return nil }
    return yielding
  }
}
