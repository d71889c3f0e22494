import Drawing
import Log
import Vocabulary

// What a full board still takes, and what is said of it.
extension Whiteboard {
  /// What one thing more would lack.
  func lack(for use: Room.Use, things: Int = 1, bytes: Int = Log.entryOverhead) -> Room.Lack? {
    setup.room.lack(
      for: use, things: board.picture.seenCount + things, charge: board.log.charge(of: me),
      bytes: bytes, in: board.log.allowance(of: me))
  }

  /// Whether a gesture can be made; says so where it cannot.
  mutating func hasRoom(for actions: [Operation.Action], wasBegun: Bool) -> Bool {
    guard !board.log.isRevoked(me) else {
      say("The owner of this board has ended what you draw on it.", isWarning: true)
      return false
    }
    let tidies = actions.allSatisfy { $0.purpose == .tidy }
    let use: Room.Use = tidies ? .tidy : wasBegun ? .finish : .draw
    // Of a single one there is no need to know: it has 128 KiB at the most.
    let bytes =
      actions.count == 1
      ? Log.entryOverhead
      : actions.reduce(0) { $0 + setup.encode(Operation($1)).count + Log.entryOverhead }
    let things = actions.count { if case .make = $0 { true } else { false } }
    guard let lack = lack(for: use, things: things, bytes: bytes) else { return true }
    say(of: lack)
    return false
  }

  mutating func say(of lack: Room.Lack) {
    switch lack {
    case .drawing:
      say(
        "You have drawn as much on this board as one person may. N goes on with a new one.",
        isWarning: true)
    case .tidying:
      say(
        "You have erased as much on this board as one person may. N goes on with a new one.",
        isWarning: true)
    case .things:
      say("This board holds no more things. Erase some, or N begins a new one.", isWarning: true)
    }
  }

  /// Warns, once for each author, that no member shows what they drew beyond their allowance.
  mutating func warn(ofOverdrawn authors: Set<AuthorID>) {
    for author in authors.sorted() {
      let text = "\(called(author)) has drawn as much on this board as one person may."
      if !notices.contains(where: { $0.string == text }) { say(text, isWarning: true) }
    }
  }
}
