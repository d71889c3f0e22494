/// The right that a ticket gives to its holder.
///
/// The raw values are signed and sent: never change one.
public enum Role: UInt8, Hashable, Comparable, Sendable, CustomStringConvertible {
  case watch = 0
  case draw = 1

  /// Orders `watch` before `draw`.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The name of the case.
  public var description: String {
    switch self {
    case .watch: "watch"
    case .draw: "draw"
    }
  }
}
