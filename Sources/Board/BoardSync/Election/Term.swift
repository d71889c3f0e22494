/// The number of an election. Each term has at most one leader.
///
/// A term rises by one when an elector stands, and never goes back. The terms of others are outside
/// numbers: a member moves at most ``leapMax`` towards a term that it receives. So no single lie
/// reaches the end of the numbers (2⁴⁸ lies would), and one honest message catches up with each
/// lie.
package struct Term: Hashable, Comparable, Sendable {
  package let raw: UInt64
  package init(_ raw: UInt64) { self.raw = raw }
  package static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }

  /// How far one message moves a member. A session that fails to elect once a second needs 18 hours
  /// to get this far ahead of a newcomer.
  package static let leapMax: UInt64 = 1 << 16

  /// Nil at the largest number.
  var next: Term? { raw < .max ? Term(raw + 1) : nil }

  /// Returns the other term, or the nearest term to it that one message can reach; never a lower
  /// term than this one.
  func moved(towards other: Term) -> Term {
    guard other > self else { return self }
    return Term(raw + min(other.raw - raw, Self.leapMax))
  }
}
