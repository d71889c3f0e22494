import BoardLog
import BoardModel
import EaselBase

/// A board as it was read from its file.
package struct OpenedBoard: Sendable {
  /// Nil for a fresh board, which has no file yet.
  package var path: String?
  package var name: SafeText
  package var log: Log
  /// The birth of this run's replica on this board. Another board has another birth, since a
  /// replica never writes in two logs.
  package var birth: ReplicaGenesis
  package var picture: Picture
  /// The people who drew it, as far as their names are known.
  package var people: [Person]
  /// The authors of the base's ink that this user knows from their own board.
  /// In the picture that ink has no author.
  package var credits: [EntryID: AuthorID] = [:]
  /// The reason why the board cannot be written; nil if it can.
  package var readOnly: SafeText?
  /// A notice for the user: how much of a damaged file was lost.
  package var notice: SafeText?

  package init(
    path: String?, name: SafeText, log: Log, birth: ReplicaGenesis, picture: Picture,
    people: [Person] = [], readOnly: SafeText? = nil, notice: SafeText? = nil
  ) {
    self.path = path
    self.name = name
    self.log = log
    self.birth = birth
    self.picture = picture
    self.people = people
    self.readOnly = readOnly
    self.notice = notice
  }
}
