import Rendering

/// Where the terminal's cursor is, and the shortest way from there to elsewhere.
struct CursorPlace: Sendable {
  /// Nil while nobody knows.
  private var place: CellPoint?

  /// Whoever shares the terminal may have moved it, or a glyph whose width is in doubt.
  mutating func forget() { place = nil }

  /// So many cells were written.
  mutating func advance(_ columns: Int) { place?.column += columns }

  func isAt(_ point: CellPoint) -> Bool { place == point }

  mutating func move(to point: CellPoint, by capabilities: Capabilities, into bytes: inout [UInt8])
  {
    guard place != point else { return }
    defer { place = point }
    guard capabilities.movesByStandard else {
      bytes += Capabilities.expand(capabilities.move, point.row, point.column)
      return
    }
    let whole = Step.both(row: point.row + 1, column: point.column + 1)
    guard let place else { return whole.write(into: &bytes) }
    let steps = [
      Step.rows(from: place.row, to: point.row), .columns(from: place.column, to: point.column),
    ]
    if steps[0].cost + steps[1].cost < whole.cost {
      for step in steps { step.write(into: &bytes) }
    } else {
      whole.write(into: &bytes)
    }
  }
}

/// One sequence of ECMA-48 that moves the cursor.
private enum Step {
  case none
  case backspaces(Int)
  case start
  /// `CSI n A` and the like; 1 is left out.
  case relative(Int, UInt8)
  case both(row: Int, column: Int)

  static func rows(from old: Int, to new: Int) -> Step {
    if new == old { return .none }
    return new > old
      ? .relative(new - old, UInt8(ascii: "B")) : .relative(old - new, UInt8(ascii: "A"))
  }

  static func columns(from old: Int, to new: Int) -> Step {
    if new == old { return .none }
    if new > old { return .relative(new - old, UInt8(ascii: "C")) }
    if new == 0 { return .start }
    let back = Step.relative(old - new, UInt8(ascii: "D"))
    return old - new <= back.cost ? .backspaces(old - new) : back
  }

  var cost: Int {
    switch self {
    case .none: 0
    case .backspaces(let count): count
    case .start: 1
    case .relative(let count, _): count == 1 ? 3 : 3 + Self.digits(count)
    case .both(let row, let column): 4 + Self.digits(row) + Self.digits(column)
    }
  }

  func write(into bytes: inout [UInt8]) {
    switch self {
    case .none: break
    case .backspaces(let count): for _ in 0..<count { bytes.append(8) }
    case .start: bytes.append(UInt8(ascii: "\r"))
    case .relative(let count, let final):
      Self.open(&bytes)
      if count > 1 { bytes.append(decimal: count) }
      bytes.append(final)
    case .both(let row, let column):
      Self.open(&bytes)
      bytes.append(decimal: row)
      bytes.append(UInt8(ascii: ";"))
      bytes.append(decimal: column)
      bytes.append(UInt8(ascii: "H"))
    }
  }

  private static func open(_ bytes: inout [UInt8]) {
    bytes.append(0x1B)
    bytes.append(UInt8(ascii: "["))
  }

  private static func digits(_ number: Int) -> Int {
    number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : 4
  }
}

extension [UInt8] {
  /// A number that is not negative, in digits.
  mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}
