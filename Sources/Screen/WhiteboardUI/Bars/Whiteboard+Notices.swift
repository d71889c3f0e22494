import EaselBase

extension Whiteboard {
  mutating func say(_ text: String, isWarning: Bool = false, command: Command? = nil) {
    let text = SafeText(text)
    let hidesWarning =
      notice.map { $0.text != text && ($0.isWarning || $0.hidesWarning) } ?? false
    notices = [text] + notices.filter { $0 != text }.prefix(Notice.countMax - 1)
    notice = Notice(
      text: text, isWarning: isWarning, command: command, hidesWarning: hidesWarning,
      expires: hasBegun ? wait(for: Notice.milliseconds(for: text)) : nil)
  }

  /// Says what was done just now, and how to undo it.
  mutating func say(done text: String) {
    say(text)
    notice?.isAboutLastDeed = true
  }

  /// Ends everything whose time is over.
  mutating func expire() {
    if let expires = notice?.expires, expires <= now.uptime { notice = nil }
    if let settles = gesture.settles, settles <= now.uptime { finishGesture() }
    if together.seat != nil { fadeTalk() }
    tellLoss()
    tellAwaited()
    if let asked = askedWake, asked <= now.uptime { askedWake = nil }
  }

  mutating func askToWake() {
    let moments =
      [notice?.expires, gesture.settles, lossDue, awaitedDue]
      .compactMap { $0 } + talkFades
    guard let next = moments.min(), next != askedWake else { return }
    askedWake = next
    effects.append(.wake(at: next))
  }
}
