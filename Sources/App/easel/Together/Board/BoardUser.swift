import BoardDocument
import BoardModel
import CellFrame
import EaselBase
import WhiteboardUI

/// The user of a board, who decides about calls and sessions: a person at a screen, or a program
/// without a screen.
@MainActor protocol BoardUser: AnyObject {
  var person: Person { get }
  /// The session that the user is in.
  var session: Bytes16? { get }

  /// Handles one event, which may change the board.
  ///
  /// - Returns: the effects to carry out, in this order.
  func handle(_ event: Event, on board: inout BoardReplica, at now: Moment) -> [Effect]
}

/// A person at a screen.
@MainActor final class ScreenUser: BoardUser {
  private(set) var whiteboard: Whiteboard

  let person: Person

  init(_ setup: Whiteboard.Setup, _ opened: OpenedBoard) {
    person = setup.person
    let board = BoardReplica(opened, author: person.author, coding: .signed)
    whiteboard = Whiteboard(setup, on: board, notice: opened.notice)
  }

  var session: Bytes16? { whiteboard.session }
  var frame: Frame { whiteboard.frame }
  var ground: Tint { whiteboard.shownTheme.background }

  func handle(_ event: Event, on board: inout BoardReplica, at now: Moment) -> [Effect] {
    whiteboard.handle(event, on: &board, at: now)
  }
}
