import BoardEvents
import BoardModel
import EaselBase

/// The boards between which the user and the session move.
struct BoardNavigation: Sendable {
  /// The participants that come along to the board that opens next; nil if the user has not asked
  /// for another board.
  private var next: Next?
  /// Whether the open board is or was the board of a session.
  private(set) var isShared = false
  /// The session's previous board.
  private(set) var previous: PreviousBoard?
  /// The entries that this user drew before joining other participants.
  private(set) var own: Picture?

  enum Next: Hashable, Sendable {
    case everyone
    /// The user leaves the session for the next board.
    case alone
  }

  struct PreviousBoard: Hashable, Sendable {
    var path: String
    var name: SafeText
  }

  mutating func forgetNext() { next = nil }

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
  mutating func go(to target: BoardTarget, in workspace: inout Workspace) {
    workspace.sheet = nil
    if workspace.board.isReadOnly, workspace.board.wouldLose {
      return workspace.sheet = Sheet(.unsaved(before: target))
    }
    if !workspace.isInSession { return leaveBoard(for: target, in: &workspace) }
    switch target {
    case .new: go(to: target, everyone: true, in: &workspace)
    case .session: leaveBoard(for: target, in: &workspace)
    case .board: workspace.sheet = Sheet(.target(target))
    }
  }

  mutating func go(to target: BoardTarget, everyone: Bool, in workspace: inout Workspace) {
    workspace.sheet = nil
    guard workspace.isInSession else { return leaveBoard(for: target, in: &workspace) }
    if everyone, !workspace.mayDraw { return workspace.notifyOnlyWatching() }
    next = everyone ? .everyone : .alone
    leaveBoard(for: target, in: &workspace)
  }

  /// Asks the shell for the other board, even if entries are lost.
  func leaveBoard(for target: BoardTarget, in workspace: inout Workspace) {
    workspace.sheet = nil
    switch target {
    case .board(let path): workspace.effects.append(.open(path: path))
    case .new(let keepingPicture):
      workspace.effects.append(.board(.newBoard(keepingPicture: keepingPicture)))
    case .session(let session): workspace.effects.append(.call(.join(session)))
    }
  }

  /// Joins a session. If the open board cannot be written and has new strokes, first asks the user,
  /// because these strokes would be lost.
  mutating func join(_ session: Bytes16, in workspace: inout Workspace) {
    if workspace.board.isReadOnly {
      go(to: .session(session), in: &workspace)
    } else {
      leaveBoard(for: .session(session), in: &workspace)
    }
  }

  mutating func goBackForEveryone(in workspace: inout Workspace) {
    guard workspace.isInSession, let previous else {
      return workspace.notify("There is no previous board to go back to.")
    }
    go(to: .board(path: previous.path), everyone: true, in: &workspace)
  }

  /// The effect on the session when another board is open.
  enum Consequence: Hashable, Sendable {
    /// The session goes on, because the opened board is the same board in another file.
    case goesOn
    /// The session moves to the opened board.
    case comesAlong
    case staysBehind
  }

  /// Shows another board.
  mutating func open(_ opening: BoardSwitch, in workspace: inout Workspace) -> Consequence {
    let isAlone = next == .everyone && workspace.board.isReadOnly
    let next = isAlone ? .alone : next
    self.next = nil
    let goesOn = next == nil && opening.goesOn
    if next == .everyone { remember(opening.previousPath, opening.previousName) }
    workspace.show(opening)
    if !goesOn { isShared = false }
    if isAlone {
      workspace.notify(
        "This board is read-only, so you opened it alone.",
        isWarning: true)
    }
    return goesOn ? .goesOn : next == .everyone ? .comesAlong : .staysBehind
  }

  // MARK: The user's own drawing

  /// Adds the user's own drawing to the board in one gesture, so that one undo removes all of it.
  mutating func bringAlong(in workspace: inout Workspace) {
    workspace.sheet = nil
    guard workspace.isInSession, let own else {
      return workspace.notify("You have no drawing of your own to add.")
    }
    guard workspace.mayDraw else { return workspace.notifyOnlyWatching() }
    let items = own.things.flatMap { thing in
      ([thing.item] + thing.pieces.map(Item.stroke)).map {
        $0.copied(movedBy: thing.offset, color: thing.color)
      }
    }
    guard workspace.make(items.map { .make($0) }) else { return }
    self.own = nil
    workspace.notify(done: "Your own drawing is here now. u takes it away again.")
  }
}
