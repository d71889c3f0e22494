import EaselBase

/// The messages between the participants of a session about the session's board.
package enum SharedBoardMessage: Hashable, Sendable {
  case antiEntropy(AntiEntropyMessage)
  case election(ElectionMessage)
  case responder(ResponderMessage)
  case presence(PresenceTracker<[UInt8]>.Message)
  case wet(WetFrame<WetPoint, [UInt8]>)
  /// A run of entries, encoded by the activity. It is sent reliably, since only its receivers could
  /// ask for it again.
  case entries([UInt8])
  /// An event of the activity that is neither an entry nor presence, such as “look here”.
  case event([UInt8])

  /// A run has about 48 KiB, and at most this many bytes if its last entry has the largest size.
  package static let entriesBytesMax = 192 * 1_024
  package static let eventBytesMax = 4 * 1_024
  package static let presenceBytesMax = 4 * 1_024
  /// The longest text that a drawing accepts fits into this size.
  package static let styleBytesMax = 4 * 1_024

  /// Whether the opaque parts are within bounds. The parts of ``SharedBoard`` check the rest.
  var isSound: Bool {
    switch self {
    case .antiEntropy, .election, .responder: return true
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
package struct WetPoint: WetSpot {
  package let x: Int32
  package let y: Int32

  package init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }

  package func offset(from start: Self) -> Self { Self(x: x &- start.x, y: y &- start.y) }
  package func moved(by offset: Self) -> Self { Self(x: x &+ offset.x, y: y &+ offset.y) }
}
