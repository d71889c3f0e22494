import BoardView
import CellFrame
import EaselBase
import ScreenContract
import SessionUI

/// The question of the small view whether to leave the session or to end it, in one line.
enum LeavingPart: ScreenPart {
  /// Asks, if there is anything to choose.
  ///
  /// - Returns: false if the program can quit without a question.
  static func asks(in whiteboard: inout Whiteboard) -> Bool {
    let view = whiteboard.drawing.surface.view
    guard view.bars == .none, whiteboard.wall == nil, !isAsking(whiteboard),
      whiteboard.drawing.recorder.mayDraw,
      whiteboard.sessions.presence.session?.hasAudience == true
    else { return false }
    let question = questions.first { $0.count <= view.columns } ?? ""
    whiteboard.requests.notify(question, about: .leaving)
    return true
  }

  private static let questions = [
    "l leaves, e ends it for everyone, Esc stays", "l leaves, e ends it, Esc stays",
    "l leave, e end", "l go, e end",
  ]

  private static func isAsking(_ whiteboard: borrowing Whiteboard) -> Bool {
    whiteboard.notices.shown?.subject == .leaving
  }

  static func keys(in whiteboard: borrowing Whiteboard) -> KeyUse? {
    isAsking(whiteboard) ? KeyUse(isFree: { _ in false }) : nil
  }

  static func handle(
    _ key: Key, _ modifiers: Modifiers, in whiteboard: inout Whiteboard
  ) -> Bool {
    switch key {
    case .character("l"), .character("q"): whiteboard.quit()
    case .character("e"):
      whiteboard.perform(.session(.endForEveryone))
      whiteboard.quit()
    default: whiteboard.notices.dismiss()
    }
    return true
  }
}
