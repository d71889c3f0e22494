import BoardContract
import BoardEditor
import BoardModel
import EaselBase
import ScreenContract

/// The boards between which the user and the session move.
package struct BoardNavigation {
  /// The participants that come along to the board that opens next; nil if the user has not asked
  /// for another board.
  private var next: Next?
  /// The board about which the library asks whether the others come along; nil if there is none.
  private var asked: BoardTarget?
  /// Whether the open board is or was the board of a session.
  private(set) var isShared = false
  /// The session's previous board.
  private(set) var previous: PreviousBoard?
  /// The entries that this user drew before joining other participants.
  private(set) var own: Picture?
  private let requests: Requests

  init(_ requests: Requests) { self.requests = requests }

  enum Next: Hashable, Sendable {
    case everyone
    /// The user leaves the session for the next board.
    case alone
  }

  struct PreviousBoard: Hashable, Sendable {
    var path: String
    package var name: SafeText
  }

  /// Whether the user leaves the open board for another one, and that one has yet to open.
  var isLeaving: Bool { next != nil }

  package mutating func forgetNext() { next = nil }

  mutating func noteEntered() { (isShared, next) = (true, nil) }

  /// Keeps the picture of the user's own board before the session's board replaces it.
  mutating func keepOwn(_ picture: Picture) {
    if !isShared { own = picture.things.isEmpty ? nil : picture }
  }

  /// Remembers the board to go back to.
  mutating func remember(_ path: String?, _ name: SafeText) {
    previous = path.map { .init(path: $0, name: name) }
  }

  // MARK: Going

  /// Goes to another board. First asks the user if entries would be lost, or if they are in a
  /// session and other participants might come along to a stored board.
  ///
  /// - Parameter isEligible: whether another person is in the call. If not, the library asks
  ///   nothing, but a host without a screen may come along.
  mutating func go(to target: BoardTarget, isEligible: Bool, from recorder: BoardRecorder) {
    requests.leaveSheet()
    if recorder.board.isReadOnly, recorder.board.wouldLose {
      return requests.open(Sheet(.unsaved(before: target)))
    }
    if !recorder.isInSession { return leaveBoard(for: target) }
    switch target {
    case .new: go(to: target, everyone: true, from: recorder)
    case .session: leaveBoard(for: target)
    case .board(let path) where isEligible:
      asked = target
      requests.append(.call(.prepare(path: path, recorder.invitation)))
    case .board: requests.open(Sheet(.target(target)))
    }
  }

  /// Goes to another board. If the library asks about this board, answers it, and goes there when
  /// the library passes the answer on.
  package mutating func go(to target: BoardTarget, everyone: Bool, from recorder: BoardRecorder) {
    requests.leaveSheet()
    if asked == target {
      return requests.append(.call(.choose(everyone ? .everyone : .alone)))
    }
    guard recorder.isInSession else { return leaveBoard(for: target) }
    if everyone, !recorder.mayDraw { return requests.notifyOnlyWatching() }
    next = everyone ? .everyone : .alone
    leaveBoard(for: target)
  }

  // MARK: The library's question

  /// Shows the library's question about a board.
  func ask(about target: BoardTarget) {
    guard asked == target else { return requests.append(.call(.choose(.nothing))) }
    requests.open(Sheet(.target(target)))
  }

  /// Follows the answer that the library has about a board.
  mutating func follow(
    _ choice: ActivationChoice, about target: BoardTarget, from recorder: BoardRecorder
  ) {
    guard asked == target else { return }
    asked = nil
    switch choice {
    case .everyone: go(to: target, everyone: true, from: recorder)
    case .alone: go(to: target, everyone: false, from: recorder)
    case .nothing: break
    }
  }

  /// Cancels the library's question, because its sheet closed without an answer.
  package mutating func cancelQuestion() {
    guard asked != nil else { return }
    asked = nil
    requests.append(.call(.choose(.nothing)))
  }

  /// Asks the shell for the other board, even if entries are lost.
  package func leaveBoard(for target: BoardTarget) {
    requests.leaveSheet()
    switch target {
    case .board(let path): requests.append(.open(path: path))
    case .new(let keepingPicture):
      requests.append(.board(.newBoard(keepingPicture: keepingPicture)))
    case .session(let session): requests.append(.call(.join(session)))
    }
  }

  /// Joins a session. If the open board cannot be written and has new strokes, first asks the user,
  /// because these strokes would be lost.
  mutating func join(_ session: SessionUUID, from recorder: BoardRecorder) {
    if recorder.board.isReadOnly {
      go(to: .session(session), isEligible: false, from: recorder)
    } else {
      leaveBoard(for: .session(session))
    }
  }

  mutating func goBackForEveryone(from recorder: BoardRecorder) {
    guard recorder.isInSession, let previous else {
      return requests.notify("There is no previous board to go back to.")
    }
    go(to: .board(path: previous.path), everyone: true, from: recorder)
  }

  /// The effect on the session when another board is open.
  package enum Consequence: Hashable, Sendable {
    /// The session goes on, because the opened board is the same board in another file.
    case goesOn
    /// The session moves to the opened board.
    case comesAlong
    case staysBehind
  }

  /// Shows another board.
  package mutating func open(
    _ opening: BoardSwitch, in recorder: inout BoardRecorder
  ) -> Consequence {
    let isAlone = next == .everyone && recorder.board.isReadOnly
    let next = isAlone ? .alone : next
    self.next = nil
    let goesOn = next == nil && opening.goesOn
    if next == .everyone { remember(opening.previousPath, opening.previousName) }
    recorder.noteNewPicture()
    requests.show(opening, of: recorder.board)
    if !goesOn { isShared = false }
    if isAlone {
      requests.notify(
        "This board is read-only, so you opened it alone.",
        .warning)
    }
    return goesOn ? .goesOn : next == .everyone ? .comesAlong : .staysBehind
  }

  // MARK: The user's own drawing

  /// Adds the user's own drawing to the board in one gesture, so that one undo removes all of it.
  mutating func bringAlong(to recorder: inout BoardRecorder) {
    requests.leaveSheet()
    guard recorder.isInSession, let own else {
      return requests.notify("You have no board of your own to add.")
    }
    guard recorder.mayDraw else { return requests.notifyOnlyWatching() }
    let items = own.things.flatMap { thing in
      ([thing.item] + thing.pieces.map(Item.stroke)).map {
        $0.copied(movedBy: thing.offset, color: thing.color)
      }
    }
    guard recorder.make(items.map { .make($0) }) else { return }
    self.own = nil
    requests.notify(done: "Your own board is here now. u takes it away again.")
  }
}
