import BoardContract
import BoardLog
import BoardModel
import EaselBase

/// A board as the program read it from its file.
package struct LoadedBoard: Sendable {
  /// Nil for a new board, which has no file yet.
  package var path: String?
  package var name: SafeText
  package var log: Log
  /// The genesis of the replica in which this process writes on this board. Each board has another
  /// genesis, since a replica never writes in two logs.
  package var replicaGenesis: ReplicaGenesis
  package var picture: Picture
  /// Whether the picture lacks operations that only a newer version can read.
  package var hasUnreadable = false
  /// The people who drew on the board, as far as their names are known.
  package var people: [Person]
  /// The authors of ink in the base that this user knows from the user's own board. In the picture,
  /// this ink has no author.
  package var credits: [EntryID: AuthorID] = [:]
  /// The reason why the board cannot be written; nil if it can.
  package var readOnly: SafeText?
  /// A notice for the user about the lost part of a damaged file; nil for an intact file.
  package var notice: SafeText?

  /// The notice for a board that has entries of a newer version.
  package static let unreadableNotice =
    "Somebody draws with a newer Easel. You do not see all of it."

  package init(
    path: String?, name: SafeText, log: Log, replicaGenesis: ReplicaGenesis, picture: Picture,
    people: [Person] = [], readOnly: SafeText? = nil, notice: SafeText? = nil
  ) {
    self.path = path
    self.name = name
    self.log = log
    self.replicaGenesis = replicaGenesis
    self.picture = picture
    self.people = people
    self.readOnly = readOnly
    self.notice = notice
  }
}
