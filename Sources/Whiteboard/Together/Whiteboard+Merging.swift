import Drawing
import Log
import Vocabulary

// What others drew, and what becomes of it here.
extension Whiteboard {
  /// Entries of others, in any order and any number of times.
  mutating func receive(_ entries: [Entry]) {
    guard let decode = setup.decode else { return }
    let merged = board.log.merge(entries, verify: setup.verify)
    var area: Damage = .none
    for entry in merged.applied {
      guard let operation = decode(entry.payload) else { continue }
      let damage = board.picture.apply(operation, entry.stamp)
      if case .added = damage { surface.repaint(board.picture, after: damage) } else { area = .all }
    }
    surface.repaint(board.picture, after: area)
    selection.settle(in: board.picture)
    keepUndoInMind()
    let accepted = merged.applied + merged.forks.flatMap { $0.proof }
    tell(.store(accepted, advanced: merged.advanced))
    if merged.forks.contains(where: { $0.counted >= $0.sequence }) { tell(.rebuild) }
  }

  /// Made anew from the file.
  mutating func take(_ log: Log, _ picture: Picture) {
    board.log = log
    board.picture = picture
    selection.settle(in: picture)
    keepUndoInMind()
    repaintAll()
  }

  mutating func tell(_ effect: SessionEffect) {
    guard let seat = together.seat else { return }
    effects.append(.session(effect, in: seat.session))
  }
}

extension Merged {
  /// The replicas of which more, or less, counts than before, in order.
  fileprivate var advanced: [ReplicaID] {
    Set(applied.map(\.id.replica) + forks.map(\.replica)).sorted()
  }
}
