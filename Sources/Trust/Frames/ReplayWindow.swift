/// Which of an origin's numbers were seen: of the last 1,024 each one, and all below.
///
/// What comes later than 1,024 of its successors counts as seen; what matters is sent again under a
/// new number.
struct ReplayWindow: Sendable {
  static let length: UInt64 = 1_024
  private(set) var highest: UInt64 = 0
  /// A ring of bits, the number modulo `length` its place.
  private var bits = [UInt64](repeating: 0, count: Int(length / 64))

  func admits(_ number: UInt64) -> Bool {
    guard number > 0 else { return false }
    guard number <= highest else { return true }
    return highest - number < Self.length && bits[place(number).word] & place(number).bit == 0
  }

  /// A number that is admitted.
  mutating func insert(_ number: UInt64) {
    if number > highest {
      if number - highest >= Self.length {
        for index in bits.indices { bits[index] = 0 }
      } else {
        // Above `highest`, so that counting on cannot overflow before `number`.
        for skipped in highest + 1...number { bits[place(skipped).word] &= ~place(skipped).bit }
      }
      highest = number
    }
    bits[place(number).word] |= place(number).bit
  }

  private func place(_ number: UInt64) -> (word: Int, bit: UInt64) {
    let place = number % Self.length
    return (Int(place / 64), 1 << (place % 64))
  }
}
