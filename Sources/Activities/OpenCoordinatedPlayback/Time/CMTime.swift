/// The numerator of a time.
public typealias CMTimeValue = Int64
/// The denominator of a time: how many of its units make a second.
public typealias CMTimeScale = Int32
/// The number of a timeline; times of different timelines are not compared. Always 0 here.
public typealias CMTimeEpoch = Int64

/// The kind of a time, beside its number.
public struct CMTimeFlags: OptionSet, Hashable, BitwiseCopyable, Sendable {
  /// The bits of the flags.
  public let rawValue: UInt32
  /// Creates flags from their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The time is not ``CMTime/invalid``.
  public static let valid = Self(rawValue: 1)
  /// The time is the nearest that its scale can express.
  public static let hasBeenRounded = Self(rawValue: 2)
  /// The time is after all others.
  public static let positiveInfinity = Self(rawValue: 4)
  /// The time is before all others.
  public static let negativeInfinity = Self(rawValue: 8)
  /// The time is not known.
  public static let indefinite = Self(rawValue: 16)
  /// The flags of times without a number.
  public static let impliedValueFlagsMask: Self = [
    .positiveInfinity, .negativeInfinity, .indefinite,
  ]
}

/// A time as a fraction of two whole numbers, in seconds: `value / timescale`.
///
/// Sums, differences and products stay fractions. A result that no fraction of this size can express
/// is rounded, and a result that is too large is an infinity; nothing traps.
public struct CMTime: BitwiseCopyable, Sendable {
  /// The numerator.
  public var value: CMTimeValue
  /// The denominator; a numeric time has a scale above 0.
  public var timescale: CMTimeScale
  /// The kind of the time, beside its number.
  public var flags: CMTimeFlags
  /// The number of the timeline; always 0 here.
  public var epoch: CMTimeEpoch

  /// Creates an invalid time.
  public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

  /// Creates the time `value / timescale`; an invalid time if the scale is 0 or less.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self.init(value: value, timescale: timescale, flags: .valid, epoch: 0)
    if timescale <= 0 { self = .invalid }
  }

  /// Creates a time from its parts.
  public init(
    value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch
  ) {
    self.value = value
    self.timescale = timescale
    self.flags = flags
    self.epoch = epoch
  }

  /// Creates the time that is nearest to a number of seconds, at this scale or at a smaller one if the
  /// number is too large for it.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    guard !seconds.isNaN, preferredTimescale > 0 else {
      self = .invalid
      return
    }
    guard let exact = Fraction(seconds) else {
      self = seconds < 0 ? .negativeInfinity : .positiveInfinity
      return
    }
    self = exact.time(scale: preferredTimescale)
  }

  /// No time.
  public static let invalid = Self()
  /// A time that is not known.
  public static let indefinite = Self(flags: .indefinite)
  /// The time after all others.
  public static let positiveInfinity = Self(flags: .positiveInfinity)
  /// The time before all others.
  public static let negativeInfinity = Self(flags: .negativeInfinity)
  /// The beginning.
  public static let zero = Self(value: 0, timescale: 1)

  private init(flags: CMTimeFlags) {
    self.init(value: 0, timescale: 0, flags: [.valid, flags], epoch: 0)
  }

  /// Whether this is not ``invalid``.
  public var isValid: Bool { flags.contains(.valid) }
  /// Whether this is a number.
  public var isNumeric: Bool {
    isValid && flags.isDisjoint(with: .impliedValueFlagsMask) && timescale > 0
  }
  /// Whether this is ``indefinite``.
  public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
  /// Whether this is ``positiveInfinity``.
  public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
  /// Whether this is ``negativeInfinity``.
  public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
  /// Whether this is the nearest time that its scale can express.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

  /// The time in seconds; an infinity or not a number if it is not numeric.
  public var seconds: Double {
    if isNumeric { return Double(value) / Double(timescale) }
    if isPositiveInfinity { return .infinity }
    return isNegativeInfinity ? -.infinity : .nan
  }
}

/// How a number between two steps of a scale is rounded.
public enum CMTimeRoundingMethod: Hashable, Sendable {
  /// To the nearest step; from the middle away from 0.
  case roundHalfAwayFromZero
  /// Towards 0.
  case roundTowardZero
  /// Away from 0.
  case roundAwayFromZero
  /// Towards the positive infinity.
  case roundTowardPositiveInfinity
  /// Towards the negative infinity.
  case roundTowardNegativeInfinity

  /// The usual method.
  public static let `default` = Self.roundHalfAwayFromZero
  /// As ``roundHalfAwayFromZero``.
  public static let quickTime = Self.roundHalfAwayFromZero
}
