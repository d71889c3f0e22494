import EaselBase

extension Picture {
  /// The highest standing hide by any author; nil if none stands. Every participant who may draw
  /// can cancel it. The getter walks all operations.
  public var latestHide: EntryID? { latestHideSlot.map(operations.id) }

  private var latestHideSlot: Slot? {
    var latest: Slot?
    for slot in 0..<Slot(clamping: operationCount) where operations.isHide(slot) && stands(slot) {
      if let highest = latest, operations.precedes(slot, highest) { continue }
      latest = slot
    }
    return latest
  }

  /// The hides that one undo cancels, the highest last. If the latest hide is a clear, these are
  /// all clears of its author that stand above the last clear of any other author; otherwise it is
  /// the latest hide alone. The list names one operation of each gesture. The getter walks all
  /// operations.
  public var latestHides: [EntryID] {
    guard let latest = latestHideSlot else { return [] }
    let clears = clears.filter(stands)
    guard clears.contains(latest) else {
      // An erasing of very many things consists of several gestures.
      let chain = Set(operations.chain(of: operations.head(of: latest)))
      return standingHides(in: chain).map(operations.id)
    }
    let author = operations.author(latest)
    let last = clears.filter { operations.author($0) != author }.max(by: operations.precedes)
    let own = clears.filter { slot in
      operations.author(slot) == author && last.map { operations.precedes($0, slot) } ?? true
    }
    var heads: Set<Slot> = []
    let highest = own.sorted(by: operations.precedes).reversed().filter {
      heads.insert(operations.head(of: $0)).inserted
    }
    return highest.reversed().map(operations.id)
  }

  /// Returns a standing hide of each gesture, in order.
  private func standingHides(in heads: Set<Slot>) -> [Slot] {
    heads.compactMap { head in
      gestures.members(of: head).last { operations.isHide($0) && stands($0) }
    }.sorted(by: operations.precedes)
  }

  /// Returns whether a change stands for any of its things.
  private func stands(_ slot: Slot) -> Bool {
    guard let change = operations.change(slot) else { return false }
    let owner: ThingOwner? =
      change.hasForeign && standing[slot].contains(.others) ? .others : nil
    return owner != nil || standing[slot].contains(.author) && (change.hasOwn || !change.hasForeign)
  }

  /// Returns the number of the last known operation of each replica of an author.
  public func vector(of author: AuthorID) -> VersionVector { operations.vector(of: author) }

  /// Returns the highest standing clear whose gesture covers the operations of this author only;
  /// nil if there is none.
  public func hideOfAll(by author: AuthorID) -> EntryID? {
    let replicas = Set(operations.replicas.filter { $0.author == author }.map(\.replica))
    func isOfAuthor(_ slot: Slot) -> Bool {
      operations.change(slot)?.reach?.allSatisfy { replicas.contains($0.replica) } ?? true
    }
    // A single part of a larger clear may cover one author only, so the whole gesture is tested.
    let clears = clears.filter(stands)
    let heads = Set(clears.map { operations.head(of: $0) }).filter {
      gestures.members(of: $0).allSatisfy(isOfAuthor)
    }
    let hides = clears.filter { slot in
      operations.change(slot)?.reach?.isEmpty == false
        && heads.contains(operations.head(of: slot))
    }
    // While only one author has drawn, a clear of everything also covers only this author.
    return hides.max(by: operations.precedes).map(operations.id)
  }

  /// The authors of all operations so far, in the order in which their replicas became known.
  public var authors: [AuthorID] { operations.authors { !$0.slots.isEmpty } }

  /// Returns the authors of whom a vector covers at least one operation.
  public func authors(in vector: VersionVector) -> [AuthorID] {
    operations.authors { !$0.slots.isEmpty && vector[$0.replica].raw > 0 }
  }

  /// Returns the authors whose first operation has an earlier time than `lamport`.
  public func authors(before lamport: Lamport) -> [AuthorID] {
    operations.authors { $0.slots.first.map { operations.isBefore(lamport, $0) } ?? false }
  }

  /// Returns whether an operation cancels a clear.
  public func cancelsClear(_ id: EntryID) -> Bool {
    guard let slot = operations.slot(id), case .toggle(let toggle) = operations[slot] else {
      return false
    }
    return toggle.cancels && isClear(toggle.target)
  }

  /// Returns whether an operation hides all that its author had seen, whether it stands or not.
  public func isClear(_ id: EntryID) -> Bool {
    guard let slot = operations.slot(id), let change = operations.change(slot) else { return false }
    return change.isHide && change.reach != nil
  }
}
