import EaselBase
import GroupBase

/// Counts votes among the electors who were present when the count began.
struct VoteTally: Hashable, Sendable {
  private(set) var electors: Set<ParticipantID>
  private(set) var counted: Set<ParticipantID>

  /// Creates a tally in which the counter has voted for itself.
  init(among electors: Set<ParticipantID>, by counter: ParticipantID) {
    self.electors = electors
    counted = electors.intersection([counter])
  }

  /// Counts an elector once; ignores a participant who is not an elector.
  mutating func count(_ elector: ParticipantID) {
    if electors.contains(elector) { counted.insert(elector) }
  }

  mutating func strike(allBut present: Set<ParticipantID>) {
    electors.formIntersection(present)
    counted.formIntersection(present)
  }

  var isMajority: Bool { counted.count > electors.count / 2 }
}
