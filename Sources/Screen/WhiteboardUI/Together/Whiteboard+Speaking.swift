import BoardModel
import CellFrame
import EaselBase

/// The text that this user says at the pointer.
struct Speech: Hashable, Sendable {
  private(set) var text = ""
  /// The uptime in milliseconds at which it disappears; nil while the user types it.
  var until: Int64?

  var isTyping: Bool { until == nil }

  /// The text to show; nil while there is nothing to read.
  var shown: SafeText? {
    text.allSatisfy(\.isWhitespace) ? nil : SafeText(text, limit: .title)
  }

  /// - Returns: false if not all of it fits.
  mutating func insert(_ more: String) -> Bool {
    let (said, isWhole) = SafeText.read(text + String(more.prefix(200)), limit: .title)
    text = said.string
    return isWhole
  }

  mutating func deleteBackward() { _ = text.popLast() }
}

/// The points that a laser touched of late: they fade, and never enter a log.
struct LaserTrail: Hashable, Sendable {
  private var spots: [Spot] = []
  /// Whether the pointer is down.
  var isOn = false

  private struct Spot: Hashable, Sendable {
    let point: BoardPoint
    /// The uptime in milliseconds at which it fades.
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

  /// The uptime in milliseconds at which the next spot fades; a few fade together.
  var fadesAt: Int64? { spots.first?.until }
}

// Speech at pointers, and the laser.
extension Whiteboard {
  mutating func startSpeaking() {
    guard together.seat != nil else { return say("There is nobody to hear it.") }
    together.speech = Speech()
    say("Say it. Enter ends, Esc drops it.")
  }

  /// Handles a key while the user types what to say. Returns false if nothing is being typed.
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

  /// Ends the typing. The text stays visible for as long as a notice would.
  mutating func finishSpeaking() {
    guard let text = together.speech?.shown else { return together.speech = nil }
    let until = wait(for: Notice.milliseconds(for: text))
    if together.speech?.isTyping == true { together.speech?.until = until }
  }

  /// Notes what a participant said, so that the user can read it again. Shows it as a notice if
  /// their pointer was not visible.
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

  /// Removes speech and laser spots whose time is over.
  mutating func fadeTalk() {
    if let until = together.speech?.until, until <= now.uptime { together.speech = nil }
    if let fades = together.laser.fadesAt, fades <= now.uptime {
      together.laser.fade(at: now.uptime)
      showGuestInk()
    } else if together.seat?.guests.contains(where: \.hasTrail) == true {
      showGuestInk()
    }
  }

  /// The uptimes in milliseconds at which speech or a laser trail fades next.
  var talkFades: [Int64] {
    guard together.seat != nil else { return [] }
    return [together.speech?.until, together.laser.fadesAt].compactMap { $0 } + guestsFade
  }
}
