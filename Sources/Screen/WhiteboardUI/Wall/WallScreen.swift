import BoardContract
import CellFrame
import EaselBase

/// The state of a screen on a wall, which needs no keys: the legend of the people, whether the screen is
/// dim, and whether its time is over.
struct WallScreen: Hashable, Sendable {
  var legend = PeopleLegend()
  /// The uptime in milliseconds of the last ink.
  private var lastInk: Int64?
  /// The uptime in milliseconds since which no other member is in the call; nil while there is one, and
  /// while this program still looks for the others.
  private var aloneSince: Int64?
  private var hasHadCompany = false
  /// The session that the screen joined last.
  private var joined: SessionUUID?
  /// Whether this program has left its call, which it cannot enter again.
  private var isOut = false

  /// The screen is dim after ten minutes without ink.
  static let dimsAfter: Int64 = 600_000
  /// A screen that stays alone for ten seconds ends.
  static let endsAfter: Int64 = 10_000

  /// Notes an event that may wake the screen: ink, another board, or a key.
  mutating func note(_ event: Event, at uptime: Int64) {
    switch event {
    case .started, .board(.merged), .board(.opened), .board(.call(.entered)),
      .board(.session(.wets, _)), .input(.key):
      lastInk = uptime
    default: break
    }
  }

  /// Notes that a film plays, which keeps the screen awake.
  mutating func noteFilm(at uptime: Int64) { lastInk = uptime }

  /// Notes who else is in the call.
  ///
  /// - Parameters:
  ///   - isSearching: whether others are out of reach, and this program looks for them.
  ///   - isInCall: whether this program is in a call, or can still enter one.
  mutating func noteCompany(isAlone: Bool, isSearching: Bool, isInCall: Bool, at uptime: Int64) {
    isOut = !isInCall
    if !isAlone { hasHadCompany = true }
    let isLeft = isAlone && hasHadCompany && !isSearching
    aloneSince = isLeft ? aloneSince ?? uptime : nil
  }

  /// Notes a session that the screen can join, while no person is in its present one.
  ///
  /// - Returns: whether to join it; true once for each session.
  mutating func joins(_ session: SessionUUID) -> Bool {
    defer { joined = session }
    return session != joined
  }

  func isDim(at uptime: Int64) -> Bool {
    lastInk.map { uptime >= $0 + Self.dimsAfter } ?? false
  }

  /// Whether the program ends, because nobody shows a board here any more.
  func isOver(at uptime: Int64) -> Bool {
    isOut || aloneSince.map { uptime >= $0 + Self.endsAfter } ?? false
  }

  /// The uptime in milliseconds at which the screen changes next by itself.
  func nextChange(after uptime: Int64) -> Int64? {
    [
      legend.nextChange(after: uptime), lastInk.map { $0 + Self.dimsAfter },
      aloneSince.map { $0 + Self.endsAfter },
    ].compactMap { $0 }.filter { $0 > uptime }.min()
  }
}

extension Frame {
  /// Returns the frame in fainter colours.
  var dimmed: Frame {
    var frame = self
    for row in 0..<rows {
      frame.replace(
        row: row,
        by: cells(row: row).map { cell in
          var cell = cell
          cell.style.attributes.insert(.dim)
          return cell
        })
    }
    frame.cursor = cursor
    return frame
  }
}
