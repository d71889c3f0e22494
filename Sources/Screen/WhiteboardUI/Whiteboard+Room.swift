import BoardDocument
import BoardLog
import BoardModel
import EaselBase

// Checks whether the board has room, and reports a lack of it.
extension Whiteboard {
  /// Returns whether a gesture can be made; if not, a notice says why.
  mutating func hasRoom(for actions: [Operation.Action], wasBegun: Bool) -> Bool {
    guard !board.isRevoked else {
      say("The owner of this board has ended what you draw on it.", isWarning: true)
      return false
    }
    guard let lack = board.lack(for: actions, wasBegun: wasBegun) else { return true }
    showNotice(of: lack)
    return false
  }

  mutating func showNotice(of lack: BoardQuota.Lack) {
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

  /// Warns once for each author that members do not show what the author drew beyond their
  /// allowance.
  mutating func warn(ofOverdrawn authors: Set<AuthorID>) {
    for author in authors.sorted() {
      let text = "\(called(author)) has drawn as much on this board as one person may."
      if !notices.contains(where: { $0.string == text }) { say(text, isWarning: true) }
    }
  }
}
