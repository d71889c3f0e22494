import EaselBase

/// The age of an event, in words.
package struct Age: Hashable, Sendable {
  package let words: String

  /// Both times are in milliseconds since 1970.
  package init(from then: Int64, to now: Int64) {
    let (difference, overflow) = now.subtractingReportingOverflow(then)
    let seconds = overflow ? 0 : max(difference / 1_000, 0)
    let (count, unit): (Int64, String) =
      switch seconds {
      case ..<60: (0, "")
      case ..<3_600: (seconds / 60, "minute")
      case ..<86_400: (seconds / 3_600, "hour")
      default: (seconds / 86_400, "day")
      }
    words = count == 0 ? "just now" : "\(count) \(unit)\(count == 1 ? "" : "s") ago"
  }
}
