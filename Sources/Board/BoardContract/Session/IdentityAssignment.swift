/// Gives each of several participants one of a number of values, such as a colour. No two
/// participants get the same value while there are enough. The result is the same on every screen,
/// because it depends only on the wishes.
package enum IdentityAssignment {
  /// A participant's wish for one of `count` values, by the number of the value.
  package struct Wish<ID: Hashable & Comparable & Sendable>: Hashable, Sendable {
    /// The participant who wishes.
    package let id: ID
    /// The time of the wish, in any unit that all wishes share. Earlier wishes are served first.
    package let since: Int64
    /// The wished number, counted from 0. It is taken modulo the number of values.
    package let number: Int
    /// Whether the participant may draw. Participants that only watch are served last, so that no
    /// time that they name takes a value from a participant that draws.
    package let mayDraw: Bool

    /// Creates a wish of a participant for a number.
    package init(id: ID, since: Int64, number: Int, mayDraw: Bool = true) {
      self.id = id
      self.since = since
      self.number = number
      self.mayDraw = mayDraw
    }
  }

  /// Returns the number that each participant gets. The participants that may draw choose before
  /// those that watch, and earlier wishes before later ones; a participant whose wished number is taken gets the next free number. After all numbers
  /// are taken, all numbers become free again. If an id has several wishes, the earliest counts. If
  /// `count` is below 1, the result is empty.
  package static func assign<ID>(_ wishes: [Wish<ID>], among count: Int) -> [ID: Int] {
    guard count > 0 else { return [:] }
    var given: [ID: Int] = [:]
    var taken: Set<Int> = []
    for wish in wishes.sorted(by: { $0.precedes($1) })
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

extension IdentityAssignment.Wish {
  fileprivate func precedes(_ other: Self) -> Bool {
    mayDraw == other.mayDraw ? (since, id) < (other.since, other.id) : mayDraw
  }
}
