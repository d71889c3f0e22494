import Drawing
import Log
import Vocabulary

// What others drew, and what becomes of it here.
extension Whiteboard {
  /// Entries of others, in any order and any number of times.
  mutating func receive(_ entries: [Entry], from source: Log.Source) {
    guard let decode = setup.decode else { return }
    let merged = board.log.merge(entries, from: source, verify: setup.verify)
    say(overdrawn: merged.overdrawn)
    let accepted = merged.applied + merged.forks.flatMap { $0.proof } + merged.kept
    guard !accepted.isEmpty else { return }
    apply(merged.applied, reading: decode)
    tell(.store(accepted, advanced: merged.advanced))
    if case .untouched = board.saving { board.saving = .saved }
    if merged.mustReread { tell(.rebuild) }
  }

  /// What lies on top of all others is painted there; where something lies between them, the part of
  /// the picture that all of these change is painted once.
  private mutating func apply(_ entries: [Entry], reading decode: ([UInt8]) -> Operation?) {
    var (added, rest, news) = ([EntryID](), Damage.none, PictureNews())
    for entry in entries where entry.purpose != .revoke {
      guard let operation = decode(entry.payload) else {
        sayUnreadable(entry)
        continue
      }
      let damage = board.picture.apply(operation, entry.stamp)
      news.note(operation, damage, in: board.picture)
      switch damage {
      case .none: break
      case .added(let id): added.append(id)
      case .area(let area): rest.add(area)
      case .all: rest = .all
      }
      note(operation, entry.stamp)
    }
    if !view.isTooSmall { surface.repaint(board.picture, added: added, after: rest) }
    let vector = board.log.vector
    dropItems { vector.covers($0.entry) }
    selection.settle(after: news, in: board.picture)
    keepUndoInMind()
    previewAnew()
  }

  /// Goes on with what was made anew from the file, and with what came since.
  mutating func rebuild(_ log: Log, _ picture: Picture, since entries: [Entry]) {
    board.log = log
    board.picture = picture
    // What is not in the file yet was recorded here, in this order.
    let unsaved = board.unkept + board.held
    let own = Set(unsaved.map(\.id))
    let others = entries.filter { !own.contains($0.id) && $0.id.replica != board.replica }
    let recorded = entries.filter { $0.id.replica == board.replica } + unsaved
    var counted = recorded.filter { board.log.readopt($0) }
    let merged = board.log.merge(others, verify: setup.verify)
    counted += merged.applied
    for entry in counted where entry.purpose != .revoke {
      guard let operation = setup.decode?(entry.payload) else { continue }
      _ = board.picture.apply(operation, entry.stamp)
    }
    let picture = board.picture
    selection.settle(in: picture)
    keepUndoInMind()
    repaintAll()
  }

  mutating func tell(_ effect: SessionEffect) {
    guard let seat = together.seat else { return }
    effects.append(.session(effect, in: seat.session))
  }

  /// Once for each person: entries of a kind that only a newer version knows.
  private mutating func sayUnreadable(_ entry: Entry) {
    let text = "\(called(entry.stamp.author)) draws what this version of Easel cannot show."
    if !notices.contains(where: { $0.string == text }) { say(text, isWarning: true) }
  }

  /// A clear is said: whoever finds the board empty knows whom to ask, and how to undo it. So is that
  /// it was taken back.
  private mutating func note(_ operation: Operation, _ stamp: Stamp) {
    guard let seat = together.seat, stamp.at >= seat.since else { return }
    switch operation.action {
    case .change(.upTo(let vector), .hide):
      let authors = board.picture.authors(in: vector)
      let deed =
        authors.count == 1 && board.picture.authors(before: stamp.lamport).count > 1
        ? "hid all that \(called(authors[0])) drew" : "cleared the board"
      say("\(called(stamp.author)) \(deed). R brings it back.", command: .restore)
    case .cancel(let target) where board.picture.isClear(target):
      say("\(called(stamp.author)) brought back what was hidden.")
    default: break
    }
  }
}

extension Damage {
  fileprivate mutating func add(_ area: BoardRect) {
    switch self {
    case .none, .added: self = .area(area)
    case .area(let known): self = .area(known.union(area))
    case .all: break
    }
  }
}

extension Merged {
  /// The replicas of which more, or less, counts than before, in order.
  fileprivate var advanced: [ReplicaID] {
    Set(applied.map(\.id.replica) + forks.map(\.replica)).sorted()
  }
}
