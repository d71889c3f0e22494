import BoardLog
import BoardModel
import EaselBase

/// A board as its file gave it.
public struct OpenedBoard: Sendable {
  /// Nil for a fresh board, which has no file yet.
  public var path: String?
  public var name: SafeText
  public var log: Log
  /// What this run's entries on this board begin with: another board has another, since a replica
  /// never writes in two logs.
  public var birth: ReplicaGenesis
  public var picture: Picture
  /// Who drew it, as far as anybody said.
  public var people: [Person]
  /// The authors of the base's ink that this user knows from their own board.
  /// In the picture that ink has no author.
  public var credits: [EntryID: AuthorID] = [:]
  /// Nothing can be written; the sentence says why.
  public var readOnly: SafeText?
  /// What the reader should know: how much of a damaged file was lost.
  public var notice: SafeText?

  public init(
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
