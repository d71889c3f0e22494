import Vocabulary

extension Picture {
  /// The highest hide that stands, whoever made it: what anybody who may draw can take back. Looks
  /// at every operation.
  public var latestHide: EntryID? {
    var latest: Slot?
    for slot in 0..<Slot(clamping: operationCount) where isHide(slot) && isActive(slot) {
      if let highest = latest, precedes(slot, highest) { continue }
      latest = slot
    }
    return latest.map(id)
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
    let hides = clears.filter { slot in
      guard case .change(let change) = contents[slot], let covered = change.reach?.known.keys else {
        return false
      }
      return !covered.isEmpty && covered.allSatisfy(replicas.contains)
    }
    // While somebody alone has drawn, a clear is about nothing else either.
    return hides.max(by: precedes).map(id)
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

  /// Whether an operation hides all that its author had seen, be it that it stands or not.
  public func isClear(_ id: EntryID) -> Bool {
    guard let slot = slot(id), case .change(let change) = contents[slot] else { return false }
    return change.isHide && change.reach != nil
  }
}
