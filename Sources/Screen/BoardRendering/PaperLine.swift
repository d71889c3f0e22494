import BoardModel
import BoardPaper
import EaselBase

/// A line of paper in progress. Its writing position can move, and parts of it can be erased.
struct PaperLine: Sendable {
  private struct Slot: Sendable {
    var scalars: [Unicode.Scalar]
    var look: PaperText.Look

    /// Whether a reader sees a letter.
    var isSeen: Bool { !scalars.isEmpty && scalars != [" "] }
  }

  /// The letters by column; the second column of a wide letter has no scalars.
  private var slots: [Slot] = []
  private var column = 0
  /// Whether a backspace has moved the position back. A second letter over the first then means
  /// bold or underlined, as in man pages. After a carriage return, a new letter replaces the old
  /// one.
  private var isOverstriking = false
  /// Whether the line has visible letters beyond `columnsMax`, which are left out.
  private(set) var wasCut = false
  /// The number of letters that were erased, or overwritten by other letters.
  private(set) var hiddenCount = 0
  let columnsMax: Int

  init(columnsMax: Int) { self.columnsMax = columnsMax }

  var isEmpty: Bool { slots.isEmpty }

  mutating func goToStart() {
    column = 0
    isOverstriking = false
  }

  mutating func goBack() {
    guard column > 0 else { return }
    column -= 1
    if column > 0, column < slots.count, slots[column].scalars.isEmpty { column -= 1 }
    isOverstriking = true
  }

  /// Moves to the next multiple of eight. What stands there already stays.
  mutating func tab(_ look: PaperText.Look) {
    repeat {
      if column < slots.count { column += 1 } else { write(" ", look) }
    } while column % 8 != 0 && column < Limits.paperColumns
  }

  mutating func move(by columns: Int) { move(to: column + columns) }

  mutating func move(to target: Int) {
    column = min(max(target, 0), columnsMax - 1)
    isOverstriking = false
  }

  /// The part of the line that is erased, as CSI K counts them.
  enum Part: Int { case toEnd, fromStart, all }

  mutating func erase(_ part: Part) {
    switch part {
    case .all:
      hide(slots.indices)
      slots = []
    case .fromStart: erase(columns: 0..<column + 1)
    case .toEnd:
      guard column < slots.count else { return }
      hide(column..<slots.count)
      clearHalves(column, slots.count - column)
      slots.removeSubrange(column...)
    }
  }

  mutating func erase(count: Int) { erase(columns: column..<column + count) }

  private mutating func erase(columns: Range<Int>) {
    let range = columns.clamped(to: slots.indices)
    guard !range.isEmpty else { return }
    hide(range)
    clearHalves(range.lowerBound, range.count)
    for index in range { slots[index] = Self.blank }
  }

  /// Removes letters at the position; the letters after them move up.
  mutating func remove(count: Int) {
    let range = (column..<column + count).clamped(to: slots.indices)
    guard !range.isEmpty else { return }
    hide(range)
    clearHalves(range.lowerBound, range.count)
    slots.removeSubrange(range)
  }

  /// Inserts blanks at the position.
  mutating func insert(count: Int) {
    guard column < slots.count else { return }
    clearHalves(column, 0)
    slots.insert(contentsOf: Array(repeating: Self.blank, count: count), at: column)
    if slots.count > columnsMax {
      hide(columnsMax..<slots.count)
      clearHalves(columnsMax, slots.count - columnsMax)
      slots.removeSubrange(columnsMax...)
    }
  }

  /// Counts the letters of a part of the line that goes.
  private mutating func hide(_ range: Range<Int>) {
    hiddenCount += slots[range].count(where: \.isSeen)
  }

  private static let blank = Slot(scalars: [" "], look: PaperText.Look())

  mutating func write(_ scalar: Unicode.Scalar, _ look: PaperText.Look) {
    let width = scalar.displayWidth
    guard width > 0 else {
      mark(scalar, look)
      return
    }
    guard column + width <= columnsMax else {
      wasCut = wasCut || scalar != " " || !look.isUnseenOnBlank
      return
    }
    var new = Slot(scalars: [scalar], look: look)
    if isOverstriking, column < slots.count { new = Self.struck(slots[column], new) }
    for offset in 0..<width where column + offset < slots.count {
      let old = slots[column + offset]
      let isUnderline = isOverstriking && old.scalars == ["_"]
      if old.isSeen, !isUnderline, offset > 0 || old.scalars != new.scalars { hiddenCount += 1 }
    }
    while slots.count < column { slots.append(Self.blank) }
    clearHalves(column, width)
    for (offset, slot) in [new, Slot(scalars: [], look: new.look)].prefix(width).enumerated() {
      if column + offset < slots.count {
        slots[column + offset] = slot
      } else {
        slots.append(slot)
      }
    }
    column += width
    if column >= slots.count { isOverstriking = false }
  }

  /// Adds a combining mark to the letter before the position, or to a circle at the start of a line.
  /// Ignores the mark if the letter has eight scalars already.
  private mutating func mark(_ scalar: Unicode.Scalar, _ look: PaperText.Look) {
    // The circle is Unicode's sign for a missing letter.
    if column == 0 { write("\u{25CC}", look) }
    var index = column - 1
    if index > 0, index < slots.count, slots[index].scalars.isEmpty { index -= 1 }
    guard slots.indices.contains(index), slots[index].scalars.count < 8 else { return }
    slots[index].scalars.append(scalar)
  }

  private static func struck(_ old: Slot, _ new: Slot) -> Slot {
    var slot = new
    slot.look = old.look
    if old.scalars == new.scalars {
      slot.look.attributes.insert(.bold)
    } else if old.scalars == ["_"] {
      slot.look.attributes.insert(.underline)
    } else if new.scalars == ["_"] {
      slot = old
      slot.look.attributes.insert(.underline)
    } else {
      return new
    }
    return slot
  }

  /// If the new letter overwrites one half of a wide letter, clears the other half.
  private mutating func clearHalves(_ column: Int, _ width: Int) {
    if column < slots.count, slots[column].scalars.isEmpty, column > 0 {
      slots[column - 1].scalars = [" "]
    }
    let after = column + width
    if after < slots.count, slots[after].scalars.isEmpty { slots[after].scalars = [" "] }
  }

  private func isWide(_ column: Int) -> Bool {
    column + 1 < slots.count && slots[column + 1].scalars.isEmpty
  }

  /// The line as runs of equal look, without invisible blanks at the end. A run has at most
  /// `Limits.paperColumns` columns, since more of it would not be shown.
  var runs: [PaperText.Run] {
    let end =
      (slots.lastIndex { $0.scalars != [" "] || !$0.look.isUnseenOnBlank }).map { $0 + 1 } ?? 0
    var runs: [PaperText.Run] = []
    var start = 0
    while start < end {
      let look = slots[start].look
      var next = start
      var text = String.UnicodeScalarView()
      let limit = start + Limits.paperColumns
      while next < end, slots[next].look == look,
        next + 1 < limit || next + 1 == limit && !isWide(next)
      {
        text.append(contentsOf: slots[next].scalars)
        next += 1
      }
      runs.append(PaperText.Run(text: SafeText(String(text)), look: look))
      start = next
    }
    return runs
  }
}

extension PaperText.Look {
  fileprivate var isUnseenOnBlank: Bool {
    background == .plain && attributes.isDisjoint(with: [.underline, .reverse])
  }
}
