import GroupTesting
import Testing

@testable import EaselBase
@testable import GroupCore

/// The one rule of all groups with a limited number of places.
@Suite struct AdmissionRuleTests {
  private typealias Rank = AdmissionRule.Rank

  /// A group of which the rule decides.
  private struct Group {
    let rule: AdmissionRule
    var occupants: [(number: UInt64, rank: Rank, route: Int)] = []
    private var last: UInt64 = 0

    init(_ rule: AdmissionRule) { self.rule = rule }

    /// - Returns: whether the newcomer has a place, and the occupant that it replaced.
    mutating func come(_ rank: Rank, by route: Int) -> (isIn: Bool, replaced: Rank?) {
      var replaced: Rank?
      if !rule.isOpen(
        to: rank, taken: occupants.count, watchers: occupants.count { $0.rank == .watcher })
      {
        let goes = rule.occupantToReplace(
          by: rank, from: route,
          among: occupants.map {
            AdmissionRule.Occupant($0.number, $0.rank, by: $0.route, order: $0.number)
          })
        guard let index = occupants.firstIndex(where: { $0.number == goes }) else {
          return (false, nil)
        }
        replaced = occupants.remove(at: index).rank
      }
      last += 1
      occupants.append((last, rank, route))
      return (true, replaced)
    }
  }

  @Test("The own user comes before all, drawers before watchers, and watchers have only a share")
  func laws() {
    var chance = SplitMix64(seed: 3)
    for _ in 0..<400 {
      let capacity = 1 + Int.random(in: 0..<12, using: &chance)
      let rule = AdmissionRule(
        capacity: capacity, watchersMax: 1 + Int.random(in: 0..<capacity, using: &chance))
      var group = Group(rule)
      for _ in 0..<60 {
        let rank = [Rank.watcher, .watcher, .drawer, .own][Int.random(in: 0..<4, using: &chance)]
        let before = group.occupants.map(\.rank)
        let (isIn, replaced) = group.come(rank, by: Int.random(in: 0..<3, using: &chance))
        let hasLower = before.contains { $0 < rank }
        #expect(isIn || before.count == capacity || rank == .watcher)
        #expect(isIn || !hasLower, "a newcomer found no place beside an occupant of a lower rank")
        if let replaced { #expect(replaced == before.min() && replaced <= rank) }
        #expect(group.occupants.count <= capacity)
        #expect(group.occupants.count { $0.rank == .watcher } <= rule.watchersMax)
      }
    }
  }

  @Test("The newest of the most crowded way gives its place up, so a crowd displaces only itself")
  func crowds() {
    var group = Group(AdmissionRule(capacity: 6, watchersMax: 4))
    for route in [1, 2, 2, 2] { _ = group.come(.watcher, by: route) }
    #expect(group.come(.watcher, by: 2) == (false, nil))
    #expect(group.come(.watcher, by: 3) == (true, .watcher))
    #expect(group.occupants.map(\.number) == [1, 2, 3, 5])
    for _ in 0..<2 { _ = group.come(.drawer, by: 9) }
    #expect(group.come(.drawer, by: 9) == (true, .watcher))
    #expect(group.occupants.map(\.number) == [1, 2, 5, 6, 7, 8])
  }

  @Test("A newcomer that proved its identity displaces one of its rank, never one of a higher rank")
  func real() {
    let rule = AdmissionRule(capacity: 2, watchersMax: 2)
    func goes(_ rank: Rank, among ranks: [Rank]) -> Int? {
      rule.occupantToReplace(
        by: rank, from: 1, isReal: true,
        among: ranks.enumerated().map {
          AdmissionRule.Occupant($0, $1, by: 1, order: UInt64($0))
        })
    }
    #expect(goes(.watcher, among: [.watcher, .watcher]) == 1)
    #expect(goes(.watcher, among: [.drawer, .own]) == nil)
    #expect(goes(.drawer, among: [.own, .drawer]) == 1)
    #expect(goes(.own, among: [.own, .own]) == 1)
  }
}
