import BoardContract
import BoardModel
import CellFrame
import EaselBase
import ScreenContract

/// A speech: a short text that this user types and that other participants see at the pointer.
package struct Speech: Hashable, Sendable {
  private(set) var text = ""
  /// The uptime in milliseconds at which the text disappears; nil while the user types it.
  var until: Int64?

  package var isTyping: Bool { until == nil }

  /// The text to show; nil while there is nothing to read.
  var shown: SafeText? {
    text.allSatisfy(\.isWhitespace) ? nil : SafeText(text, limit: .title)
  }

  /// - Returns: false if a part of the text has no room.
  package mutating func insert(_ more: String) -> Bool {
    let (said, isWhole) = SafeText.read(text + String(more.prefix(200)), limit: .title)
    text = said.string
    return isWhole
  }

  package mutating func deleteBackward() { _ = text.popLast() }
}

/// This user's speech, from the first typed letter until the text disappears.
package struct SpeechEditor {
  package private(set) var speech: Speech?
  private let requests: Requests

  init(_ requests: Requests) { self.requests = requests }

  package var isTyping: Bool { speech?.isTyping == true }

  mutating func start() {
    speech = Speech()
    requests.notify("Type. Enter says it, Esc cancels.")
  }

  /// Handles a key while the user types a speech. Returns false if the user types no speech.
  package mutating func handle(_ key: Key, _ modifiers: Modifiers, at uptime: Int64) -> Bool {
    guard isTyping else { return false }
    switch key {
    case .character(let character):
      if !modifiers.contains(.control) { insert(String(character)) }
    case .backspace: speech?.deleteBackward()
    case .enter: finish(at: uptime)
    case .escape: speech = nil
    default: break
    }
    return true
  }

  package mutating func insert(_ text: String) {
    guard speech?.insert(text) == false else { return }
    requests.notify("The text is full. Enter says it, then \" begins the next.")
  }

  /// Ends the typing. The text stays visible for 4 s, and 40 ms more for each byte.
  mutating func finish(at uptime: Int64) {
    guard let text = speech?.shown else { return speech = nil }
    let milliseconds = 4_000 + Int64(text.string.utf8.count) * 40
    if isTyping { speech?.until = uptime &+ milliseconds }
  }

  /// Removes the speech. Returns false if there is none.
  mutating func drop() -> Bool {
    defer { speech = nil }
    return speech != nil
  }

  package mutating func expire(at uptime: Int64) {
    if let until = speech?.until, until <= uptime { speech = nil }
  }
}

/// The points that a laser touched recently. They fade, and never enter a log.
struct LaserTrail: Hashable, Sendable {
  private var spots: [Spot] = []

  private struct Spot: Hashable, Sendable {
    package let point: BoardPoint
    /// The uptime in milliseconds at which the spot fades.
    let until: Int64
  }

  static let fadingMilliseconds: Int64 = 1_000

  var points: [BoardPoint] { spots.map(\.point) }

  package mutating func touch(_ point: BoardPoint, at now: Int64) {
    guard spots.last?.point != point else { return }
    spots.append(Spot(point: point, until: now &+ Self.fadingMilliseconds))
    if spots.count > ParticipantPresence.trailMax {
      spots.removeFirst(spots.count - ParticipantPresence.trailMax)
    }
  }

  mutating func fade(at now: Int64) { spots.removeAll { $0.until <= now } }

  /// The uptime in milliseconds at which the oldest spot fades; several spots may fade together.
  var fadesAt: Int64? { spots.first?.until }

  /// Returns the strokes that show a trail: thin at its oldest points, broad at its latest points.
  static func strokes(through points: [BoardPoint], in color: InkColor) -> [Stroke] {
    let parts: [(ArraySlice<BoardPoint>, UInt8)] = [
      (points[...], 1), (points.suffix((points.count + 1) / 2), 4),
    ]
    return parts.compactMap { part, width in
      WetStyle(kind: .pen, ink: Ink(color: color, width: width), stepExponent: 0)
        .stroke(through: part)
    }
  }
}
