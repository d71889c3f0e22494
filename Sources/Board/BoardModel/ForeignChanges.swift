import EaselBase

/// Finds the standing changes of an author on things of others.
struct ForeignChanges {
  let picture: Picture
  let author: AuthorID

  private var operations: OperationTable { picture.operations }

  /// The changes of each replica of the author.
  private var changes: [ReplicaChanges] {
    operations.replicas.filter { $0.author == author }.map(\.changes)
  }

  var isAnyStanding: Bool { changes.contains { $0.slots.contains(where: changesOthers) } }

  /// The actions that take back all of them: see ``Picture/takeBack(of:)``.
  var takeBack: [Operation.Action] { changes.flatMap(takeBack) }

  private func takeBack(_ changes: ReplicaChanges) -> [Operation.Action] {
    var actions: [Operation.Action] = []
    var rest = changes.slots.indices[...]
    while let start = rest.first(where: { changesOthers(changes.slots[$0]) }) {
      let reached = changes.reached(in: start..<changes.slots.count)
      rest = rest[max(reached.upperBound, start + 1)...]
      let last = reached.last { changesOthers(changes.slots[$0]) } ?? start
      let (first, end) = (operations.id(changes.slots[start]), operations.id(changes.slots[last]))
      actions.append(.takeBack(from: first.sequence, upTo: end))
    }
    return actions
  }

  private func changesOthers(_ change: Slot) -> Bool {
    picture.standing[change].contains(.others) && operations.change(change)?.hasForeign == true
  }
}
