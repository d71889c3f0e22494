import CellFrame

/// One mouse report as the terminal sent it, in the new or the old form.
struct MouseReport: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    /// The form of SGR (modes 1006 and 1016): it distinguishes press and release, and both name the
    /// button.
    case press, release
    /// The form of X10: a release does not name its button.
    case old
  }

  var code: Int
  /// The place, counted from 1, in cells or pixels.
  var x: Int
  var y: Int
  var form: Form
}

extension MouseReport {
  /// Reads the bytes that follow ESC [ <.
  init?(parameters bytes: [UInt8]) {
    guard let sequence = SequenceParameters(bytes[...]), sequence.count == 3 else { return nil }
    switch sequence.final {
    case UInt8(ascii: "M"): form = .press
    case UInt8(ascii: "m"): form = .release
    default: return nil
    }
    (code, x, y) = (sequence[0], sequence[1], sequence[2])
  }

  /// Reads the three bytes that follow ESC [ M.
  init?(old bytes: [UInt8]) {
    guard bytes.count == 3 else { return nil }
    self.init(
      code: Int(bytes[0]) - 32, x: Int(bytes[1]) - 32, y: Int(bytes[2]) - 32, form: .old)
  }

  /// Reads a whole sequence that begins with ESC; nil if it is no report.
  init?(sequence bytes: [UInt8]) {
    if bytes.starts(with: "\u{1B}[<".utf8) {
      self.init(parameters: Array(bytes[3...]))
    } else {
      guard bytes.starts(with: "\u{1B}[M".utf8) else { return nil }
      self.init(old: Array(bytes[3...]))
    }
  }

  /// Whether a button is held after this report; nil if the report tells nothing about it.
  var holdsButton: Bool? {
    if code & 64 != 0 { return nil }
    return form != .release && code & 3 != 3
  }
}

/// Turns mouse reports into events. It remembers the button that is held, because the old form of a
/// release does not name it.
struct MouseDecoder: Sendable {
  /// The size of one cell; nil if it is unknown.
  var cellPixels: CellPixelSize?
  /// Whether reports come in pixels.
  private(set) var isInPixels = false
  private var held = MouseEvent.Button.left

  /// The largest coordinate; larger ones are reduced to it.
  private static let placeMax = 65_535

  /// Sets whether reports come in pixels from now on. Has no effect if the size of a cell is
  /// unknown.
  mutating func setPixels(_ on: Bool) { isInPixels = on && cellPixels != nil }

  mutating func learn(_ answer: Answer) {
    if case .cell(let width, let height) = answer, let size = CellPixelSize(width, height) {
      cellPixels = size
    }
  }

  mutating func decode(_ report: MouseReport) -> MouseEvent? {
    // Buttons beyond the wheel have no meaning in Easel.
    guard (0..<128).contains(report.code), let action = action(of: report) else { return nil }
    var modifiers: Modifiers = []
    if report.code & 4 != 0 { modifiers.insert(.shift) }
    if report.code & 8 != 0 { modifiers.insert(.alt) }
    if report.code & 16 != 0 { modifiers.insert(.control) }
    return MouseEvent(action, at: pointer(of: report), modifiers: modifiers)
  }

  private mutating func action(of report: MouseReport) -> MouseEvent.Action? {
    if report.code & 64 != 0 {
      guard report.form != .release else { return nil }
      return [.wheelUp, .wheelDown, .wheelLeft, .wheelRight][report.code & 3]
    }
    let button: MouseEvent.Button? =
      switch report.code & 3 {
      case 0: .left
      case 1: .middle
      case 2: .right
      default: nil
      }
    if report.form == .release { return .release(button ?? held) }
    if report.code & 32 != 0 { return button.map { .drag($0) } ?? .move }
    guard let button else { return .release(held) }
    held = button
    return .press(button)
  }

  private func pointer(of report: MouseReport) -> Pointer {
    let (x, y) = (max(report.x - 1, 0), max(report.y - 1, 0))
    guard isInPixels, report.form != .old, let size = cellPixels else {
      return Pointer(CellPoint(column: min(x, Self.placeMax), row: min(y, Self.placeMax)))
    }
    return Pointer(
      CellPoint(
        column: min(x / size.width, Self.placeMax), row: min(y / size.height, Self.placeMax)),
      fractionX: Self.fraction(x % size.width, of: size.width),
      fractionY: Self.fraction(y % size.height, of: size.height), isFine: true)
  }

  /// Returns the middle of a pixel, in 1/256 of a cell.
  private static func fraction(_ pixel: Int, of size: Int) -> UInt8 {
    UInt8(clamping: (2 * pixel + 1) * 128 / size)
  }
}
