import BoardLog
import BoardModel
import EaselBase

/// This user's replica of a board: its log, its picture, how much may still be drawn, and how safe it is.
///
/// `record` numbers what this user does; `merge` verifies what others did. Both are pure: the caller signs,
/// stores and sends the entries. What other users are drawing right now is no part of it.
public struct BoardReplica: Sendable {
  /// Nil until the first gesture makes the file.
  public private(set) var path: String?
  public private(set) var name: SafeText
  public internal(set) var log: Log
  /// Log and picture always stand at the same entries.
  public internal(set) var picture: Picture
  /// Everybody who is known to have drawn here.
  public private(set) var people: [AuthorID: Person]
  /// The authors of the base's ink that this user knows from their own board.
  public private(set) var credits: [EntryID: AuthorID]
  public internal(set) var saving: SaveState
  /// The birth of this run's replica in the log; the next one where that replica cannot go on.
  public private(set) var birth: ReplicaGenesis
  /// The replica in the log in which this run records.
  public private(set) var replica: ReplicaID
  /// Entries that go to disk with the first gesture: paper alone makes no file.
  var held: [Entry] = []
  /// Own entries that are not known to be on the disk.
  public internal(set) var unkept: [Entry] = []
  /// The last own entry that was to be stored.
  var lastHanded: EntryID?

  /// The author of what is recorded here.
  public let author: AuthorID
  let coding: EntryCoding
  let room: BoardQuota

  /// No board: there is nothing on it, and no file.
  public static let none = BoardReplica(
    OpenedBoard(
      path: nil, name: SafeText(""), log: Log(), birth: ReplicaGenesis(publicKey: [], nonce: []),
      picture: Picture()),
    author: ReplicaGenesis.author(of: []), coding: EntryCoding(encode: { _ in [] }))

  public init(
    _ opened: OpenedBoard, author: AuthorID, coding: EntryCoding, room: BoardQuota = BoardQuota()
  ) {
    (self.author, self.coding, self.room) = (author, coding, room)
    path = opened.path
    name = opened.name
    log = opened.log
    birth = opened.birth
    replica = opened.birth.replica(on: opened.log.board)
    credits = opened.credits
    picture = opened.picture
    people = Dictionary(opened.people.map { ($0.author, $0) }) { _, last in last }
    saving =
      opened.readOnly.map(SaveState.readOnly)
      ?? (opened.path == nil ? .untouched : .saved)
  }

  /// Goes on with another board, as the same author.
  public mutating func open(_ opened: OpenedBoard) -> BoardOpening {
    let opening = BoardOpening(
      previousPath: path, previousName: name, previousPicture: picture,
      goesOn: opened.log.board == log.board && opened.log.vector.covers(log.vector),
      notice: opened.notice)
    self = BoardReplica(opened, author: author, coding: coding, room: room)
    return opening
  }

  /// The board has this file and this name from now on: it was just made, or renamed.
  public mutating func filed(path: String, name: SafeText) {
    (self.path, self.name) = (path, name)
  }

  /// Notes how somebody who draws here is called.
  ///
  /// - Returns: whether that is new.
  public mutating func introduce(_ person: Person) -> Bool {
    guard people[person.author] != person else { return false }
    people[person.author] = person
    return true
  }

  /// Everybody who may have drawn here; last the one who draws now, as they are called now.
  public func people(with me: Person) -> [Person] {
    people.values.filter { $0.author != me.author } + [me]
  }

  /// Goes on in another replica, where what is known of this one does not count.
  public mutating func keepReplicaUsable() {
    guard !log.canGoOn(replica) else { return }
    birth = birth.next
    replica = birth.replica(on: log.board)
  }
}
