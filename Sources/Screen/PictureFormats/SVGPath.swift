import CellFrame

/// The data of a path element, in tenths of a drawing's unit, with places relative to the one before.
struct SVGPath {
  private typealias Place = (x: Int, y: Int)

  private var bytes: [UInt8] = []
  private var last: Place = (0, 0)
  private var command = UInt8(ascii: "z")

  var text: String { String(decoding: bytes, as: UTF8.self) }

  init(_ path: VectorPath) {
    let pointCount = path.steps.filter { $0 != .close }.count
    for step in path.steps {
      switch step {
      case .move(let point): move(to: Self.place(point))
      case .line(let point): add("l", Self.place(point))
      case .curve(let first, let second, let end):
        let hasBlank = begin("c")
        add(Self.place(first), hasBlank: hasBlank)
        add(Self.place(second), hasBlank: true)
        add(Self.place(end), hasBlank: true)
        last = Self.place(end)
      case .close:
        command = UInt8(ascii: "z")
        bytes.append(command)
      }
    }
    if pointCount == 1 { addDot() }
  }

  /// Creates a smooth line. Each curve but the first has only its end: its control point mirrors the
  /// one before. An end is rounded so that the next control point is right, not the end itself;
  /// otherwise the errors of all ends before it would add up.
  init(curveThrough places: [VectorPoint]) {
    guard !places.isEmpty else { return }
    let curve = VectorCurve(through: places)
    bytes.reserveCapacity(Self.bytesOfPlace * places.count)
    move(to: Self.place(curve.ends.start))
    let end = Self.place(curve.ends.end)
    guard curve.count > 0 else {
      if curve.isDot { addDot() } else { add("l", end) }
      return
    }
    add("l", Self.place(curve.joint(0)))
    var control = Self.place(curve.control(0))
    for index in 0..<curve.count {
      let next = index + 1 < curve.count ? Self.place(curve.control(index + 1)) : end
      let joint = ((control.x + next.x) >> 1, (control.y + next.y) >> 1)
      if index == 0 { add("q", control, joint) } else { add("t", joint) }
      control = (2 * joint.0 - control.x, 2 * joint.1 - control.y)
    }
    // A curve whose control point lies at its end has no direction there, and some viewers do not show
    // its width.
    add("l", end)
  }

  /// The usual bytes of a place in a line of the hand.
  private static let bytesOfPlace = 8

  private static func place(_ point: VectorPoint) -> Place {
    (SVGNumber.tenths(point.x), SVGNumber.tenths(point.y))
  }

  /// Adds a line without length, which shows its round ends.
  private mutating func addDot() { bytes += "h0".utf8 }

  private mutating func move(to place: Place) {
    command = UInt8(ascii: "M")
    bytes.append(command)
    last = (0, 0)
    add(place, hasBlank: false)
    last = place
  }

  private mutating func add(_ letter: Unicode.Scalar, _ end: Place) {
    let hasBlank = begin(letter)
    add(end, hasBlank: hasBlank)
    last = end
  }

  private mutating func add(_ letter: Unicode.Scalar, _ control: Place, _ end: Place) {
    let hasBlank = begin(letter)
    add(control, hasBlank: hasBlank)
    add(end, hasBlank: true)
    last = end
  }

  /// Begins a command. The letter of a command is written once for several in a row.
  ///
  /// - Returns: whether its first number needs a blank or a sign before it.
  private mutating func begin(_ letter: Unicode.Scalar) -> Bool {
    let letter = UInt8(ascii: letter)
    guard letter != command else { return true }
    command = letter
    bytes.append(letter)
    return false
  }

  private mutating func add(_ place: Place, hasBlank: Bool) {
    add(place.x - last.x, hasBlank: hasBlank)
    add(place.y - last.y, hasBlank: true)
  }

  private mutating func add(_ value: Int, hasBlank: Bool) {
    if value < 0 {
      bytes.append(UInt8(ascii: "-"))
    } else if hasBlank {
      bytes.append(UInt8(ascii: " "))
    }
    addDigits(value.magnitude)
  }

  private mutating func addDigits(_ value: UInt) {
    if value >= 10 { addDigits(value / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
  }
}
