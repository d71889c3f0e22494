import EaselBase

/// The texts under the ink. Only the text of the highest standing gesture with a laying is shown.
///
/// It keeps the texts that were shown before, so undo and redo read no text a second time.
struct VisiblePaper: Sendable {
  /// The layings of text, by the first operation of the gesture.
  private var layings: [Slot: [Slot]] = [:]
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

  /// Adds a laying of text to its gesture.
  ///
  /// - Parameter isActive: whether the laying stands.
  /// - Returns: whether the shown text has changed.
  mutating func add(_ slot: Slot, isActive: Bool, _ operations: OperationTable) -> Bool {
    let head = operations.head(of: slot)
    layings[head, default: []].append(slot)
    guard isActive else { return false }
    if let shown = self.head, shown != head, !operations.precedes(shown, head) { return false }
    show(head, operations)
    return true
  }

  /// Chooses the shown text again, after a laying began to stand or stopped standing.
  ///
  /// - Returns: whether the shown text has changed.
  mutating func update(_ operations: OperationTable, isActive: (Slot) -> Bool) -> Bool {
    let standing = layings.filter { $0.value.first.map(isActive) ?? false }.keys
    let top = standing.max { operations.precedes($0, $1) }
    guard top != head else { return false }
    show(top, operations)
    return true
  }

  private mutating func show(_ head: Slot?, _ operations: OperationTable) {
    if head != self.head, let before = shown {
      hidden = [before] + hidden.prefix(Self.hiddenMax - 1)
      shown = nil
    }
    guard let head else { return }
    if shown == nil, let index = hidden.firstIndex(where: { $0.head == head }) {
      shown = hidden.remove(at: index)
    }
    shown = shown ?? LaidText(head: head)
    shown?.read(layings[head] ?? [], operations)
  }
}

/// The text of one gesture.
private struct LaidText: Sendable {
  let head: Slot
  private(set) var lines: [PaperText.Line] = []
  /// Whether the layings have more lines than ``lines``.
  private(set) var isCut = false
  private(set) var diff = UnifiedDiff()
  /// The number of layings that were read.
  private var readCount = 0

  init(head: Slot) { self.head = head }

  /// Reads the layings that are new since the last call. `layings` are all of the gesture.
  mutating func read(_ layings: [Slot], _ operations: OperationTable) {
    for slot in layings.dropFirst(readCount) {
      guard case .lay(let new) = operations[slot] else { continue }
      let room = Limits.paperRows - lines.count
      lines += new.prefix(room)
      isCut = isCut || new.count > room
      diff.read(lines)
    }
    readCount = layings.count
  }
}
