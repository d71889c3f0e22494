/// The rule by which newcomers get a place in a group with a limited number of places. A group is for
/// example the links of a member, the places in a call, or the guests that wait for an answer.
///
/// All groups follow the same rule:
///
/// 1. Another run of the group's own user comes before all others, and a member that may draw comes
///    before a watcher. If the group is full, such a newcomer gets the place of an occupant of the
///    lowest rank.
/// 2. Watchers have only a share of the places, so some places are left for members that may draw.
/// 3. Among occupants of one rank, the route by which most of them came loses a place, if the
///    newcomer came by a less crowded route.
/// 4. The newest occupant of that route gives its place up. A crowd that fills the group then displaces
///    only itself, and the rule needs no clock.
public struct AdmissionRule: Hashable, Sendable {
  /// The maximum number of occupants.
  public let capacity: Int
  /// The maximum number of occupants that only watch.
  public let watchersMax: Int

  /// The rank of an occupant or a newcomer.
  public enum Rank: Int, Hashable, Comparable, Sendable {
    /// It may only watch, or has not proved any right.
    case watcher
    case drawer
    /// Another run of the group's own user, or an occupant that the user chose.
    case own

    /// Orders watchers before members that may draw, and these before the own user.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// A member that has a place and may lose it.
  public struct Occupant<ID, Route: Hashable> {
    let id: ID
    let rank: Rank
    let route: Route
    let order: UInt64

    /// Creates an occupant.
    ///
    /// - Parameters:
    ///   - route: the route by which it came, for example the link that leads to it.
    ///   - order: its position in the order of arrival; earlier occupants have smaller numbers.
    public init(_ id: ID, _ rank: Rank, by route: Route, order: UInt64) {
      (self.id, self.rank, self.route, self.order) = (id, rank, route, order)
    }
  }

  /// Creates the rule of a group.
  public init(capacity: Int, watchersMax: Int) {
    (self.capacity, self.watchersMax) = (capacity, watchersMax)
  }

  /// Returns whether there is a free place for a newcomer.
  ///
  /// - Parameters:
  ///   - taken: the number of occupants.
  ///   - watchers: the number of watchers among them.
  public func isOpen(
    to newcomer: Rank, taken: Int, watchers: @autoclosure () -> Int
  ) -> Bool {
    guard taken < capacity else { return false }
    return newcomer > .watcher || taken < watchersMax || watchers() < watchersMax
  }

  /// Returns the occupant that gives its place up for a newcomer; nil if the newcomer is refused.
  /// The caller has found that there is no free place.
  ///
  /// - Parameters:
  ///   - isReal: whether the newcomer proved its identity here, while occupants may be invented.
  ///     Such a newcomer displaces an occupant of its rank, however crowded the routes are.
  ///   - occupants: the occupants that may lose their places.
  public func occupantToReplace<ID, Route>(
    by newcomer: Rank, from route: Route, isReal: Bool = false,
    among occupants: [Occupant<ID, Route>]
  ) -> ID? {
    guard let lowest = occupants.lazy.map(\.rank).min(), lowest <= newcomer else { return nil }
    let crowds = Dictionary(grouping: occupants.filter { $0.rank == lowest }, by: \.route)
    let lasts = crowds.values.compactMap { crowd in
      crowd.max { $0.order < $1.order }.map { (count: crowd.count, last: $0) }
    }
    let most = lasts.max { ($0.count, $0.last.order) < ($1.count, $1.last.order) }
    guard let most,
      lowest < newcomer || isReal || most.count > (crowds[route]?.count ?? 0) + 1
    else { return nil }
    return most.last.id
  }
}

extension AdmissionRule {
  /// The links of a member.
  public static let links = AdmissionRule(capacity: 512, watchersMax: 384)
  /// The members with a place in the call.
  public static let members = AdmissionRule(capacity: 1_024, watchersMax: 768)
  /// The members that fell silent, whose sessions are remembered.
  public static let silentMembers = AdmissionRule(capacity: 1_024, watchersMax: 768)
}
