import EaselBase

/// The texts under the ink. Only the text of the highest standing gesture with a laying is shown.
struct VisiblePaper: Sendable {
  /// The layings of text, by the first operation of the gesture.
  private var layings: [Slot: [Slot]] = [:]
  /// The gesture whose text is shown.
  private(set) var head: Slot?
  /// The text that is shown.
  private(set) var lines: [PaperText.Line] = []
  /// The lines of the shown text that belong to a diff.
  private(set) var diff = UnifiedDiff()

  /// Adds a laying of text to its gesture.
  ///
  /// - Parameter isActive: whether the laying stands.
  /// - Returns: whether the shown text has changed.
  mutating func add(_ slot: Slot, isActive: Bool, _ operations: OperationTable) -> Bool {
    let head = operations.head(of: slot)
    layings[head, default: []].append(slot)
    guard isActive else { return false }
    if head == self.head {
      append(slot, operations)
    } else if self.head.map({ operations.precedes($0, head) }) ?? true {
      show(head, operations)
    } else {
      return false
    }
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
    self.head = head
    lines = []
    diff = UnifiedDiff()
    for slot in head.flatMap({ layings[$0] }) ?? [] { append(slot, operations) }
  }

  private mutating func append(_ slot: Slot, _ operations: OperationTable) {
    guard case .lay(let new) = operations[slot] else { return }
    lines += new.prefix(Limits.paperRows - lines.count)
    diff.read(lines)
  }
}
