import EaselBase

extension Picture {
  /// The highest hide that stands, by any author. Every participant who may draw can take it back.
  /// The getter walks all operations.
  public var latestHide: EntryID? { latestHideSlot.map(id) }

  private var latestHideSlot: Slot? {
    var latest: Slot?
    for slot in 0..<Slot(clamping: operationCount) where isHide(slot) && isActive(slot) {
      if let highest = latest, precedes(slot, highest) { continue }
      latest = slot
    }
    return latest
  }

  /// The hides that one undo takes back: the latest hide and, if that is a clear, all clears of the
  /// same author that stand above the last clear of any other author. The list names one operation
  /// of each gesture, the highest last. The getter walks all operations.
  public var latestHides: [EntryID] {
    guard let latest = latestHideSlot else { return [] }
    guard clears.contains(latest) else { return [id(latest)] }
    let author = author(latest)
    let last = clears.filter { self.author($0) != author }.max(by: precedes)
    let own = clears.filter { slot in
      self.author(slot) == author && last.map { precedes($0, slot) } ?? true
    }
    var heads: Set<Slot> = []
    let highest = own.sorted(by: precedes).reversed().filter {
      heads.insert(marks[$0].head).inserted
    }
    return highest.reversed().map(id)
  }

  /// Returns the vector of all operations of an author.
  public func vector(of author: AuthorID) -> VersionVector {
    let own = runs.indices.filter { runs[$0].author == author }
    return VersionVector(
      Dictionary(uniqueKeysWithValues: own.map { (runs[$0].replica, seen(of: $0)) }))
  }

  /// Returns the highest standing hide that covers all operations of one author up to then, and no
  /// others.
  public func hideOfAll(by author: AuthorID) -> EntryID? {
    let replicas = Set(runs.filter { $0.author == author }.map(\.replica))
    func isOfAuthor(_ slot: Slot) -> Bool {
      reach(of: slot)?.known.keys.allSatisfy(replicas.contains) ?? true
    }
    // A part of a larger clear may cover a single author, too.
    let heads = Set(clears.map { marks[$0].head }).filter {
      members(of: $0).allSatisfy(isOfAuthor)
    }
    let hides = clears.filter { slot in
      reach(of: slot)?.known.isEmpty == false && heads.contains(marks[slot].head)
    }
    // While a single author has drawn, a clear of everything covers only that author, too.
    return hides.max(by: precedes).map(id)
  }

  /// Returns the vector up to which a clear hides; nil for any other operation.
  private func reach(of slot: Slot) -> VersionVector? {
    guard case .change(let change) = contents[slot] else { return nil }
    return change.reach
  }

  /// The authors of all operations so far, in the order in which their replicas became known.
  public var authors: [AuthorID] { authors { !$0.slots.isEmpty } }

  /// Returns the authors of whom a vector has seen any operation.
  public func authors(in vector: VersionVector) -> [AuthorID] {
    authors { !$0.slots.isEmpty && vector[$0.replica].raw > 0 }
  }

  /// Returns the authors who had written an operation before a time in the common order.
  public func authors(before lamport: Lamport) -> [AuthorID] {
    authors { $0.slots.first.map { marks[$0].lamport < lamport } ?? false }
  }

  private func authors(where isMeant: (Run) -> Bool) -> [AuthorID] {
    var seen: Set<AuthorID> = []
    return runs.filter(isMeant).map(\.author).filter { seen.insert($0).inserted }
  }

  /// Returns whether an operation cancels a clear.
  public func cancelsClear(_ id: EntryID) -> Bool {
    guard let slot = slot(id), case .verdict(let verdict) = contents[slot] else { return false }
    return verdict.cancels && isClear(verdict.target)
  }

  /// Returns whether an operation hides all that its author had seen, whether it stands or not.
  public func isClear(_ id: EntryID) -> Bool {
    guard let slot = slot(id), case .change(let change) = contents[slot] else { return false }
    return change.isHide && change.reach != nil
  }
}
