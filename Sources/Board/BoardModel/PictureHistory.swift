import BoardPaper
import EaselBase

/// The operations of a picture in the order of the log, which is the same for every member.
///
/// It is a second look at the operations that the picture holds anyway: nothing of it is stored or
/// sent. The log has no time of a single point, no pointer and no spoken words, so the history has none
/// of these.
public struct PictureHistory: RandomAccessCollection, Sendable {
  private let picture: Picture
  private let slots: [Slot]

  /// One operation of a history.
  public struct Entry: Sendable {
    /// The operation's author, its place in the order, and the time at which its gesture ended.
    public let stamp: Stamp
    /// The operation. A change names the present things of its targets, each once: a whole stroke
    /// instead of a piece, and no target that never arrived.
    public let operation: Operation
    /// The first operation of the gesture, as its author made it.
    public let gesture: EntryID
    /// Whether at least a part of the operation stands, so that no undo and no taking back decides
    /// against all of it. False for a cancel and a restore, which only decide about other operations.
    public let stands: Bool
  }

  fileprivate init(_ picture: Picture) {
    self.picture = picture
    slots = (0..<Slot(clamping: picture.operationCount)).sorted(by: picture.operations.precedes)
  }

  /// The index of the first operation: 0.
  public var startIndex: Int { 0 }
  /// The number of operations.
  public var endIndex: Int { slots.count }

  /// Returns an operation by its place in the order of the log.
  public subscript(index: Int) -> Entry {
    let operations = picture.operations
    let slot = slots[index]
    let head = operations.head(of: slot)
    let gesture = head == slot ? nil : operations.id(head).sequence
    return Entry(
      stamp: operations.stamp(slot),
      operation: Operation(operations.action(slot), gesture: gesture),
      gesture: operations.origin(of: head), stands: operations.stands(slot, in: picture))
  }
}

extension Picture {
  /// All operations of the picture in the order of the log. The getter sorts them.
  public var history: PictureHistory { PictureHistory(self) }
}

/// The operations of others since a user last drew.
package struct News: Hashable, Sendable {
  /// The place of the user's last operation in the order of the log; nil if there is none.
  package let since: Stamp.Order?
  /// The authors of later operations that stand, in the order in which the authors became known. Ink
  /// without an author does not count.
  package let authors: [AuthorID]

  /// - Parameter vector: the operations that count as the user's; later ones do not.
  package init(for author: AuthorID, upTo vector: VersionVector, in picture: Picture) {
    let operations = picture.operations
    let since = operations.replicas.filter { $0.author == author }.compactMap { replica in
      operations.slots(of: replica, above: SequenceNumber(0), upTo: vector[replica.replica]).last
        .map { operations.stamp($0).order }
    }.max()
    self.since = since
    authors = operations.authors { replica in
      guard replica.author != author, replica.author != .nobody else { return false }
      return replica.slots.reversed().lazy
        .prefix { slot in since.map { operations.stamp(slot).order > $0 } ?? true }
        .contains { operations.stands($0, in: picture) }
    }
  }
}

extension OperationTable {
  /// Returns the first operation of the gesture, as its author made it, from the first operation of
  /// one of its parts.
  fileprivate func origin(of head: Slot) -> EntryID { id(chain(of: head).first ?? head) }

  /// Returns whether at least a part of an operation stands.
  fileprivate func stands(_ slot: Slot, in picture: Picture) -> Bool {
    switch self[slot] {
    case .make, .setPaper: picture.gestures.isActive(slot, self)
    case .change: !picture.standing[slot].isEmpty
    case .takeBack: picture.standing[slot].contains(.author)
    case .toggle: false
    }
  }

  /// Returns the action of an operation. It has the same effect as the action that arrived.
  fileprivate func action(_ slot: Slot) -> Operation.Action {
    switch self[slot] {
    case .make(let item): return .make(item)
    case .toggle(let toggle):
      return toggle.cancels ? .cancel(toggle.target) : .restore(toggle.target)
    case .takeBack(let content): return .takeBack(from: content.first, upTo: content.last)
    case .setPaper(let lines): return .setPaper(PaperText(lines: lines))
    case .change:
      guard let change = change(slot) else { return .change(.items([]), .hide) }
      if let reach = change.reach {
        let known = Dictionary(reach.map { ($0.replica, $0.sequence) }) { first, _ in first }
        return .change(.upTo(VersionVector(known)), change.effect)
      }
      // A change must name something. It has no effect on itself.
      return .change(
        .items(change.things.isEmpty ? [id(slot)] : change.things.map(id)), change.effect)
    }
  }
}
