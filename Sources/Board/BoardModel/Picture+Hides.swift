import EaselBase

extension Picture {
  /// The highest hide that stands, whoever made it: what anybody who may draw can take back. Looks
  /// at every operation.
  public var latestHide: EntryID? { latestHideSlot.map(id) }

  private var latestHideSlot: Slot? {
    var latest: Slot?
    for slot in 0..<Slot(clamping: operationCount) where isHide(slot) && isActive(slot) {
      if let highest = latest, precedes(slot, highest) { continue }
      latest = slot
    }
    return latest
  }

  /// The hides that one undo takes back: the latest hide and, where that is a clear, all clears of the
  /// same author that stand above the last clear of anybody else. Names one operation of each
  /// gesture, the highest last. Looks at every operation.
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

  /// All that one author has said.
  public func vector(of author: AuthorID) -> VersionVector {
    let own = runs.indices.filter { runs[$0].author == author }
    return VersionVector(
      Dictionary(uniqueKeysWithValues: own.map { (runs[$0].replica, seen(of: $0)) }))
  }

  /// The highest hide that stands of all that one author had said, and of nothing else.
  public func hideOfAll(by author: AuthorID) -> EntryID? {
    let replicas = Set(runs.filter { $0.author == author }.map(\.replica))
    func isOfAuthor(_ slot: Slot) -> Bool {
      reach(of: slot)?.known.keys.allSatisfy(replicas.contains) ?? true
    }
    // A part of a larger clear may be about one author, too.
    let heads = Set(clears.map { marks[$0].head }).filter {
      members(of: $0).allSatisfy(isOfAuthor)
    }
    let hides = clears.filter { slot in
      reach(of: slot)?.known.isEmpty == false && heads.contains(marks[slot].head)
    }
    // While somebody alone has drawn, a clear is about nothing else either.
    return hides.max(by: precedes).map(id)
  }

  /// How far a clear reaches; nil for any other operation.
  private func reach(of slot: Slot) -> VersionVector? {
    guard case .change(let change) = contents[slot] else { return nil }
    return change.reach
  }

  /// Who has said anything, first come first.
  public var authors: [AuthorID] { authors { !$0.slots.isEmpty } }

  /// Those of whom a vector has seen anything.
  public func authors(in vector: VersionVector) -> [AuthorID] {
    authors { !$0.slots.isEmpty && vector[$0.replica].raw > 0 }
  }

  /// Those who had said anything at a time in the common order.
  public func authors(before lamport: Lamport) -> [AuthorID] {
    authors { $0.slots.first.map { marks[$0].lamport < lamport } ?? false }
  }

  private func authors(where isMeant: (Run) -> Bool) -> [AuthorID] {
    var seen: Set<AuthorID> = []
    return runs.filter(isMeant).map(\.author).filter { seen.insert($0).inserted }
  }

  /// Whether an operation cancels a clear.
  public func cancelsClear(_ id: EntryID) -> Bool {
    guard let slot = slot(id), case .verdict(let verdict) = contents[slot] else { return false }
    return verdict.cancels && isClear(verdict.target)
  }

  /// Whether an operation hides all that its author had seen, be it that it stands or not.
  public func isClear(_ id: EntryID) -> Bool {
    guard let slot = slot(id), case .change(let change) = contents[slot] else { return false }
    return change.isHide && change.reach != nil
  }
}
