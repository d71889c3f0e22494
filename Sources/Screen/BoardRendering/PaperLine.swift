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
  /// The position in cells. It may lie on the second half of a wide letter.
  private var column = 0
  /// The position that a program has stored, to return to it.
  private var storedColumn = 0
  /// Whether a backspace has moved the position back. A second letter over the first then means
  /// bold or underlined, as in man pages. After a carriage return, a new letter replaces the old
  /// one.
  private var isOverstriking = false
  /// Whether the line has visible letters beyond `columnsMax`, which are left out.
  private(set) var wasCut = false
  /// Whether the last letter is left out, so that its marks must not join the letter before it.
  private var isLetterCut = false
  /// The number of letters that were erased, or overwritten by other letters.
  private(set) var hiddenCount = 0
  let columnsMax: Int

  init(columnsMax: Int) { self.columnsMax = columnsMax }

  var isEmpty: Bool { slots.isEmpty }

  mutating func goToStart() { move(to: 0) }

  mutating func goBack() {
    guard column > 0 else { return }
    column -= 1
    (isOverstriking, isLetterCut) = (true, false)
  }

  /// Moves to the next multiple of eight. The letters on the way stay.
  mutating func tab(_ look: PaperText.Look) {
    (isOverstriking, isLetterCut) = (false, false)
    repeat {
      if column < slots.count { column += 1 } else { write(" ", look) }
    } while column % 8 != 0 && column < columnsMax
  }

  mutating func move(by columns: Int) { move(to: column + columns) }

  mutating func move(to target: Int) {
    column = min(max(target, 0), columnsMax - 1)
    (isOverstriking, isLetterCut) = (false, false)
  }

  mutating func storePosition() { storedColumn = column }

  mutating func returnToStoredPosition() { move(to: storedColumn) }

  /// The part of the line that is erased, as CSI K counts them.
  enum Part: Int { case toEnd, fromStart, all }

  mutating func erase(_ part: Part) {
    switch part {
    case .all:
      countHidden(slots.indices)
      slots = []
    case .fromStart: erase(columns: 0..<column + 1)
    case .toEnd:
      guard column < slots.count else { return }
      countHidden(column..<slots.count)
      clearHalves(column, slots.count - column)
      slots.removeSubrange(column...)
    }
  }

  mutating func erase(count: Int) { erase(columns: column..<column + count) }

  private mutating func erase(columns: Range<Int>) {
    let range = columns.clamped(to: slots.indices)
    guard !range.isEmpty else { return }
    countHidden(range)
    clearHalves(range.lowerBound, range.count)
    for index in range { slots[index] = Self.blank }
  }

  /// Removes letters at the position; the letters after them move up.
  mutating func remove(count: Int) {
    let range = (column..<column + count).clamped(to: slots.indices)
    guard !range.isEmpty else { return }
    countHidden(range)
    clearHalves(range.lowerBound, range.count)
    slots.removeSubrange(range)
  }

  /// Inserts blanks at the position.
  mutating func insert(count: Int) {
    guard column < slots.count else { return }
    clearHalves(column, 0)
    slots.insert(contentsOf: Array(repeating: Self.blank, count: count), at: column)
    if slots.count > columnsMax {
      countHidden(columnsMax..<slots.count)
      clearHalves(columnsMax, slots.count - columnsMax)
      slots.removeSubrange(columnsMax...)
    }
  }

  /// Counts the letters that a reader no longer sees once this part of the line is removed.
  private mutating func countHidden(_ range: Range<Int>) {
    hiddenCount += slots[range].count(where: \.isSeen)
  }

  private static let blank = Slot(scalars: [" "], look: PaperText.Look())

  mutating func write(_ scalar: Unicode.Scalar, _ look: PaperText.Look) {
    let width = scalar.displayWidth
    if isLetterCut, width == 0 { return }
    if join(scalar) { return }
    guard width > 0 else { return mark(scalar, look) }
    guard column + width <= columnsMax else {
      wasCut = wasCut || scalar != " " || !look.isUnseenOnBlank
      isLetterCut = true
      return
    }
    isLetterCut = false
    if isOverstriking, strike(scalar) { return }
    var look = look
    if isOverstriking, column < slots.count, slots[column].scalars == ["_"] {
      look = slots[column].look
      look.attributes.insert(.underline)
    }
    let new = Slot(scalars: [scalar], look: look)
    overwrite([new, Slot(scalars: [], look: look)].prefix(width))
  }

  /// Replaces the letter at the position, and moves behind the new letter.
  private mutating func overwrite(_ new: ArraySlice<Slot>) {
    while slots.count < column { slots.append(Self.blank) }
    for (old, new) in zip(slots[column...], new) {
      let isUnderline = isOverstriking && old.scalars == ["_"]
      if old.isSeen, !isUnderline, old.scalars != new.scalars { hiddenCount += 1 }
    }
    clearHalves(column, new.count)
    for slot in new {
      if column < slots.count { slots[column] = slot } else { slots.append(slot) }
      column += 1
    }
    if column >= slots.count { isOverstriking = false }
  }

  /// Adds a scalar to the letter before the position if it belongs to it: a mark, a skin tone, the
  /// next picture of a joined emoji, or the second half of a flag. Such a letter has the width that
  /// cells give it.
  ///
  /// - Returns: false if the scalar begins the next letter.
  private mutating func join(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300, column > 0 else { return false }
    let start = startOfLetter(at: column - 1)
    // In the second column of a wide letter, only a mark without a width may join the letter.
    let isWithin = startOfLetter(at: column) < column
    guard !isWithin || scalar.displayWidth == 0, slots.indices.contains(start),
      let base = slots[start].scalars.first
    else { return false }
    var joint = ClusterJoint(base: base)
    for scalar in slots[start].scalars.dropFirst() where !joint.absorb(scalar) { return false }
    guard joint.hasRoom(for: scalar) else {
      hiddenCount += 1
      return true
    }
    guard joint.absorb(scalar) else { return false }
    if !isWithin, joint.columns > column - start {
      guard column < columnsMax else {
        wasCut = true
        return true
      }
      overwrite([Slot(scalars: [], look: slots[start].look)])
    }
    slots[start].scalars.append(scalar)
    return true
  }

  /// Writes a mark that has no letter before it: over a blank, or over a circle at the start of a
  /// line.
  private mutating func mark(_ scalar: Unicode.Scalar, _ look: PaperText.Look) {
    if column == 0 {
      // The circle is Unicode's sign for a missing letter.
      write("\u{25CC}", look)
    } else {
      while slots.count < column { slots.append(Self.blank) }
    }
    _ = join(scalar)
  }

  /// Overstrikes the letter at the position: the same letter makes it bold, and an underscore
  /// underlines it.
  ///
  /// - Returns: false if the new letter replaces the old one.
  private mutating func strike(_ new: Unicode.Scalar) -> Bool {
    guard column < slots.count else { return false }
    let start = startOfLetter(at: column)
    let end = isWide(start) ? start + 2 : start + 1
    let attribute: PaperText.Attributes
    if slots[start].scalars.first == new {
      slots[start].scalars = [new]
      attribute = .bold
      column = end
    } else if new == "_" {
      attribute = .underline
      column += 1
    } else {
      return false
    }
    for index in start..<end { slots[index].look.attributes.insert(attribute) }
    if column >= slots.count { isOverstriking = false }
    return true
  }

  /// Clears the other half of a wide letter of which only one half is replaced.
  private mutating func clearHalves(_ column: Int, _ width: Int) {
    if column > 0, column < slots.count, slots[column].scalars.isEmpty {
      slots[column - 1].scalars = [" "]
      hiddenCount += 1
    }
    let after = column + width
    if after < slots.count, slots[after].scalars.isEmpty { slots[after].scalars = [" "] }
  }

  /// Returns the first column of the letter that covers a column.
  private func startOfLetter(at column: Int) -> Int {
    column > 0 && column < slots.count && slots[column].scalars.isEmpty ? column - 1 : column
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
