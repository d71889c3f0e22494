import Drawing
import Log
import Vocabulary

/// The board that is open, and how safe it is.
struct BoardState: Sendable {
  /// Nil until the first gesture makes the file.
  var path: String?
  var name: SafeText
  var log: Log
  /// The birth of this run's replica; the next one where that replica cannot go on.
  private(set) var birth: Birth
  /// The replica that begins so.
  private(set) var replica: ReplicaID
  var picture: Picture
  var people: [AuthorID: Whiteboard.Person]
  /// The authors of the base's ink that this user knows from their own board.
  let credits: [EntryID: AuthorID]
  var saving: Saving
  /// Entries that go to disk with the first gesture: paper alone makes no file.
  var held: [Entry] = []
  /// What was drawn and is not known to be on disk.
  var unkept: [Entry] = []
  /// The last own entry handed to the shell to keep.
  var lastHanded: EntryID?

  init(_ opened: OpenedBoard) {
    path = opened.path
    name = opened.name
    log = opened.log
    birth = opened.birth
    replica = opened.birth.replica(on: opened.log.board)
    credits = opened.credits
    picture = opened.picture
    people = Dictionary(opened.people.map { ($0.author, $0) }) { _, last in last }
    saving =
      opened.readOnly.map(Saving.readOnly)
      ?? (opened.path == nil ? .untouched : .saved)
  }

  /// Goes on in another replica, where what is known of this one does not count.
  mutating func keepReplicaUsable() {
    guard !log.canGoOn(replica) else { return }
    birth = birth.next
    replica = birth.replica(on: log.board)
  }

  var isReadOnly: Bool { if case .readOnly = saving { true } else { false } }

  /// Whether leaving now would lose something for good: until then the shell still has it in hand.
  var wouldLose: Bool {
    switch saving {
    case .failed: true
    case .readOnly: !unkept.isEmpty
    case .untouched, .saving, .saved: false
    }
  }

  /// What has to be written for this entry to be safe; it becomes unsaved until `kept`.
  mutating func hand(_ entry: Entry) -> [Entry] {
    unkept += held + [entry]
    if case .readOnly = saving {
      held = []
      return []
    }
    if case .failed = saving {} else { saving = .saving }
    lastHanded = entry.stamp.id
    defer { held = [] }
    return held + [entry]
  }

  /// What waited for the first gesture, to be written although there was none.
  mutating func handHeld() -> [Entry] {
    guard let last = held.last, !isReadOnly else { return [] }
    unkept += held
    if case .failed = saving {} else { saving = .saving }
    lastHanded = last.stamp.id
    defer { held = [] }
    return held
  }

  mutating func kept(_ id: EntryID) {
    unkept.removeAll { $0.id.replica == id.replica && $0.id.sequence <= id.sequence }
    guard let last = lastHanded, id.replica == last.replica, id.sequence >= last.sequence else {
      // Some of it; what failed before is being written again.
      if case .failed = saving { saving = .saving }
      return
    }
    saving = .saved
  }
}
