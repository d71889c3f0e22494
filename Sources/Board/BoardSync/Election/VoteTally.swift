import EaselBase

/// Votes, counted over the roster at the beginning of the count.
struct VoteTally: Hashable, Sendable {
  private(set) var electors: Set<ParticipantID>
  private(set) var counted: Set<ParticipantID>

  /// The counter votes for itself.
  init(among electors: Set<ParticipantID>, by counter: ParticipantID) {
    self.electors = electors
    counted = electors.intersection([counter])
  }

  /// Counts an elector once, and ignores a participant that is no elector.
  mutating func count(_ elector: ParticipantID) {
    if electors.contains(elector) { counted.insert(elector) }
  }

  mutating func strike(allBut present: Set<ParticipantID>) {
    electors.formIntersection(present)
    counted.formIntersection(present)
  }

  var isMajority: Bool { counted.count > electors.count / 2 }
}
