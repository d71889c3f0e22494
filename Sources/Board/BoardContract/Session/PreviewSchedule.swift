/// Decides when this participant sends a new preview of the session's board. Only members of the
/// call that are not in the session see the preview, and only one participant sends it.
package struct PreviewSchedule: Hashable, Sendable {
  /// The least time between two previews, in milliseconds.
  package static let pauseMilliseconds: Int64 = 2_000

  /// Whether the picture has changed since the last preview.
  private var isStale = false
  /// The uptime in milliseconds before which no further preview is sent.
  private var earliest: Int64 = .min

  package init() {}

  /// Notes that the picture has changed, or that another participant may have sent the last preview.
  package mutating func pictureChanged() { isStale = true }

  /// The uptime in milliseconds at which the next preview is due; nil if none is due.
  package var due: Int64? { isStale ? earliest : nil }

  /// Returns whether a preview is due now, and notes that it is sent.
  package mutating func removeDue(at uptime: Int64) -> Bool {
    guard isStale, earliest <= uptime else { return false }
    (isStale, earliest) = (false, uptime &+ Self.pauseMilliseconds)
    return true
  }
}
