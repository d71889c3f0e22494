import BoardContract
import BoardDocument
import BoardView
import EaselBase

/// A sentence above the canvas that disappears by itself.
package struct Notice: Hashable, Sendable {
  package var text: SafeText
  package var severity = NoticeSeverity.information
  /// The notice goes when this is over; nil if only its time ends it.
  package var subject: NoticeSubject?
  /// The command of a click on the notice.
  package var command: Command?
  /// Whether the notice tells what the key u does. Such a notice is true only until the next
  /// action.
  var isAboutLastAction = false
  /// Whether the notice replaced a warning before the warning's time was over.
  package var hidesWarning = false
  /// The uptime in milliseconds at which the notice disappears. If nil, it stays until the user
  /// acts.
  package var expires: Int64?

  /// Whether the notice is more than a piece of news, so that no other notice may hide it.
  package var isWarning: Bool { severity != .information }

  /// Returns the time for which a notice stays, in milliseconds: three seconds. A text of more than
  /// 60 letters stays longer, for 50 ms for each letter, because a reader needs that time.
  package static func milliseconds(for text: SafeText) -> Int64 {
    max(3_000, Int64(text.string.count) * 50)
  }
}

/// How serious a notice is. Only a loss is red: data are lost or not saved, or a connection is lost.
package enum NoticeSeverity: Hashable, Sendable { case information, warning, loss }

/// The subject of a notice.
package enum NoticeSubject: Hashable, Sendable {
  /// The selected things.
  case selection
  /// The text that the user types.
  case typing
  /// The picture at the pointer.
  case picture
  /// The others who are out of reach.
  case reach
  /// The trouble to save the board.
  case saving
  /// The request of a person who asks to join, by its number.
  case admission(UInt64)
  case participant(ParticipantUUID)
  case film(FilmItem.ID)
  /// The question whether to leave the session or to end it.
  case leaving
}

/// The notice that is shown, and the latest notices, which the user can read again.
package struct Notices: Sendable {
  package private(set) var shown: Notice?
  /// The latest notices, the newest first.
  package private(set) var latest: [SafeText] = []

  package init(shown: Notice? = nil, latest: [SafeText] = []) {
    (self.shown, self.latest) = (shown, latest)
  }
  /// Whether the first event has come; before this, the time is unknown and no notice expires.
  private var hasClock = false
  /// The text that the user copied last, until the clipboard of the desktop has taken it.
  private var copied: CopiedText?

  /// The number of notices that can be read again.
  private static let countMax = 50

  /// The uptime in milliseconds at which the shown notice disappears.
  package var expires: Int64? { shown?.expires }

  /// Carries out the request of a part.
  package mutating func handle(_ request: NoticeRequest, at uptime: Int64) {
    switch request {
    case .show(let notice): show(notice, at: uptime)
    case .warnOnce(let text):
      if !latest.contains(text) { show(Notice(text: text, severity: .warning), at: uptime) }
    case .record(let text): record(text)
    case .dismiss: dismiss()
    case .dismissFor(let command): dismiss(for: command)
    case .endAboutLastAction:
      if shown?.isAboutLastAction == true { shown = nil }
    }
  }

  private mutating func show(_ notice: Notice, at uptime: Int64) {
    let text = notice.text
    let hidesWarning =
      shown.map { $0.text != text && ($0.isWarning || $0.hidesWarning) } ?? false
    record(text)
    shown = notice
    shown?.hidesWarning = hidesWarning
    shown?.expires = hasClock ? uptime &+ Notice.milliseconds(for: text) : nil
  }

  /// Shows an offer. It stays until the user acts, and does not join the latest notices.
  private mutating func offer(_ text: SafeText, command: Command) {
    shown = Notice(text: text, command: command)
  }

  /// Says that a text was copied for other programs.
  package mutating func show(_ text: CopiedText, at uptime: Int64) {
    copied = text
    show(text, isInClipboard: false, at: uptime)
  }

  /// Says that the clipboard of the desktop took the text that was copied last.
  package mutating func confirmCopied(_ text: String, at uptime: Int64) {
    guard let copied, copied.text == text else { return }
    show(copied, isInClipboard: true, at: uptime)
    self.copied = nil
  }

  private mutating func show(_ text: CopiedText, isInClipboard: Bool, at uptime: Int64) {
    let words = SafeText(text.notice(isInClipboard: isInClipboard))
    show(Notice(text: words, severity: text.severity), at: uptime)
  }

  /// Offers to open the board that was open last.
  package mutating func offer(_ last: BoardSummary, _ chrome: Chrome, at wall: Int64) {
    let age = Age(from: last.changed, to: wall).words
    let name = last.name.string
    let board = BoardTitle.isDate(name) ? "your last board" : chrome.quoted(name)
    offer(
      SafeText("\(chrome.enter) open \(board) from \(age) \(chrome.dash) or just draw"),
      command: .openLast)
  }

  /// Adds a text to the latest notices without showing it.
  private mutating func record(_ text: SafeText) {
    latest = [text] + latest.filter { $0 != text }.prefix(Self.countMax - 1)
  }

  /// Starts the clock at the first event: from now on, notices expire.
  package mutating func startClock(at uptime: Int64) {
    hasClock = true
    guard let text = shown?.text else { return }
    shown?.expires = uptime &+ Notice.milliseconds(for: text)
  }

  package mutating func dismiss() { shown = nil }

  /// Removes the notice if a click on it would give this command.
  package mutating func dismiss(for command: Command) {
    if shown?.command == command { shown = nil }
  }

  /// Removes the notice before the next command, of which it says nothing. A warning, and a notice
  /// that offers a command, stay.
  package mutating func endBeforeCommand() {
    guard let shown, !shown.isWarning, shown.command == nil else { return }
    self.shown = nil
  }

  package mutating func expire(at uptime: Int64) {
    if let expires, expires <= uptime { shown = nil }
  }
}

extension SafeText {
  /// The text as a sentence of its own, with a capital letter at its beginning and a full stop at
  /// its end. A first word that is no plain word, such as a path or an address, stays as it is.
  package var sentence: String {
    var text = string
    let first = text.prefix { $0 != " " }
    if first.allSatisfy({ $0.isLetter || $0 == "," }) {
      text = text.prefix(1).uppercased() + text.dropFirst()
    }
    return text.last.map { ".!?…".contains($0) } == false ? text + "." : text
  }
}

extension SaveState {
  package var word: String {
    switch self {
    case .untouched: "empty"
    case .saving: "saving"
    case .saved: "saved"
    case .failed, .readOnly: "not saved"
    }
  }

  package var sentence: String {
    switch self {
    case .failed(let reason), .readOnly(let reason): "not saved: \(reason.clause)"
    default: word
    }
  }
}
