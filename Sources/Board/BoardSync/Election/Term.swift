/// The number of an election: each has at most one leader.
///
/// Terms count up by one when somebody stands and never go back. Those of others are outside
/// numbers: a member moves at most ``leapMax`` towards one that it is told, so that no lie reaches
/// the end of numbers (2⁴⁸ of them would), and each lie costs one honest message to catch up with.
public struct Term: Hashable, Comparable, Sendable {
  public let raw: UInt64
  public init(_ raw: UInt64) { self.raw = raw }
  public static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }

  /// How far one message moves a member. A session that failed to elect once a second would take
  /// 18 hours to run ahead of a newcomer by as much.
  public static let leapMax: UInt64 = 1 << 16

  /// Nil where the numbers end.
  var next: Term? { raw < .max ? Term(raw + 1) : nil }

  /// The other term, or as near to it as one message moves; never a lower one than this.
  func moved(towards other: Term) -> Term {
    guard other > self else { return self }
    return Term(raw + min(other.raw - raw, Self.leapMax))
  }
}
