import Drawing
import Log
import Vocabulary

// What others drew, and what becomes of it here.
extension Whiteboard {
  /// Entries of others, in any order and any number of times.
  mutating func receive(_ entries: [Entry], from source: Log.Source) {
    guard let decode = setup.decode else { return }
    let merged = board.log.merge(entries, from: source, verify: setup.verify)
    warn(ofOverdrawn: merged.overdrawn)
    let accepted = merged.applied + merged.forks.flatMap { $0.proof } + merged.kept
    guard !accepted.isEmpty else { return }
    apply(merged.applied, reading: decode)
    tell(.store(accepted, advanced: merged.advanced))
    if case .untouched = board.saving { board.saving = .saved }
    if merged.mustReread { tell(.rebuild) }
  }

  private mutating func apply(_ entries: [Entry], reading decode: ([UInt8]) -> Operation?) {
    var operations: [(stamp: Stamp, operation: Operation)] = []
    for entry in entries where entry.purpose != .revoke {
      if let operation = operation(of: entry, reading: decode) {
        operations.append((entry.stamp, operation))
      } else {
        sayUnreadable(entry)
      }
    }
    apply(operations)
    note(operations)
    let vector = board.log.vector
    dropItems { vector.covers($0.entry) }
    undoability = nil
    previewAnew()
  }

  /// Nil for an entry that draws nothing, or that this version cannot read.
  private func operation(
    of entry: Entry, reading decode: ([UInt8]) -> Operation?
  ) -> Operation? {
    guard entry.purpose != .revoke, let operation = decode(entry.payload),
      operation.isAllowed(for: entry.purpose)
    else { return nil }
    return operation
  }

  /// Goes on with what was made anew from the file, and with what came since.
  mutating func rebuild(_ log: Log, _ picture: Picture, since entries: [Entry]) {
    let waiting = board.log.waitingEntries
    board.log = log
    board.picture = picture
    // The user recorded here what is not in the file yet. Some entries may stand in both lists.
    let unsaved = board.unkept + board.held
    let own = Set(unsaved.map(\.id))
    let others = entries.filter { !own.contains($0.id) && $0.id.replica != board.replica }
    let recorded = (entries.filter { $0.id.replica == board.replica } + unsaved)
      .sorted { $0.id < $1.id }
    var counted = recorded.filter { board.log.readopt($0) }
    let merged = board.log.merge(others, verify: setup.verify)
    counted += merged.applied
    let operations = counted.compactMap { entry in
      setup.decode.flatMap { operation(of: entry, reading: $0) }.map { (entry.stamp, $0) }
    }
    _ = board.picture.apply(operations)
    selection.settle(in: board.picture)
    undoability = nil
    repaintAll()
    receive(waiting, from: .file)
    if merged.mustReread { tell(.rebuild) }
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

  /// Says clears, so that a member who finds the board empty knows whom to ask and how to undo it,
  /// and what takes them back. A gesture of several parts is said once.
  private mutating func note(_ operations: [(stamp: Stamp, operation: Operation)]) {
    guard let seat = together.seat else { return }
    var cleared: [EntryID: VersionVector] = [:]
    for (stamp, operation) in operations {
      guard case .change(.upTo(let vector), .hide) = operation.action else { continue }
      cleared[head(operation, stamp), default: VersionVector()].merge(vector)
    }
    for (stamp, operation) in operations where stamp.at >= seat.since {
      if isSaid(operation, stamp) { continue }
      let vector = cleared.removeValue(forKey: head(operation, stamp))
      note(operation, stamp, clearing: vector)
    }
  }

  /// The first operation of the gesture that one says it belongs to.
  private func head(_ operation: Operation, _ stamp: Stamp) -> EntryID {
    EntryID(stamp.id.replica, operation.gesture ?? stamp.id.sequence)
  }

  /// - Parameter vector: what its gesture clears; nil where that is said already.
  private mutating func note(
    _ operation: Operation, _ stamp: Stamp, clearing vector: VersionVector?
  ) {
    switch operation.action {
    case .change(.upTo, .hide):
      guard let vector else { return }
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

  /// Whether the first operation of the same gesture clears as well, or takes a clear back: what one
  /// gesture does is said once.
  private func isSaid(_ operation: Operation, _ stamp: Stamp) -> Bool {
    guard let gesture = operation.gesture, gesture < stamp.id.sequence else { return false }
    let first = EntryID(stamp.id.replica, gesture)
    switch operation.action {
    case .change: return board.picture.isClear(first)
    case .cancel: return board.picture.cancelsClear(first)
    case .make, .lay, .restore: return false
    }
  }
}

extension Merged {
  /// The replicas of which more, or less, counts than before, in order.
  fileprivate var advanced: [ReplicaID] {
    Set(applied.map(\.id.replica) + forks.map(\.replica)).sorted()
  }
}
