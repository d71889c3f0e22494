import Rendering

/// A sequence that began with ESC [, taken apart.
struct InputSequence {
  /// `<`, `=`, `>` or `?` before the numbers; 0 for none.
  private(set) var prefix: UInt8 = 0
  /// The last byte between the numbers and the final one; 0 for none.
  private(set) var intermediate: UInt8 = 0
  private(set) var final: UInt8 = 0
  private(set) var count = 0
  /// What follows a colon after the second number: in key reports, press, repeat or release.
  private(set) var phase = 1
  private var numbers = InlineArray<6, Int>(repeating: 0)

  /// Numbers beyond this are held here.
  static let numberMax = 1 << 24

  /// From what followed ESC [, the final byte included; nil if it has no such form.
  init?(_ bytes: [UInt8]) {
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
        if !isBegun { begin() }
        isBegun = true
        add(Int(byte & 15), isNegative)
      case UInt8(ascii: ";"):
        if !isBegun { begin() }
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

  /// The number at a place; what is not there is the default.
  func number(_ index: Int, default missing: Int = 0) -> Int {
    index < min(count, numbers.count) ? numbers[index] : missing
  }

  private mutating func begin() { count += 1 }

  private mutating func add(_ digit: Int, _ isNegative: Bool) {
    guard count <= numbers.count else { return }
    let value = numbers[count - 1] * 10 + (isNegative ? -digit : digit)
    numbers[count - 1] = min(max(value, -Self.numberMax), Self.numberMax)
  }

  static func isNumber(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// A short run of digits as a number; 0 for none.
  static func number(_ digits: [UInt8]) -> Int {
    digits.reduce(0) { min($0 * 10 + Int($1 & 15), numberMax) }
  }
}

/// What a sequence means.
enum InputMeaning {
  case key(KeyPress)
  case mouse(MouseReport)
  case answer(Answer)
  /// Three more bytes follow.
  case oldMouse
  case paste
  /// Known, and of no use.
  case nothing
  case unknown

  var isKey: Bool {
    switch self {
    case .key, .unknown: true
    case .mouse, .answer, .oldMouse, .paste, .nothing: false
    }
  }
}

extension InputSequence {
  var meaning: InputMeaning {
    switch (prefix, intermediate, final) {
    case (UInt8(ascii: "<"), 0, UInt8(ascii: "M")), (UInt8(ascii: "<"), 0, UInt8(ascii: "m")):
      guard count == 3 else { return .nothing }
      let isRelease = final == UInt8(ascii: "m")
      return .mouse(report(offset: 0, form: isRelease ? .release : .press))
    case (UInt8(ascii: "?"), UInt8(ascii: "$"), UInt8(ascii: "y")):
      return .answer(.mode(number(0), state: number(1)))
    case (UInt8(ascii: "?"), 0, UInt8(ascii: "c")): return .answer(.attributes)
    case (0, 0, _): return plainMeaning
    // rxvt: shift.
    case (0, UInt8(ascii: "$"), _), (0, _, UInt8(ascii: "$")): return key
    default: return .nothing
    }
  }

  private var plainMeaning: InputMeaning {
    switch final {
    case UInt8(ascii: "M"):
      if count == 0 { return .oldMouse }
      return count == 3 ? .mouse(report(offset: 32, form: .old)) : .nothing
    case UInt8(ascii: "t"):
      guard number(0) == 6, count == 3 else { return .nothing }
      return .answer(.cell(width: number(2), height: number(1)))
    case UInt8(ascii: "~") where number(0) == 200: return .paste
    case UInt8(ascii: "~") where number(0) == 201: return .nothing
    // Focus in and out.
    case UInt8(ascii: "I"), UInt8(ascii: "O"): return .nothing
    default: return key
    }
  }

  private var key: InputMeaning {
    // A key that is let go is no key.
    guard phase != 3 else { return .nothing }
    guard let press = KeyPress(self) else { return .unknown }
    return .key(press)
  }

  /// urxvt counts its codes from 32.
  private func report(offset: Int, form: MouseReport.Form) -> MouseReport {
    MouseReport(code: number(0) - offset, x: number(1), y: number(2), form: form)
  }
}
