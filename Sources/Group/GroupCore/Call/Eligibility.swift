import EaselBase
import GroupBase

/// Whether another person is in the call to share with.
public enum Eligibility {
  /// Returns true exactly while another member that is a person is in the call. A relay and a
  /// display do not count: a host without a screen, or a screen on a wall. The result depends only on the current
  /// state of the call, so the first check is as good as any later check. A second member of the
  /// same person counts: a user who opens two terminals may share between them.
  public static func isEligible(
    _ me: MemberID, among members: some Swift.Sequence<(member: MemberID, isPerson: Bool)>
  ) -> Bool {
    members.contains { $0.isPerson && $0.member != me }
  }
}

/// Whether another person is in the call, and the session that begins then.
struct Staging: Sendable {
  var staged: StagedSession?
  private(set) var isEligible = false

  /// - Returns: whether the call has become eligible or has ceased to be so.
  mutating func update(isEligible isNow: Bool) -> Bool {
    defer { isEligible = isNow }
    return isNow != isEligible
  }

  /// Returns the session that begins now, and removes it.
  mutating func removeDue() -> StagedSession? {
    guard isEligible else { return nil }
    defer { staged = nil }
    return staged
  }
}

/// An activity that begins when another person is in the call.
public struct StagedSession: Hashable, Sendable {
  /// The kind of activity, in at most `SessionRecord.identifierBytesMax` UTF-8 bytes.
  public let identifier: String
  /// The encoded activity, at most `SessionRecord.activityBytesMax` bytes.
  public let activity: [UInt8]

  /// Creates a staged activity without a check of the limits.
  public init(identifier: String, activity: [UInt8]) {
    self.identifier = identifier
    self.activity = activity
  }
}
