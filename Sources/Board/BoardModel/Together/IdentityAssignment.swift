/// Gives each of several participants one of a number of things, such as a colour, so that no two
/// have the same while there are enough. The result is the same on every screen, because it depends
/// only on the wishes.
public enum IdentityAssignment {
  /// A wish for one of `count` things, by its number.
  public struct Wish<ID: Hashable & Comparable & Sendable>: Hashable, Sendable {
    /// The participant who wishes.
    public let id: ID
    /// The time of the wish, in any unit that all wishes share; the earliest goes first.
    public let since: Int64
    /// The wished number, counted from 0; taken modulo the number of things.
    public let number: Int

    /// Creates a wish of a participant for a number.
    public init(id: ID, since: Int64, number: Int) {
      self.id = id
      self.since = since
      self.number = number
    }
  }

  /// Returns the number of each participant. The earliest participant gets the wished number; a
  /// participant whose number is taken gets the next free number. After all numbers are taken, all
  /// become free again. If an id has several wishes, the first counts. If `count` is below 1, the
  /// result is empty.
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
