import BoardContract
import BoardModel
import EaselBase
import ScreenContract

// The lock: a moderator makes all people watchers except some, and lets them draw again.
extension CallMembers {
  /// The most participants that a moderator can spare.
  static let sparedMax = 16

  /// The other people that a lock would make watchers: participants that may draw, without this
  /// user's other windows.
  func drawers(_ presence: Presence, me: AuthorID) -> [Guest] {
    (presence.session?.guestsInOrder ?? []).filter {
      $0.isPerson && $0.mayDraw && $0.known?.author != me
    }
  }

  func lock(sparing spared: Set<ParticipantUUID>) {
    change(by: .lock(sparing: spared.sorted()), asking: "lock the board.")
  }

  func unlock() { change(by: .unlock, asking: "unlock the board.") }

  /// Sends the change to the call. A notice follows when the keys prove it.
  private func change(by effect: CallEffect, asking wish: String) {
    requests.leaveSheet()
    guard canModerate else { return requests.notifyOnlyHost() }
    requests.append(.call(effect))
    if !isHost { requests.notify("You asked the host to \(wish)") }
  }
}

extension BoardLock {
  /// Returns the sentence about a change of the lock; nil if the change needs no sentence.
  ///
  /// - Parameter isCutOff: whether this user was out of reach a moment ago.
  static func sentence(from old: BoardLock?, to new: BoardLock?, isCutOff: Bool) -> String? {
    switch (old, new) {
    case (nil, let new?):
      guard let locker = new.lockerName else { return own(new.authors.count) }
      if new.mayDraw { return "\(locker) locked the board: you may draw on." }
      return isCutOff
        ? "\(locker) locked the board while you were out of reach: you watch, "
          + "and what you drew since then does not count."
        : "\(locker) locked the board: you watch."
    case (let old?, nil):
      return old.mayDraw
        ? "The board is unlocked: everyone may draw again."
        : "The board is unlocked: you may draw again."
    case (nil, nil), (.some, .some): return nil
    }
  }

  /// The name of the member that locked the board, or "Somebody"; nil if it is this user.
  var lockerName: String? { locker.map { $0.string.isEmpty ? "Somebody" : $0.string } }

  private static func own(_ watchers: Int) -> String {
    let watch = watchers == 1 ? "1 person watches" : "\(watchers) people watch"
    return "You locked the board: \(watch). \(CallMembers.endedTickets)"
  }
}
