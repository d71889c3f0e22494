import BoardContract
import EaselBase
import ScreenContract

/// Tracks whether the other participants are in reach. Short losses get no notice, because they end
/// before the user is aware of them.
package struct Reachability {
  /// The uptime in milliseconds since which other participants are out of reach; nil while all are
  /// in reach.
  private var lostSince: Int64?
  /// Whether a notice has reported the loss.
  package private(set) var isLossReported = false
  /// The uptime in milliseconds at which the others came back after a reported loss; nil if there
  /// was none.
  private var backAt: Int64?
  private let requests: Requests

  init(_ requests: Requests) { self.requests = requests }

  /// The time in milliseconds after which a loss is reported. A neighbour that leaves is usually
  /// replaced sooner.
  static let lossMilliseconds: Int64 = 1_500

  package mutating func handle(_ reach: Reach, isInSession: Bool, at uptime: Int64) {
    switch reach {
    case .lost:
      // Outside of a session a loss does not matter, since no other participant sees the drawing.
      if isInSession { lostSince = lostSince ?? uptime }
    case .back, .givenUp:
      let wasReported = isLossReported
      if wasReported, reach == .back { requests.notify("The others are back.") }
      self = Reachability(requests)
      if wasReported { backAt = uptime }
    }
  }

  /// Whether the others are out of reach, or were so a moment ago.
  func isCutOff(at uptime: Int64) -> Bool {
    isLossReported || backAt.map { uptime < $0.later(by: Self.recentMilliseconds) } == true
  }

  /// The time in milliseconds within which the news of a time out of reach arrive.
  private static let recentMilliseconds: Int64 = 15_000

  /// The uptime in milliseconds at which the loss is reported; nil when there is nothing to report.
  package var expires: Int64? { isLossReported ? nil : lostSince?.later(by: Self.lossMilliseconds) }

  package mutating func expire(at uptime: Int64, mayDraw: Bool) {
    guard let expires, expires <= uptime else { return }
    isLossReported = true
    let meanwhile =
      mayDraw
      ? "Keep drawing: Easel sends it later."
      : "Their ink arrives when they are back."
    // Some or all participants are out of reach. Their names are known only after a long silence.
    requests.notify("Others are out of reach. \(meanwhile)", .loss, about: .reach)
  }
}
