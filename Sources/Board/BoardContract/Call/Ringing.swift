import EaselBase

/// Another user of this machine, whose Easel can be rung.
package struct PersonHere: Hashable, Sendable {
  /// The system's number of the user.
  package var user: UInt32
  /// The login name, from the system.
  package var login: SafeText

  package init(user: UInt32, login: SafeText) { (self.user, self.login) = (user, login) }
}

/// A user of this machine rings: an invitation to a session that waits for an answer.
package struct RingInvitation: Hashable, Sendable {
  /// Identifies the ring in the answer.
  package var number: UInt64
  /// The login name, from the system; the person cannot choose it.
  package var name: SafeText
  /// The author of the key that the person gave. It is not proved before this user has joined.
  package var author: AuthorID
  /// The name of the board.
  package var title: SafeText
  package var miniature: Miniature
  /// Whether this user may draw there; otherwise only watch.
  package var mayDraw: Bool

  package init(
    number: UInt64, name: SafeText, author: AuthorID = .nobody, title: SafeText,
    miniature: Miniature = Miniature(), mayDraw: Bool = true
  ) {
    (self.number, self.name, self.author) = (number, name, author)
    (self.title, self.miniature, self.mayDraw) = (title, miniature, mayDraw)
  }
}

/// The way in which this user's ring at another user ended.
package enum RingOutcome: Hashable, Sendable {
  /// The person comes, and needs no further answer.
  case accepted
  case declined
  case unanswered
  /// This user rang the person less than a minute ago.
  case tooSoon
  /// The other user cannot be rung now: no Easel answers, or it is older. The line is what that
  /// person can type instead.
  case away(line: SafeText)
  case older(line: SafeText)
  /// This program cannot invite, or the door is not of that user.
  case failed(SafeText)
}
