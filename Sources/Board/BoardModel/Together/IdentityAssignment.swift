/// Gives each of several people one of so many things, such as a colour, so that no two have the
/// same while there are enough: alike on every screen, since it depends on nothing but the wishes.
public enum IdentityAssignment {
  /// A wish for one of `count` things, by its number.
  public struct Wish<ID: Hashable & Comparable & Sendable>: Hashable, Sendable {
    public let id: ID
    public let since: Int64
    public let number: Int

    public init(id: ID, since: Int64, number: Int) {
      self.id = id
      self.since = since
      self.number = number
    }
  }

  /// Who came first has what they wish; whoever finds it taken has the next one that is free. Once
  /// all are given, they are given again. Of one id the first wish counts; where `count` is below 1
  /// nobody has anything.
  public static func assign<ID>(_ wishes: [Wish<ID>], among count: Int) -> [ID: Int] {
    guard count > 0 else { return [:] }
    var given: [ID: Int] = [:]
    var taken: Set<Int> = []
    for wish in wishes.sorted(by: { ($0.since, $0.id) < ($1.since, $1.id) })
    where given[wish.id] == nil {
      if taken.count == count { taken = [] }
      var number = Int(wish.number.magnitude % UInt(count))
      while taken.contains(number) { number = (number + 1) % count }
      taken.insert(number)
      given[wish.id] = number
    }
    return given
  }
}
