/// The numbers of a control sequence of ECMA-48: the bytes after ESC [, including the last one.
struct SequenceParameters {
  /// `<`, `=`, `>` or `?` before the numbers; 0 for none.
  private(set) var prefix: UInt8 = 0
  /// The last byte between the numbers and the final byte; 0 for none.
  private(set) var intermediate: UInt8 = 0
  private(set) var final: UInt8 = 0
  private(set) var count = 0
  /// The part after a colon in the second number. In key reports it is 1 for a press, 2 for a
  /// repetition and 3 for a release.
  private(set) var phase = 1
  private var numbers = InlineArray<6, Int>(repeating: 0)

  /// The largest number; larger numbers are reduced to it.
  static let numberMax = 1 << 24

  /// Returns nil if the bytes are no control sequence.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let last = bytes.last else { return nil }
    final = last
    var (isNegative, isPhase, isBegun) = (false, false, false)
    for byte in bytes.dropLast() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if isPhase {
          if count == 2 { phase = min(phase * 10 + Int(byte & 15), 9) }
          continue
        }
        if !isBegun { count += 1 }
        isBegun = true
        add(Int(byte & 15), isNegative)
      case UInt8(ascii: ";"):
        if !isBegun { count += 1 }
        (isNegative, isPhase, isBegun) = (false, false, false)
      case UInt8(ascii: ":"):
        isPhase = true
        if count == 2 { phase = 0 }
      case UInt8(ascii: "-"): isNegative = true
      case 0x3C...0x3F where count == 0 && prefix == 0: prefix = byte
      case 0x20...0x2F: intermediate = byte
      default: return nil
      }
    }
  }

  /// Returns the number at a place; 0 if there is none.
  subscript(index: Int) -> Int { index < min(count, numbers.count) ? numbers[index] : 0 }

  private mutating func add(_ digit: Int, _ isNegative: Bool) {
    guard count <= numbers.count else { return }
    let value = numbers[count - 1] * 10 + (isNegative ? -digit : digit)
    numbers[count - 1] = min(max(value, -Self.numberMax), Self.numberMax)
  }
}
