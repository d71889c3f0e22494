import BoardEvents
import BoardDocument
import BoardModel
import BoardSessions
import CellFrame
import EaselBase
import WhiteboardUI

/// A person at a screen, who sees a whiteboard.
@MainActor final class ScreenUser: BoardUser {
  private(set) var whiteboard: Whiteboard
  let person: Person
  /// Carries out the whiteboard's effects that need a terminal or a folder of files.
  var perform: (Effect) -> Void = { _ in }

  init(_ setup: Whiteboard.Setup, _ opened: OpenedBoard) {
    person = setup.person
    let board = BoardReplica(opened, author: person.author, coding: .signed)
    whiteboard = Whiteboard(setup, on: board, notice: opened.notice)
  }

  var session: Bytes16? { whiteboard.session }
  var frame: Frame { whiteboard.frame }
  var ground: Tint { whiteboard.shownTheme.background }

  func handle(_ event: BoardEvent, on board: inout BoardReplica, at now: Moment) -> [BoardEffect] {
    handle(Event(event), on: &board, at: now)
  }

  fileprivate func handle(
    _ event: Event, on board: inout BoardReplica, at now: Moment
  ) -> [BoardEffect] {
    whiteboard.handle(event, on: &board, at: now).map(boardEffect)
  }

  private func boardEffect(_ effect: Effect) -> BoardEffect {
    switch effect {
    case .keep(let entry): .keep(entry)
    case .wake(let moment): .wake(at: moment)
    case .newBoard(let keepsPicture): .newBoard(keepingPicture: keepsPicture)
    case .session(let effect, let session): .session(effect, in: session)
    case .call(.writeTickets): .custom { [weak self] in self?.perform(effect) }
    case .call(let effect): .call(effect)
    default: .custom { [weak self] in self?.perform(effect) }
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

extension Event {
  init(_ event: BoardEvent) {
    self =
      switch event {
      case .pausing: .pausing
      case .woke: .woke
      case .kept: .kept
      case .keepingFailed(let reason): .keepingFailed(reason: reason)
      case .keepingRecovered: .keepingRecovered
      case .opened(let opening): .opened(opening)
      case .openingFailed(let reason): .openingFailed(reason: reason)
      case .openingTakesLong: .openingTakesLong
      case .filed: .filed
      case .failed(let sentence): .failed(sentence)
      case .merged(let change): .merged(change)
      case .call(let event): .call(event)
      case .session(let event, let session): .session(event, in: session)
      }
  }
}
