import BoardContract
import BoardDocument
import BoardModel
import BoardSessions
import CellFrame
import EaselBase
import ScreenContract
import WhiteboardUI

/// A person at a screen, who sees a whiteboard.
@MainActor final class ScreenUser: BoardUser {
  private(set) var whiteboard: Whiteboard
  /// The values of the whiteboard that are read after each event.
  private(set) var shown: Shown
  let person: Person
  /// Carries out the whiteboard's effects that need a terminal or a folder of files.
  var perform: (Effect) -> Void = { _ in }

  init(_ setup: Whiteboard.Setup, _ opened: LoadedBoard) {
    person = setup.person
    let board = BoardReplica(opened, author: person.author, coding: .signed)
    whiteboard = Whiteboard(setup, on: board, notice: opened.notice)
    shown = Shown(whiteboard)
  }

  /// A part of a whiteboard. To read a property of a whiteboard in an object copies the whole whiteboard.
  struct Shown {
    let frame: Frame
    let ground: Tint
    let session: SessionUUID?
    let isTypingText: Bool
    let isSeatSeen: Bool

    init(_ whiteboard: borrowing Whiteboard) {
      frame = whiteboard.frame
      ground = whiteboard.shownTheme.background
      session = whiteboard.session
      isTypingText = whiteboard.isTypingText
      isSeatSeen = whiteboard.isSeatSeen
    }
  }

  var session: SessionUUID? { shown.session }
  var frame: Frame { shown.frame }
  var ground: Tint { shown.ground }

  func handle(_ event: BoardEvent, on board: inout BoardReplica, at now: Moment) -> [BoardEffect] {
    handle(.board(event), on: &board, at: now)
  }

  fileprivate func handle(
    _ event: Event, on board: inout BoardReplica, at now: Moment
  ) -> [BoardEffect] {
    func handle(_ whiteboard: inout Whiteboard) -> [Effect] {
      defer { shown = Shown(whiteboard) }
      return whiteboard.handle(event, on: &board, at: now)
    }
    return handle(&whiteboard).map { effect in
      if case .board(let effect) = effect { return effect }
      return .custom { [weak self] in self?.perform(effect) }
    }
  }
}

extension BoardController {
  /// Hands an event of the screen to its user, and carries out the user's effects.
  ///
  /// Input waits for a board that is being opened, since the user may mean it for that board. Ctrl-C
  /// does not wait, nor does another key that quits, if no input before it waits.
  func handle(_ event: Event, of screen: ScreenUser) {
    var isInput: Bool { if case .input = event { true } else { false } }
    let quitsNow = isOpening && screen.whiteboard.isQuit(event, afterInput: holdsInput)
    update(isInput: isInput && !quitsNow) { screen.handle(event, on: &$0, at: $1) }
  }
}
