import CellFrame
import ScreenContract

/// The words that this user says at the pointer, while the user types them.
enum SpeechPart: ScreenPart {
  static func keys(in whiteboard: borrowing Whiteboard) -> KeyUse? {
    guard whiteboard.sessions.presence.talk.isTyping else { return nil }
    return KeyUse(letters: .text, isFree: { _ in false })
  }

  static func handle(
    _ key: Key, _ modifiers: Modifiers, in whiteboard: inout Whiteboard
  ) -> Bool {
    whiteboard.sessions.presence.handleSpeech(key, modifiers, at: whiteboard.drawing.uptime)
    return true
  }

  static func insert(pasted text: String, in whiteboard: inout Whiteboard) {
    whiteboard.sessions.presence.insertIntoSpeech(text)
  }
}
