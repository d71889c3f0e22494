import BoardModel
import EaselBase

/// One picture and a few people who draw on it in turn, each knowing all there is.
struct Desk {
  var picture = Picture()
  private(set) var entries: [Entry] = []
  private var lamport: UInt64 = 0
  private var next: [Int: UInt64] = [:]

  /// Person 1 draws as replica 1, 11, 21 …, person 2 as 2, 12 ….
  @discardableResult
  mutating func `do`(
    _ action: Operation.Action, as run: Int = 1, gesture: EntryID? = nil
  ) -> EntryID {
    let entry = record(action, as: run, gesture: gesture)
    _ = picture.apply(entry.operation, entry.stamp)
    return entry.id
  }

  /// Does the actions in one batch.
  @discardableResult
  mutating func `do`(
    _ actions: [Operation.Action], as run: Int = 1, gesture: EntryID? = nil
  ) -> BatchDamage {
    let batch = actions.map { record($0, as: run, gesture: gesture) }
    return picture.apply(batch.map { ($0.stamp, $0.operation) })
  }

  /// The id that the operation with this number, counted from now on, will have; the first is 1.
  func id(after count: UInt64, as run: Int = 1) -> EntryID {
    EntryID(Named.replica(run), SequenceNumber(next[run, default: 0] + count))
  }

  private mutating func record(
    _ action: Operation.Action, as run: Int, gesture: EntryID?
  ) -> Entry {
    lamport += 1
    next[run, default: 0] += 1
    let stamp = Stamp(
      id: id(after: 0, as: run), author: Named.author(run % 10), lamport: Lamport(lamport), at: 0,
      lasted: 0)
    let entry = Entry(operation: Operation(action, gesture: gesture?.sequence), stamp: stamp)
    entries.append(entry)
    return entry
  }

  @discardableResult
  mutating func draw(as run: Int = 1, _ points: (Int32, Int32)...) -> EntryID {
    let points = points.isEmpty ? [(Int32(entries.count) * 1_000, Int32(0))] : points
    return self.do(.make(.stroke(.through(points.map { BoardPoint(x: $0.0, y: $0.1) }))), as: run)
  }

  mutating func undo(as run: Int = 1) {
    for action in picture.undoActions(for: Named.author(run % 10), run: Named.replica(run)) {
      self.do(action, as: run)
    }
  }

  mutating func redo(as run: Int = 1) {
    for action in picture.redoActions(for: Named.author(run % 10)) { self.do(action, as: run) }
  }

  func canUndo(as run: Int = 1) -> Bool { picture.undo(for: Named.author(run % 10)) != nil }

  func canRedo(as run: Int = 1) -> Bool { picture.redo(for: Named.author(run % 10)) != nil }

  var visible: [EntryID] { picture.things.map(\.id) }
}
