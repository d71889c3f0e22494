import EaselBase

/// Whether there is anybody to share with.
public enum Eligibility {
  /// True exactly while another person's seat is in the call: a relay, a host without a screen or a
  /// screen on a wall is nobody. A function of the call as it stands, so that the first look is as
  /// good as any later one. A second seat of the same person counts: whoever opens two terminals
  /// may share between them.
  public static func isEligible(
    _ me: MemberID, among seats: some Swift.Sequence<(member: MemberID, isPerson: Bool)>
  ) -> Bool {
    seats.contains { $0.isPerson && $0.member != me }
  }
}
