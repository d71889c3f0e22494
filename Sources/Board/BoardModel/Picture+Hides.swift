import EaselBase

extension Picture {
  /// The highest standing hide by any author; nil if none stands. Every participant who may draw
  /// can cancel it. The getter walks all operations.
  public var latestHide: EntryID? { StandingHides(picture: self).latest.map(operations.id) }

  /// The hides that one undo cancels, the highest last. If the latest hide is a clear, these are
  /// all clears of its author that stand above the last clear of any other author; otherwise it is
  /// the latest hide alone. The list names one operation of each gesture. The getter walks all
  /// operations.
  public var latestHides: [EntryID] {
    StandingHides(picture: self).latestOfAuthor.map(operations.id)
  }

  /// Returns the number of the last known operation of each replica of an author.
  public func vector(of author: AuthorID) -> VersionVector { operations.vector(of: author) }

  /// Returns the highest standing clear that covers the operations of this author only; empty if there
  /// is none. The list names one operation of each gesture of which the clear consists because it names
  /// very many replicas.
  public func hidesOfAll(by author: AuthorID) -> [EntryID] {
    StandingHides(picture: self).clear(ofAllBy: author).map(operations.id)
  }

  /// The authors of all operations so far, in the order in which their replicas became known.
  public var authors: [AuthorID] { operations.authors { _ in true } }

  /// Returns the authors of whom a vector covers at least one operation.
  public func authors(in vector: VersionVector) -> [AuthorID] {
    operations.authors { vector[$0.replica].raw > 0 }
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
