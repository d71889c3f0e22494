/// How a stroke is drawn, apart from its colour and width. Members compare pictures without it.
public struct StrokeLook: OptionSet, Hashable, Sendable {
  /// The bits, which are stored and sent: never change the meaning of a bit.
  public let rawValue: UInt8

  /// A rectangle has round corners.
  public static let rounded = StrokeLook(rawValue: 1)
  /// The line is dashed.
  public static let dashed = StrokeLook(rawValue: 2)
  /// A line or an arrow consists of level and upright parts.
  public static let elbow = StrokeLook(rawValue: 4)
  /// A fill has the full colour.
  public static let solid = StrokeLook(rawValue: 8)
  /// A line or an arrow is straight, even if its ends are attached to shapes that do not face each
  /// other.
  public static let straight = StrokeLook(rawValue: 16)

  /// The bits of a line's route: see ``route``.
  static let routes = StrokeLook(rawValue: 32 | 64 | 128)

  /// The look of a stroke for which no look was chosen.
  public static let plain: StrokeLook = []

  /// Creates a look from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

extension StrokeLook {
  /// The route of a line with an attached end. The program of the line's author chooses it once; the bends
  /// then follow from the places of the ends.
  public var route: LineRoute { LineRoute(rawValue: rawValue >> 5) ?? .automatic }

  /// Returns this look with another route.
  public func with(_ route: LineRoute) -> StrokeLook {
    subtracting(.routes).union(StrokeLook(rawValue: route.rawValue << 5))
  }
}

/// The route of a line or an arrow between its ends. The raw values are stored and sent in three bits of
/// the look: never change one.
public enum LineRoute: UInt8, CaseIterable, Sendable {
  /// Straight, or with the bends that follow from the look and from the places of the things.
  case automatic = 0
  /// One bend: level, then upright.
  case levelFirst = 1
  /// One bend: upright, then level.
  case uprightFirst = 2
  /// Two bends: level, upright and level. The upright part lies in the middle between the things.
  case middleColumn = 3
  /// Two bends: upright, level and upright. The level part lies in the middle between the things.
  case middleRow = 4
  /// Two bends: level, upright and level. The upright part lies to the right of both things.
  case aroundRight = 5
  /// Two bends: upright, level and upright. The level part lies below both things.
  case aroundBelow = 6
  /// A curve, which bends upwards. A curve between things above each other bends to the left.
  case curve = 7
}
