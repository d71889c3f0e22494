import BoardPaper
import EaselBase

/// The texts under the ink. Only the text of the highest standing gesture with a laying is shown.
///
/// It keeps the texts that were shown before, so undo and redo read no text a second time.
struct VisiblePaper: Sendable {
  /// The layings of text, by the first operation of the gesture.
  private var layings: [Slot: [Slot]] = [:]
  /// The gestures whose text may stand, the highest first. A gesture whose text was taken back
  /// stays in the heap until it is the heap's highest gesture.
  private var candidates = Heap<Slot>()
  /// The text that is shown; nil if there is none.
  private var shown: LaidText?
  /// Texts that were shown before, the latest first.
  private var hidden: [LaidText] = []

  /// The number of hidden texts that are kept. A text of many short lines takes much more memory than
  /// the operations that laid it.
  private static let hiddenMax = 8

  /// The gesture whose text is shown.
  var head: Slot? { shown?.head }
  /// The text that is shown.
  var lines: [PaperText.Line] { shown?.lines ?? [] }
  /// Whether the shown text has more lines than ``lines``.
  var isCut: Bool { shown?.isCut ?? false }
  /// The lines of the shown text that belong to a diff.
  var diff: UnifiedDiff { shown?.diff ?? UnifiedDiff() }

  /// Adds a laying of text to its gesture. It has no effect before the next update.
  mutating func add(_ slot: Slot, _ operations: OperationTable) {
    layings[operations.head(of: slot), default: []].append(slot)
  }

  /// Chooses the shown text again, after layings of these gestures arrived, began to stand or stopped
  /// standing.
  ///
  /// - Returns: whether the shown text has changed.
  mutating func update(
    _ heads: [Slot], _ gestures: UndoGroupTable, _ operations: OperationTable
  ) -> Bool {
    func standing(_ head: Slot) -> ArraySlice<Slot> {
      let all = layings[head] ?? []
      // A cancel reaches only the earlier layings, so the layings in effect come last.
      let first = all.partitioningIndex { gestures.isActive($0, operations) }
      return all[first...]
    }
    for head in heads where !standing(head).isEmpty {
      candidates.insert(head) { operations.precedes($1, $0) }
    }
    while let top = candidates.top, standing(top).isEmpty {
      _ = candidates.pop { operations.precedes($1, $0) }
    }
    let before = (shown?.head, shown?.layings)
    show(candidates.top.map { ($0, standing($0)) }, operations)
    return before.0 != shown?.head || before.1 != shown?.layings
  }

  private mutating func show(
    _ text: (head: Slot, layings: ArraySlice<Slot>)?, _ operations: OperationTable
  ) {
    if text?.head != head, let before = shown {
      hidden = [before] + hidden.prefix(Self.hiddenMax - 1)
      shown = nil
    }
    guard let text else { return }
    if shown == nil, let index = hidden.firstIndex(where: { $0.head == text.head }) {
      shown = hidden.remove(at: index)
    }
    shown = shown ?? LaidText(head: text.head)
    shown?.read(Array(text.layings), operations)
  }
}

/// The text of one gesture.
private struct LaidText: Sendable {
  let head: Slot
  private(set) var lines: [PaperText.Line] = []
  /// Whether the layings have more lines than ``lines``.
  private(set) var isCut = false
  private(set) var diff = UnifiedDiff()
  /// The layings that were read.
  private(set) var layings: [Slot] = []

  init(head: Slot) { self.head = head }

  /// Reads the layings that are new since the last call, or all if some of them no longer stand.
  ///
  /// - Parameter standing: all standing layings of the gesture.
  mutating func read(_ standing: [Slot], _ operations: OperationTable) {
    if !standing.starts(with: layings) { self = LaidText(head: head) }
    for slot in standing.dropFirst(layings.count) {
      guard case .setPaper(let new) = operations[slot] else { continue }
      let room = Limits.paperRows - lines.count
      lines += new.prefix(room)
      isCut = isCut || new.count > room
      diff.read(lines)
    }
    layings = standing
  }
}
