import Foundation

/// A stretch of time.
public struct CMTimeRange: Hashable, BitwiseCopyable, Sendable {
  /// The first moment.
  public var start: CMTime
  /// The length.
  public var duration: CMTime

  /// Creates an invalid range.
  public init() { self.init(start: .invalid, duration: .invalid) }
  /// Creates the range from a moment on.
  public init(start: CMTime, duration: CMTime) {
    self.start = start
    self.duration = duration
  }
  /// Creates the range between two moments.
  public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

  /// No range.
  public static let invalid = Self()
  /// The range without length at the beginning.
  public static let zero = Self(start: .zero, duration: .zero)

  /// The moment after the range.
  public var end: CMTime { start + duration }
  /// Whether both parts are valid and the length is not negative.
  public var isValid: Bool { start.isValid && duration.isValid && !(duration < .zero) }
  /// Whether the range has no length.
  public var isEmpty: Bool { isValid && duration == .zero }
  /// Returns whether a moment lies in the range; the end does not.
  public func containsTime(_ time: CMTime) -> Bool {
    isValid && time.isNumeric && start <= time && time < end
  }
}

/// Returns the range from a moment on.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}
