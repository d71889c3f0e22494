import EaselBase

/// Votes counted over the roster that stood when counting began.
struct Tally: Hashable, Sendable {
  private(set) var electors: Set<ParticipantID>
  private(set) var counted: Set<ParticipantID>

  /// Whoever begins to count is for itself.
  init(among electors: Set<ParticipantID>, by counter: ParticipantID) {
    self.electors = electors
    counted = electors.intersection([counter])
  }

  /// Each elector counts once, a stranger not at all.
  mutating func count(_ elector: ParticipantID) {
    if electors.contains(elector) { counted.insert(elector) }
  }

  mutating func strike(allBut present: Set<ParticipantID>) {
    electors.formIntersection(present)
    counted.formIntersection(present)
  }

  var isMajority: Bool { counted.count > electors.count / 2 }
}
