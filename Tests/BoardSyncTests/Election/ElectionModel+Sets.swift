/// Four numbers below 65,536 in one word, cheap to copy and to hash.
struct SmallNumbers: Hashable {
  static let max = 1 << 16
  private var word: UInt64 = 0

  subscript(index: Int) -> Int {
    get { Int(word >> UInt64(16 * index) & 0xFFFF) }
    set {
      let shift = UInt64(16 * index)
      word = word & ~(0xFFFF << shift) | UInt64(newValue & 0xFFFF) << shift
    }
  }
}

/// A set of numbers below 256 in four words, cheap to copy and to hash.
struct MessageSet: Hashable {
  static let capacity = 256
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt64 = 0
  private var fourth: UInt64 = 0

  /// Whether there was room.
  mutating func insert(_ number: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(number % 64)
    switch number / 64 {
    case 0: first |= bit
    case 1: second |= bit
    case 2: third |= bit
    case 3: fourth |= bit
    default: return false
    }
    return true
  }

  mutating func formUnion(_ other: MessageSet) {
    first |= other.first
    second |= other.second
    third |= other.third
    fourth |= other.fourth
  }

  func forEach(_ body: (Int) -> Void) {
    var base = 0
    for word in [first, second, third, fourth] {
      var left = word
      while left != 0 {
        body(base + left.trailingZeroBitCount)
        left &= left - 1
      }
      base += 64
    }
  }
}
