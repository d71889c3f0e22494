import EaselBase

/// The age of an event, in words.
package struct Age: Hashable, Sendable {
  package let words: String
  /// The age in few words, such as "14 min" or "yesterday".
  package let short: String

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
    short = Self.short(seconds)
    words = count == 0 ? "just now" : "\(count) \(unit)\(count == 1 ? "" : "s") ago"
  }
  private static func short(_ seconds: Int64) -> String {
    let days = seconds / 86_400
    func count(_ number: Int64, _ unit: String) -> String {
      "\(number) \(unit)\(number == 1 ? "" : "s")"
    }
    return switch seconds {
    case ..<60: "now"
    case ..<3_600: "\(seconds / 60) min"
    case ..<86_400: "\(seconds / 3_600) h"
    case ..<172_800: "yesterday"
    case ..<1_209_600: "\(days) days"
    case ..<5_184_000: "\(days / 7) weeks"
    case ..<31_536_000: "\(days / 30) months"
    default: count(days / 365, "year")
    }
  }
}
