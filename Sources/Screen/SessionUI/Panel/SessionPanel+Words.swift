import BoardContract
import BoardView
import EaselBase
import ScreenContract

extension Requests {
  func notify(_ ending: Ending, mayShare: Bool) {
    let picture = "You keep the board."
    switch ending {
    case .left: notify("You left. \(picture)")
    case .endedHere: notify("You ended the session for everyone. \(picture)")
    case .ended(let name):
      let again = mayShare ? " S shares it again." : ""
      notify("\(name?.string ?? "Somebody") ended the session. \(picture)\(again)")
    case .everyoneLeft: notify("Everyone else has left. \(picture)")
    case .replaced: notify("A new board for everyone is coming.")
    case .putOut: notify("You were removed from the session. \(picture)", .loss)
    case .callEnded: notify("The session is over. \(picture)", .loss)
    case .failed(let reason):
      notify("You are out of the session: \(reason.clause). \(picture)", .loss)
    }
  }
}

extension Invitation {
  var shownName: String { name.string.isEmpty ? "Somebody" : name.string }

  /// Returns the sentence about the offer. It does not tell users that they share what they come back to.
  func headline(for user: AuthorID, _ chrome: Chrome) -> String {
    let title = chrome.quoted(title.string)
    return author == user ? "\(title) is shared" : "\(shownName) shares \(title)"
  }
}

/// A command about drawing together, with its effect in a few words.
package struct SharingHint: Hashable, Sendable {
  package let command: Command
  package let effect: String
}
