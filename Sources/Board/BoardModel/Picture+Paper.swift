extension Picture {
  /// Adds a laying of text to its gesture.
  mutating func addPaper(_ slot: Slot, _ damage: inout Repaint) {
    let head = marks[slot].head
    papers[head, default: []].append(slot)
    guard isActive(slot) else { return }
    if head == paperHead {
      append(slot)
    } else if paperHead.map({ precedes($0, head) }) ?? true {
      show(head)
    } else {
      return
    }
    damage.add(.all)
  }

  /// Recomputes the text that lies under the ink.
  mutating func relay(_ damage: inout Repaint) {
    let standing = papers.filter { $0.value.first.map(isActive) ?? false }.keys
    let top = standing.max { precedes($0, $1) }
    guard top != paperHead else { return }
    show(top)
    damage.add(.all)
  }

  private mutating func show(_ head: Slot?) {
    paperHead = head
    paper = []
    for slot in head.flatMap({ papers[$0] }) ?? [] { append(slot) }
  }

  private mutating func append(_ slot: Slot) {
    guard case .lay(let lines) = contents[slot] else { return }
    paper += lines.prefix(Limits.paperRows - paper.count)
  }
}
