import EaselBase

/// The shapes whose words an operation may break into lines anew.
package struct TouchedShapes {
  private let operations: OperationTable
  private let gestures: UndoGroupTable
  private let table: ThingTable

  package init(in picture: Picture) {
    (operations, gestures, table) = (picture.operations, picture.gestures, picture.table)
  }

  /// Returns the shapes whose words an operation may break into lines anew, each with the number of bytes
  /// of these words.
  package func wordBytes(touchedBy operation: Operation) -> [EntryID: Int] {
    guard table.attaches.hasFollowers else { return [:] }
    var counts: [EntryID: Int] = [:]
    func add(_ thing: Slot) {
      let shape = table.shape(of: thing, operations) ?? thing
      let texts = table.attaches.texts(in: shape)
      guard !texts.isEmpty, counts[operations.id(shape)] == nil else { return }
      counts[operations.id(shape)] = texts.reduce(0) { $0 + table.lettersInShape($1) }
    }
    switch operation.action {
    case .change(.items(let ids), let effect):
      for slot in ids.compactMap(operations.slot) { add(table.whole(of: slot)) }
      guard case .attach(let attachment) = effect, case .thing(let id, _) = attachment.anchor
      else { break }
      operations.slot(id).map(add)
    case .cancel(let target), .restore(let target):
      guard let slot = operations.slot(target) else { break }
      for member in gestures.members(of: operations.head(of: slot)) {
        if let change = operations.change(member) {
          change.things.forEach(add)
        } else {
          add(member)
        }
      }
    case .make, .change(.upTo, _), .takeBack, .setPaper: break
    }
    return counts
  }
}
