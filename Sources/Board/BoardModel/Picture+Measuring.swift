import EaselBase

extension Picture {
  /// The bytes that the picture stores for its operations, besides the items and the text themselves.
  /// Tests and the bench compare it with the weight of the operations. The getter walks everything.
  package var storedBytes: Int {
    operations.storedBytes + gestures.storedBytes + histories.storedBytes + table.storedBytes
      + waiting.storedBytes + standing.count + clears.capacity * MemoryLayout<Slot>.stride * 2
  }
}

extension Picture {
  /// Returns the shapes whose words an operation may break into lines anew, each with the number of bytes
  /// of these words.
  package func lettersInShapes(touchedBy operation: Operation) -> [EntryID: Int] {
    guard table.attaches.hasFollowers else { return [:] }
    var letters: [EntryID: Int] = [:]
    func add(_ thing: Slot) {
      let shape = table.shape(of: thing, operations) ?? thing
      let texts = table.attaches.texts(in: shape)
      guard !texts.isEmpty, letters[operations.id(shape)] == nil else { return }
      letters[operations.id(shape)] = texts.reduce(0) { $0 + table.lettersInShape($1) }
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
        if let change = operations.change(member) { change.things.forEach(add) } else { add(member) }
      }
    case .make, .change(.upTo, _), .takeBack, .setPaper: break
    }
    return letters
  }
}
