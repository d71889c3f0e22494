import BoardModel
import CellFrame
import EaselBase

/// What one says at one's pointer.
struct Speech: Hashable, Sendable {
  private(set) var text = ""
  /// The uptime at which it goes; nil while it is typed.
  var until: Int64?

  var isTyping: Bool { until == nil }

  /// Nil while there is nothing to read.
  var shown: SafeText? {
    text.allSatisfy(\.isWhitespace) ? nil : SafeText(text, limit: .title)
  }

  /// - Returns: false where not all of it fits.
  mutating func insert(_ more: String) -> Bool {
    let (said, isWhole) = SafeText.read(text + String(more.prefix(200)), limit: .title)
    text = said.string
    return isWhole
  }

  mutating func deleteBackward() { _ = text.popLast() }
}

/// What a laser touched of late: it fades, and no log ever hears of it.
struct LaserTrail: Hashable, Sendable {
  private var spots: [Spot] = []
  /// The hand is down.
  var isOn = false

  private struct Spot: Hashable, Sendable {
    let point: BoardPoint
    /// The uptime at which it fades.
    let until: Int64
  }

  static let fadingMilliseconds: Int64 = 1_000

  var points: [BoardPoint] { spots.map(\.point) }

  mutating func touch(_ point: BoardPoint, at now: Int64) {
    guard spots.last?.point != point else { return }
    spots.append(Spot(point: point, until: now &+ Self.fadingMilliseconds))
    if spots.count > Appearance.trailMax { spots.removeFirst(spots.count - Appearance.trailMax) }
  }

  mutating func fade(at now: Int64) { spots.removeAll { $0.until <= now } }

  /// When the next spot fades; a few go together.
  var fadesAt: Int64? { spots.first?.until }
}

// Pointers that talk.
extension Whiteboard {
  mutating func startSpeaking() {
    guard together.seat != nil else { return say("There is nobody to hear it.") }
    together.speech = Speech()
    say("Say it. Enter ends, Esc drops it.")
  }

  /// False where nothing is being said.
  mutating func speak(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard together.speech?.isTyping == true else { return false }
    switch key {
    case .character(let character):
      if !modifiers.contains(.control) { addToSpeech(String(character)) }
    case .backspace: together.speech?.deleteBackward()
    case .enter: finishSpeaking()
    case .escape: together.speech = nil
    default: break
    }
    return true
  }

  mutating func addToSpeech(_ text: String) {
    guard together.speech?.insert(text) == false else { return }
    say("That is as much as fits: Enter says it, \" goes on.")
  }

  /// It stays to be read for as long as a notice would.
  mutating func finishSpeaking() {
    guard let text = together.speech?.shown else { return together.speech = nil }
    let until = wait(for: Notice.milliseconds(for: text))
    if together.speech?.isTyping == true { together.speech?.until = until }
  }

  /// What somebody said can be read again, and is told where their pointer was not to be seen.
  mutating func hear(_ said: SafeText, by id: Bytes16, at point: BoardPoint?) {
    let text = SafeText("\(name(of: id)): \(said.string)")
    if let point, view.visible.contains(point) {
      notices = [text] + notices.filter { $0 != text }.prefix(Notice.countMax - 1)
    } else {
      say(text.string)
    }
  }

  // MARK: The laser

  mutating func beam(to point: BoardPoint) {
    together.laser.touch(point, at: now.uptime)
    showGuestInk()
  }

  /// What was to last until now is over.
  mutating func fadeTalk() {
    if let until = together.speech?.until, until <= now.uptime { together.speech = nil }
    if let fades = together.laser.fadesAt, fades <= now.uptime {
      together.laser.fade(at: now.uptime)
      showGuestInk()
    } else if together.seat?.guests.contains(where: \.hasTrail) == true {
      showGuestInk()
    }
  }

  /// When something of this fades next.
  var talkFades: [Int64] {
    guard together.seat != nil else { return [] }
    return [together.speech?.until, together.laser.fadesAt].compactMap { $0 } + guestsFade
  }
}
