/// The number of an election. Each term has at most one leader.
///
/// A term rises by one when an elector stands as a candidate, and it never falls. A term that
/// another participant sends may be false, so a member moves at most ``leapMax`` towards a received
/// term. So no single false message reaches the greatest number (2⁴⁸ false messages would be
/// needed), and one honest message makes up for one false message.
package struct Term: Hashable, Comparable, Sendable {
  package let raw: UInt64
  package init(_ raw: UInt64) { self.raw = raw }
  package static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }

  /// The greatest change of a member's term by one message. If a session fails to elect a leader
  /// every second, it takes 18 hours until its term is this far ahead of a newcomer's term.
  package static let leapMax: UInt64 = 1 << 16

  /// The next term; nil at the greatest number.
  var next: Term? { raw < .max ? Term(raw + 1) : nil }

  /// Returns the other term, or the nearest term to it that one message can reach. The result is
  /// never lower than this term.
  func moved(towards other: Term) -> Term {
    guard other > self else { return self }
    return Term(raw + min(other.raw - raw, Self.leapMax))
  }
}
