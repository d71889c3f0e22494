import BoardContract
import BoardLog
import BoardModel
import EaselBase

/// This user's replica of a board: its log, its picture, the amount that may still be drawn, and
/// how safely it is stored.
///
/// `record` numbers the actions of this user; `merge` verifies the entries of other members.
/// Neither has side effects: the caller signs, stores and sends the entries. The replica does not
/// hold the unfinished strokes of other users.
package struct BoardReplica: Sendable {
  /// The path of the board's file; nil before the first gesture, which makes the file.
  package private(set) var path: String?
  package private(set) var name: SafeText
  package internal(set) var log: Log
  /// The picture shows the entries that count, except those in `backlog`.
  package internal(set) var picture: Picture
  /// Whether entries count that only a newer version can read. The picture lacks them, so it is not
  /// comparable with the picture of another member.
  package internal(set) var hasUnreadable: Bool
  /// The merged entries that the picture does not show yet.
  var backlog = PictureBacklog()
  /// All people who are known to have drawn here.
  package private(set) var people: [AuthorID: Person]
  /// The authors of ink in the base that this user knows from the user's own board.
  package private(set) var credits: [EntryID: AuthorID]
  package internal(set) var saving: SaveState
  /// The genesis of the replica in which this process records. If new entries in a replica would
  /// not count, it is replaced by the next genesis.
  package private(set) var replicaGenesis: ReplicaGenesis
  /// The replica in which this process records.
  package private(set) var replica: ReplicaID
  /// Entries that are written together with the first gesture. Such an entry, for example the
  /// paper, makes no file by itself.
  var held: [Entry] = []
  /// Own entries that may not be on the disk yet.
  package internal(set) var unkept: [Entry] = []
  /// The last own entry that the caller was told to write.
  var lastToWrite: EntryID?

  /// The author of the entries that are recorded here.
  package let author: AuthorID
  let coding: EntryCoding
  let quota: BoardQuota
  let sliceLimit: PictureBacklog.SliceLimit

  /// A placeholder that stands for no board: it is empty and has no file.
  package static let none = BoardReplica(
    LoadedBoard(
      path: nil, name: SafeText(""), log: Log(),
      replicaGenesis: ReplicaGenesis(publicKey: [], nonce: []),
      picture: Picture()),
    author: ReplicaGenesis.author(of: []), coding: EntryCoding(encode: { _ in [] }))

  package init(
    _ opened: LoadedBoard, author: AuthorID, coding: EntryCoding, quota: BoardQuota = BoardQuota(),
    sliceLimit: PictureBacklog.SliceLimit = .init()
  ) {
    (self.author, self.coding, self.quota, self.sliceLimit) = (author, coding, quota, sliceLimit)
    path = opened.path
    name = opened.name
    log = opened.log
    replicaGenesis = opened.replicaGenesis
    replica = opened.replicaGenesis.replica(on: opened.log.board)
    credits = opened.credits
    picture = opened.picture
    hasUnreadable = opened.hasUnreadable
    people = Dictionary(opened.people.map { ($0.author, $0) }) { _, last in last }
    saving =
      opened.readOnly.map(SaveState.readOnly)
      ?? (opened.path == nil ? .untouched : .saved)
  }

  /// Continues with another board, as the same author.
  package mutating func open(_ opened: LoadedBoard) -> BoardSwitch {
    let opening = BoardSwitch(
      previousPath: path, previousName: name, previousPicture: picture,
      goesOn: opened.log.board == log.board && opened.log.vector.covers(log.vector),
      notice: opened.notice)
    self = BoardReplica(
      opened, author: author, coding: coding, quota: quota, sliceLimit: sliceLimit)
    return opening
  }

  /// Notes the path and the name of the board's file, after the file was made or renamed.
  package mutating func filed(path: String, name: SafeText) {
    (self.path, self.name) = (path, name)
  }

  /// Notes the name that the host of a session gave to the board. The file keeps its name.
  package mutating func named(_ name: SafeText) { self.name = name }

  /// Notes the name and colour of a person who draws here.
  ///
  /// - Returns: whether the person, the name or the colour is new.
  package mutating func introduce(_ person: Person) -> Bool {
    guard people[person.author] != person else { return false }
    people[person.author] = person
    return true
  }

  /// Returns all people who may have drawn here. The last is this user, with the present name.
  package func people(with me: Person) -> [Person] {
    people.values.filter { $0.author != me.author } + [me]
  }

  /// Continues in another replica, if new entries in the present replica would not count.
  package mutating func keepReplicaUsable() {
    guard !log.canGoOn(replica) else { return }
    replicaGenesis = replicaGenesis.next
    replica = replicaGenesis.replica(on: log.board)
  }
}
