import EaselBase

/// What participants of a session say to each other about its board.
public enum SharedBoardMessage: Hashable, Sendable {
  case healing(AntiEntropyMessage)
  case election(ElectionMessage)
  case responder(ResponderMessage)
  case presence(Presence<[UInt8]>.Message)
  case wet(WetFrame<WetPoint, [UInt8]>)
  /// A run of entries, encoded by the activity: reliable, since nobody asks for it but others.
  case entries([UInt8])
  /// Something of the activity's that is neither an entry nor presence, such as “look here”.
  case event([UInt8])

  /// A run has about 48 KiB; one whose last entry is as large as entries get has so many.
  public static let entriesBytesMax = 192 * 1_024
  public static let eventBytesMax = 4 * 1_024
  public static let presenceBytesMax = 4 * 1_024
  /// A text of as many scalars as a drawing takes fits.
  public static let styleBytesMax = 4 * 1_024

  /// Whether its opaque parts keep within bounds; the machines check what is theirs.
  var isSound: Bool {
    switch self {
    case .healing, .election, .responder: return true
    case .presence(let message): return message.value.count <= Self.presenceBytesMax
    case .wet(let frame):
      guard case .whole(let title, _) = frame else { return true }
      return (title.style?.count ?? 0) <= Self.styleBytesMax
    case .entries(let bytes): return bytes.count <= Self.entriesBytesMax
    case .event(let bytes): return bytes.count <= Self.eventBytesMax
    }
  }
}

/// A point under a pen, in units of the board.
public struct WetPoint: WetSpot {
  public let x: Int32
  public let y: Int32

  public init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }

  public func way(from start: Self) -> Self { Self(x: x &- start.x, y: y &- start.y) }
  public func moved(by way: Self) -> Self { Self(x: x &+ way.x, y: y &+ way.y) }
}
