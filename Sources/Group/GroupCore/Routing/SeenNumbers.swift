/// Records which numbers of an origin were seen. It knows each of the last 1,024 numbers, and
/// counts all lower numbers as seen.
///
/// A number that arrives after 1,024 of its successors counts as seen. Messages that must arrive
/// are sent again under a new number.
struct SeenNumbers: Hashable, Sendable {
  static let window: UInt64 = 1_024

  private(set) var highest: UInt64 = 0
  /// A ring of bits. The position of a number is the number modulo `window`.
  private var bits = [UInt64](repeating: 0, count: Int(window / 64))

  /// Records a number. Returns true if it was not seen before.
  mutating func insert(_ number: UInt64) -> Bool {
    guard number > 0 else { return false }
    if number > highest {
      advance(to: number)
    } else {
      guard highest - number < Self.window, !self[number] else { return false }
    }
    self[number] = true
    return true
  }

  private mutating func advance(to number: UInt64) {
    if number - highest >= Self.window {
      for index in bits.indices { bits[index] = 0 }
    } else {
      // `number` is above `highest`, so `highest + 1` cannot overflow.
      for skipped in highest + 1...number { self[skipped] = false }
    }
    highest = number
  }

  private subscript(number: UInt64) -> Bool {
    get { bits[position(number).word] & position(number).bit != 0 }
    set {
      let (word, bit) = position(number)
      if newValue { bits[word] |= bit } else { bits[word] &= ~bit }
    }
  }

  private func position(_ number: UInt64) -> (word: Int, bit: UInt64) {
    let position = number % Self.window
    return (Int(position / 64), 1 << (position % 64))
  }
}
