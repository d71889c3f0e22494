/// The rule by which newcomers get a place in a room with a limited number of places. A room is for
/// example the links of a member, the places in a call, or the guests that wait for an answer.
///
/// All rooms follow the same rule:
///
/// 1. Another run of the room's own user comes before all others, and a member that may draw comes
///    before a watcher. If the room is full, such a newcomer gets the place of an occupant of the
///    lowest rank.
/// 2. Watchers have only a share of the places, so some places are left for members that may draw.
/// 3. Among occupants of one rank, the way behind which most of them came loses a place, if the
///    newcomer came by a less crowded way.
/// 4. The newest occupant of that way gives its place up. A crowd that fills the room then displaces
///    only itself, and the rule needs no clock.
public struct AdmissionRule: Hashable, Sendable {
  /// The maximum number of occupants.
  public let places: Int
  /// The maximum number of occupants that only watch.
  public let watchersMax: Int

  /// The rank of an occupant or a newcomer.
  public enum Rank: Int, Hashable, Comparable, Sendable {
    /// It may only watch, or has not proved any right.
    case watcher
    case drawer
    /// Another run of the room's own user, or an occupant that the user chose.
    case own

    /// Orders watchers before members that may draw, and these before the own user.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// A member that has a place and may lose it.
  public struct Occupant<ID, Way: Hashable> {
    let id: ID
    let rank: Rank
    let way: Way
    let order: UInt64

    /// Creates an occupant.
    ///
    /// - Parameters:
    ///   - way: the way by which it came, for example the link that leads to it.
    ///   - order: its position in the order of arrival; earlier occupants have smaller numbers.
    public init(_ id: ID, _ rank: Rank, by way: Way, order: UInt64) {
      (self.id, self.rank, self.way, self.order) = (id, rank, way, order)
    }
  }

  /// Creates the rule of a room.
  public init(places: Int, watchersMax: Int) {
    (self.places, self.watchersMax) = (places, watchersMax)
  }

  /// Returns whether there is a free place for a newcomer.
  ///
  /// - Parameters:
  ///   - taken: the number of occupants.
  ///   - watchers: the number of watchers among them.
  public func isOpen(
    to newcomer: Rank, taken: Int, watchers: @autoclosure () -> Int
  ) -> Bool {
    guard taken < places else { return false }
    return newcomer > .watcher || taken < watchersMax || watchers() < watchersMax
  }

  /// Returns the occupant that gives its place up for a newcomer; nil if the newcomer is refused.
  /// The caller has found that there is no free place.
  ///
  /// - Parameters:
  ///   - isReal: whether the newcomer proved its identity here, while occupants may be invented.
  ///     Such a newcomer displaces an occupant of its rank, however crowded the ways are.
  ///   - occupants: the occupants that may lose their places.
  public func occupantToReplace<ID, Way>(
    by newcomer: Rank, from way: Way, isReal: Bool = false, among occupants: [Occupant<ID, Way>]
  ) -> ID? {
    guard let lowest = occupants.lazy.map(\.rank).min(), lowest <= newcomer else { return nil }
    let crowds = Dictionary(grouping: occupants.filter { $0.rank == lowest }, by: \.way)
    let lasts = crowds.values.compactMap { crowd in
      crowd.max { $0.order < $1.order }.map { (count: crowd.count, last: $0) }
    }
    let most = lasts.max { ($0.count, $0.last.order) < ($1.count, $1.last.order) }
    guard let most,
      lowest < newcomer || isReal || most.count > (crowds[way]?.count ?? 0) + 1
    else { return nil }
    return most.last.id
  }
}

extension AdmissionRule {
  /// The links of a member.
  public static let links = AdmissionRule(places: 512, watchersMax: 384)
  /// The members with a place in the call.
  public static let members = AdmissionRule(places: 1_024, watchersMax: 768)
  /// The members that fell silent, whose sessions are remembered.
  public static let silentMembers = AdmissionRule(places: 1_024, watchersMax: 768)
}
