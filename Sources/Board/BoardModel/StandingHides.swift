import EaselBase

/// Finds the hides of a picture that stand.
struct StandingHides {
  let picture: Picture

  private var operations: OperationTable { picture.operations }

  /// The highest one by any author.
  var latest: Slot? {
    var latest: Slot?
    for slot in 0..<Slot(clamping: picture.operationCount)
    where operations.isHide(slot) && isActive(slot) {
      if let highest = latest, operations.precedes(slot, highest) { continue }
      latest = slot
    }
    return latest
  }

  /// The hides that one undo cancels: see ``Picture/latestHides``.
  var latestOfAuthor: [Slot] {
    guard let latest else { return [] }
    let clears = clears
    guard clears.contains(latest) else { return ofChain(operations.head(of: latest)) }
    let author = operations.author(latest)
    let last = clears.filter { operations.author($0) != author }.max(by: operations.precedes)
    let own = clears.filter { slot in
      operations.author(slot) == author && last.map { operations.precedes($0, slot) } ?? true
    }
    var heads: Set<Slot> = []
    let highest = own.sorted(by: operations.precedes).reversed().filter {
      heads.insert(operations.head(of: $0)).inserted
    }
    return highest.reversed()
  }

  /// The hides of the highest clear of only this author: see ``Picture/hidesOfAll(by:)``.
  func clear(ofAllBy author: AuthorID) -> [Slot] {
    let replicas = Set(operations.replicas.filter { $0.author == author }.map(\.replica))
    func isOfAuthor(_ slot: Slot) -> Bool {
      operations.change(slot)?.reach?.allSatisfy { replicas.contains($0.replica) } ?? true
    }
    // A single part of a larger clear may cover one author only, so the whole gesture is tested.
    let clears = clears
    let heads = Set(clears.map { operations.head(of: $0) }).filter { head in
      operations.chain(of: head).allSatisfy {
        picture.gestures.members(of: $0).allSatisfy(isOfAuthor)
      }
    }
    let hides = clears.filter { slot in
      operations.change(slot)?.reach?.isEmpty == false
        && heads.contains(operations.head(of: slot))
    }
    // While only one author has drawn, a clear of everything also covers only this author.
    return hides.max(by: operations.precedes).map { ofChain(operations.head(of: $0)) } ?? []
  }

  private var clears: Set<Slot> { picture.clears.filter(isActive) }

  /// Returns one hide of each gesture of a chain, in order. A hide of very many things or replicas
  /// consists of several gestures.
  private func ofChain(_ head: Slot) -> [Slot] {
    operations.chain(of: head).compactMap { head in
      picture.gestures.members(of: head).last { operations.isHide($0) && isActive($0) }
    }
  }

  /// Returns whether a change stands for any of its things.
  private func isActive(_ slot: Slot) -> Bool {
    guard let change = operations.change(slot) else { return false }
    let parts = picture.standing[slot]
    return change.hasForeign && parts.contains(.others)
      || (change.hasOwn || !change.hasForeign) && parts.contains(.author)
  }
}
