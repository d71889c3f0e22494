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

  /// The look of a stroke for which no look was chosen.
  public static let plain: StrokeLook = []

  /// Keeps the bits that this version knows.
  public init(rawValue: UInt8) { self.rawValue = rawValue & 0x1F }
}
