import BoardClient
import BoardDocument
import BoardLog
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

// Carries out the commands about the call, given by key, bar or sheet.
extension Whiteboard {
  var hasCall: Bool { setup.hasCall && !together.isOver }
  /// Whether this user may draw. A watcher changes nothing on the board.
  var mayDraw: Bool { together.seat?.mayDraw ?? true }
  var isSpeaking: Bool { together.speech?.isTyping == true }
  /// The tools that are useful now.
  var tools: [Tool] {
    guard together.seat != nil else { return Tool.solo }
    return mayDraw ? Tool.allCases : Tool.allCases.filter { !$0.changesBoard }
  }

  /// Gives a watcher a tool that a watcher can use, and restores the former tool once the user may
  /// draw again.
  mutating func settleTool() {
    if !mayDraw, kit.tool.changesBoard {
      together.laidDown = kit.tool
      kit.tool = .hand
    } else if mayDraw, let tool = together.laidDown {
      together.laidDown = nil
      if kit.tool == .hand { kit.tool = tool }
    }
  }

  mutating func sayOnlyWatching() {
    say("You are watching: the board is changed by those who draw.")
  }

  mutating func sayNoCall() {
    say(
      together.isOver
        ? "You are out of the call; Easel started anew can come into another."
        : "You draw alone: there is no call for that.")
  }

  mutating func perform(_ command: TogetherCommand) {
    switch command {
    case .share: share()
    case .stage: stage()
    case .makeTickets: makeTickets()
    case .copyTicket(let toDraw): copyTicket(toDraw: toDraw)
    case .writeTickets:
      sheet = nil
      effects.append(.call(.writeTickets))
    case .askToRenew: sheet = Sheet(.renewing, selected: 1)
    case .renewTickets: renewTickets()
    case .toggleAsking: toggleAsking()
    case .about, .hideAll, .showAll, .rule, .askToPutOut: moderate(command)
    case .showCode(let toDraw): showCode(toDraw: toDraw)
    case .turnCode: turnCode()
    case .answer(let visitor, let answer): self.answer(visitor, answer)
    case .unstage:
      sheet = nil
      effects.append(.call(.unstage))
    case .join(let session): join(session)
    case .decline(let session): decline(session)
    case .leave: goOut(by: .leave)
    case .askToEnd: sheet = Sheet(.ending, selected: 1)
    case .endForEveryone: goOut(by: .endForEveryone)
    case .follow(let id): toggleFollowing(id)
    case .toggleFollow: toggleFollowing()
    case .lookHere: askToLook()
    case .speak: startSpeaking()
    case .bringAlong: bringAlong()
    case .previousBoard: goBackForEveryone()
    case .go(let destination, let everyone): go(to: destination, everyone: everyone)
    }
  }

  // MARK: On the way into a session

  private mutating func share() {
    sheet = nil
    if !together.visitors.isEmpty { return show(.knock) }
    if let offer = together.offers.last, together.seat == nil || offer.session != together.declined
    {
      show(.offer)
    } else if together.seat != nil {
      show(.people)
    } else if !together.mayShare {
      say("You came to watch: what the others share opens here.")
    } else if board.isReadOnly {
      say(
        "This board cannot be written, and so not shared. Menu, Save a copy can.", isWarning: true)
    } else if together.isEligible {
      effects.append(.call(.share(invitation)))
    } else {
      show(.invite)
    }
  }

  private mutating func stage() {
    sheet = nil
    guard together.seat == nil, together.mayShare, !board.isReadOnly else { return share() }
    effects.append(.call(.stage(invitation)))
  }

  /// Shares the open board because the same user wishes to join from another place. Within a
  /// session it does nothing: that session can be joined.
  mutating func shareOnDemand() {
    guard together.seat == nil, together.mayShare, !board.isReadOnly else { return }
    effects.append(.call(.share(invitation)))
  }

  /// Prepares the session again, so that a person who comes is shown the board as it is then.
  mutating func stageAnew() {
    if together.staging != nil, together.seat == nil {
      effects.append(.call(.stage(invitation)))
    }
  }

  /// Joins a session. If the board cannot be written, first asks about strokes that would be lost
  /// with it.
  private mutating func join(_ session: Bytes16) {
    if board.isReadOnly { go(to: .session(session)) } else { depart(to: .session(session)) }
  }

  /// Declines an offer. The session is not offered again, and can be joined for as long as it
  /// lasts.
  private mutating func decline(_ session: Bytes16) {
    sheet = nil
    guard together.offers.contains(where: { $0.session == session }) else { return }
    together.declined = session
    say("Not now. S joins whenever you like.")
  }

  // MARK: Other boards

  /// Goes to another board: alone at once, if nothing is lost. In a session on another board, first
  /// asks which participants come along.
  mutating func go(to destination: Destination) {
    sheet = nil
    if board.isReadOnly, board.wouldLose {
      return sheet = Sheet(.unsaved(before: destination))
    }
    if together.seat == nil { return depart(to: destination) }
    switch destination {
    case .new: go(to: destination, everyone: true)
    case .session: depart(to: destination)
    case .board: sheet = Sheet(.destination(destination))
    }
  }

  /// Leaves or ends the session. Finishes the stroke in progress first, while other participants
  /// still receive it.
  private mutating func goOut(by effect: CallEffect) {
    sheet = nil
    guard together.seat != nil else { return }
    finishAll()
    effects.append(.call(effect))
  }

  private mutating func go(to destination: Destination, everyone: Bool) {
    sheet = nil
    guard together.seat != nil else { return depart(to: destination) }
    if everyone, !mayDraw { return sayOnlyWatching() }
    together.next = everyone ? .everyone : .alone
    depart(to: destination)
  }

  mutating func depart(to destination: Destination) {
    sheet = nil
    switch destination {
    case .board(let path): effects.append(.open(path: path))
    case .new(let keepingPicture): effects.append(.newBoard(keepingPicture: keepingPicture))
    case .session(let session): effects.append(.call(.join(session)))
    }
  }

  private mutating func goBackForEveryone() {
    guard together.seat != nil, let previous = together.previous else {
      return say("There is no previous board to go back to.")
    }
    go(to: .board(path: previous.path), everyone: true)
  }

  /// Another board is open. The session comes along, stays behind, or goes on if this is the same
  /// board in another file.
  mutating func opened(_ opening: BoardOpening) {
    let isAlone = together.next == .everyone && board.isReadOnly
    let next = isAlone ? .alone : together.next
    together.next = nil
    let goesOn = next == nil && opening.goesOn
    if next == .everyone { rememberSession(on: opening.previousPath, opening.previousName) }
    showOpened(opening)
    if !goesOn { together.isShared = false }
    if isAlone {
      say("This board cannot be written, and so not shared: you opened it alone.", isWarning: true)
    }
    if together.seat != nil {
      if goesOn { return effects.append(.call(.goOn)) }
      leaveSeat()
      effects.append(.call(next == .everyone ? .share(invitation) : .leave))
    } else if together.staging != nil {
      effects.append(.call(.stage(invitation)))
    }
  }

  // MARK: The user's own drawing

  /// Adds the user's own drawing as new operations of one gesture, so that one undo removes all of
  /// it.
  private mutating func bringAlong() {
    sheet = nil
    guard together.seat != nil, let own = together.own else {
      return say("You had drawn nothing of your own.")
    }
    guard mayDraw else { return sayOnlyWatching() }
    let items = own.things.flatMap { thing in
      ([thing.item] + thing.pieces.map(Item.stroke)).map {
        $0.copied(movedBy: thing.offset, color: thing.color)
      }
    }
    guard make(items.map { .make($0) }) else { return }
    together.own = nil
    say(done: "Your own drawing is here now. u takes it away again.")
  }
}
