/// Which of an origin's numbers were seen.
///
/// Round the last number that the origin has signed each one is known, 1,024 below and 1,024 above, and
/// nothing that others make up moves that. Beyond, where numbers come once much was missed, or before
/// the first signature, the last 1,024 are known, and all below count as seen.
///
/// What counts as seen and matters is sent again under a new number.
struct ReplayWindow: Sendable {
  static let length: UInt64 = 1_024
  private var near: Signed?
  private var far = Latest()

  /// For a signed one, too, which is judged by its number here and by its signature elsewhere.
  func admits(_ number: UInt64) -> Bool {
    guard number > 0 else { return false }
    if FrameSignature.stands(in: number), number > near?.last ?? 0 { return true }
    return near?.admits(number) ?? far.admits(number)
  }

  /// A number that is admitted, and proved by the origin's signature where one stands in its frame.
  mutating func insert(_ number: UInt64) {
    if FrameSignature.stands(in: number), number > near?.last ?? 0 {
      near = (near ?? Signed()).moved(to: number, far)
    }
    if near?.insert(number) != true { far.insert(number) }
  }
}

/// A ring of bits, each number in the place that is left when it is divided by their count.
private struct Bits: Sendable {
  private var words: [UInt64]

  init(_ count: UInt64) { words = [UInt64](repeating: 0, count: Int(count / 64)) }

  subscript(number: UInt64) -> Bool {
    get { words[place(number).word] & place(number).bit != 0 }
    set {
      let (word, bit) = place(number)
      if newValue { words[word] |= bit } else { words[word] &= ~bit }
    }
  }

  private func place(_ number: UInt64) -> (word: Int, bit: UInt64) {
    let place = number % UInt64(words.count * 64)
    return (Int(place / 64), 1 << (place % 64))
  }
}

/// Each number round the last that was signed.
private struct Signed: Sendable {
  private(set) var last: UInt64 = 0
  private var bits = Bits(2 * ReplayWindow.length)

  /// Nil of numbers beyond it.
  func admits(_ number: UInt64) -> Bool? {
    guard number <= last + ReplayWindow.length else { return nil }
    return number + ReplayWindow.length > last && !bits[number]
  }

  /// False of numbers beyond it.
  mutating func insert(_ number: UInt64) -> Bool {
    guard number <= last + ReplayWindow.length else { return false }
    bits[number] = true
    return true
  }

  /// - Parameter far: what is known of numbers beyond.
  func moved(to number: UInt64, _ far: Latest) -> Signed {
    var moved = self
    let length = ReplayWindow.length
    let first = number > length ? number - length + 1 : 1
    let isApart = last == 0 || first > last + length
    for new in (isApart ? first : last + length + 1)...number + length {
      moved.bits[new] = far.knows(new)
    }
    moved.last = number
    return moved
  }
}

/// The last 1,024 numbers up to the highest.
private struct Latest: Sendable {
  private var highest: UInt64 = 0
  private var bits = Bits(ReplayWindow.length)

  func admits(_ number: UInt64) -> Bool {
    guard number <= highest else { return true }
    return highest - number < ReplayWindow.length && !bits[number]
  }

  /// Whether it was seen for certain.
  func knows(_ number: UInt64) -> Bool {
    number <= highest && highest - number < ReplayWindow.length && bits[number]
  }

  /// A number that is admitted, or is below all that are known.
  mutating func insert(_ number: UInt64) {
    if number > highest {
      if number - highest >= ReplayWindow.length {
        bits = Bits(ReplayWindow.length)
      } else {
        // Above `highest`, so that counting on cannot overflow before `number`.
        for skipped in highest + 1...number { bits[skipped] = false }
      }
      highest = number
    }
    bits[number] = true
  }
}
