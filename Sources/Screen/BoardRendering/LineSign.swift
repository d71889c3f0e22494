import CellFrame

/// The sign that level and upright lines leave in one cell of mixed ink: the box character whose
/// arms they form, or the head of an arrow.
///
/// Two lines join if they touch within half a cell. Otherwise the upper one stands alone.
struct LineSign: Hashable, Sendable {
  /// The directions in which lines leave the middle of a cell.
  struct Arms: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let left = Arms(rawValue: 1)
    static let right = Arms(rawValue: 2)
    static let up = Arms(rawValue: 4)
    static let down = Arms(rawValue: 8)
  }

  /// The arms of lines, which may end in the cell.
  struct EndArms: Hashable, Sendable {
    /// The arms that always show.
    var all: Arms = []
    /// The arms that show only in a cell without a crossing line, beyond which they would stick out.
    var alone: Arms = []
    /// The arms that show only in a cell with a crossing line. Without it, they would be too short.
    var joined: Arms = []

    mutating func formUnion(_ other: EndArms) {
      all.formUnion(other.all)
      alone.formUnion(other.alone)
      joined.formUnion(other.joined)
    }

    mutating func remove(_ arm: Arms) {
      all.remove(arm)
      alone.remove(arm)
      joined.remove(arm)
    }

    func isDisjoint(with arms: Arms) -> Bool { any.isDisjoint(with: arms) }

    var any: Arms { all.union(alone).union(joined) }
  }

  /// The part of a line within the cell, in sixteenths of the cell: its position across the line,
  /// and its reach along the line.
  struct Part: Hashable, Sendable {
    var position: Int8
    var first: Int8
    var last: Int8
  }

  /// The colour as `0xRRGGBB`.
  private(set) var color: UInt32 = 0
  private var level: Part?
  private var upright: Part?
  private var arms = EndArms()
  /// The arms of heavy lines.
  private var heavy: Arms = []
  private var head: ArrowHead?
  private var isDashed = false
  private var endsHere = false

  /// No sign.
  static let none = LineSign()

  private init() {}

  init(_ head: ArrowHead, color: UInt32) {
    self.head = head
    self.color = color
  }

  /// Creates the sign of one line.
  ///
  /// - Parameter isEnd: whether the line begins or ends in the cell.
  init(
    _ part: Part, isLevel: Bool, isDashed: Bool, isHeavy: Bool, isEnd: Bool, arms: EndArms,
    color: UInt32
  ) {
    if isLevel { level = part } else { upright = part }
    heavy = isHeavy ? arms.any : []
    (self.arms, self.color, self.isDashed) = (arms, color, isDashed)
    endsHere = isEnd
  }

  var isEmpty: Bool { level == nil && upright == nil && head == nil }

  /// The character of the sign; nil if there is none.
  var glyph: Glyph? {
    if let head { return head.glyph }
    let shown = shownArms
    if isDashed, let glyphs = Self.dashedGlyphs[shown] {
      return heavy.isSuperset(of: shown) ? glyphs.heavy : glyphs.light
    }
    return shown.isEmpty ? nil : Self.glyphs[Int(shown.rawValue)][shown.number(of: heavy)]
  }

  /// The number of dots of eight that the sign has about as much ink as.
  var dots: Int { head == nil ? 2 * shownArms.rawValue.nonzeroBitCount : 4 }

  /// Whether the sign is that of one line, which begins or ends in the cell.
  var isEnd: Bool { head == nil && (level == nil) != (upright == nil) && endsHere }

  /// Whether both level and upright lines meet in the cell.
  var isCorner: Bool { level != nil && upright != nil }

  /// Whether only an upright line, and not only a level one, passes the cell; nil if neither does.
  var isUpright: Bool? { upright != nil ? true : level != nil ? false : nil }

  /// The position of a level line that nothing crosses, in sixteenths of the cell from above; nil if the
  /// sign is not such a line.
  var levelPosition: Int? {
    guard let level, shownArms.isDisjoint(with: [.up, .down]) else { return nil }
    return Int(level.position)
  }

  private var shownArms: Arms {
    arms.all.union(level != nil && upright != nil ? arms.joined : arms.alone)
  }

  /// Adds a line or a head above the sign.
  mutating func add(_ upper: LineSign) {
    guard touches(upper) else {
      if upper.glyph != nil || isEmpty { self = upper }
      return
    }
    level = Self.joined(level, upper.level)
    upright = Self.joined(upright, upper.upright)
    arms.formUnion(upper.arms)
    heavy = heavy.subtracting(upper.arms.any).union(upper.heavy)
    (color, isDashed) = (upper.color, upper.isDashed)
    endsHere = endsHere && upper.endsHere
  }

  /// Removes the ink that an opaque block covers. `x` and `y` are the column and the row of the
  /// block in a cell with this many blocks across and down.
  mutating func hide(blockAt x: Int, _ y: Int, of count: (x: Int, y: Int)) {
    head = nil
    if let part = level, Int(part.position) * count.y / 16 == y {
      if 2 * x < count.x { arms.remove(.left) }
      if 2 * (x + 1) > count.x { arms.remove(.right) }
    }
    if let part = upright, Int(part.position) * count.x / 16 == x {
      if 2 * y < count.y { arms.remove(.up) }
      if 2 * (y + 1) > count.y { arms.remove(.down) }
    }
    if arms.isDisjoint(with: [.left, .right]) { level = nil }
    if arms.isDisjoint(with: [.up, .down]) { upright = nil }
  }

  private func touches(_ other: LineSign) -> Bool {
    func areNear(_ a: Part?, _ b: Part?) -> Bool {
      guard let a, let b else { return false }
      return abs(Int(a.position) - Int(b.position)) <= Self.half
        && Int(max(a.first, b.first)) - Int(min(a.last, b.last)) <= Self.half
    }
    func cross(_ a: Part?, _ b: Part?) -> Bool {
      guard let a, let b else { return false }
      return [(a, b), (b, a)].allSatisfy {
        Int($0.first - $1.position) <= Self.half && Int($1.position - $0.last) <= Self.half
      }
    }
    return areNear(level, other.level) || areNear(upright, other.upright)
      || cross(level, other.upright) || cross(upright, other.level)
  }

  private static func joined(_ lower: Part?, _ upper: Part?) -> Part? {
    guard let lower, let upper else { return upper ?? lower }
    return Part(
      position: upper.position, first: min(lower.first, upper.first),
      last: max(lower.last, upper.last))
  }

  /// Half of a cell, in sixteenths of a cell.
  private static let half = 8

  /// The box characters of dashed lines. Ends, corners and crossings look like those of other lines.
  private static let dashedGlyphs: [Arms: (light: Glyph, heavy: Glyph)] = [
    [.left, .right]: (Glyph("╌"), Glyph("╍")), [.up, .down]: (Glyph("╎"), Glyph("╏")),
  ]

  /// The box characters by their arms, and then by the number of the heavy ones among these arms.
  private static let glyphs: [[Glyph]] = [
    " ", "╴╸", "╶╺", "─╾╼━", "╵╹", "╯┙┚┛", "╰┕┖┗", "┴┵┶┷┸┹┺┻", "╷╻", "╮┑┒┓", "╭┍┎┏",
    "┬┭┮┯┰┱┲┳", "│╿╽┃", "┤┥┦┩┧┪┨┫", "├┝┞┡┟┢┠┣", "┼┽┾┿╀╃╄╇╁╅╆╈╂╉╊╋",
  ].map { $0.unicodeScalars.map { Glyph($0) } }
}

extension LineSign.Arms {
  /// Returns the number of a part of these arms among all such parts: one bit for each arm.
  fileprivate func number(of part: Self) -> Int {
    var (number, bit) = (0, 1)
    for arm in [Self.left, .right, .up, .down] where contains(arm) {
      if part.contains(arm) { number += bit }
      bit *= 2
    }
    return number
  }
}

/// The head of an arrow as a sign, by its direction.
enum ArrowHead: UInt8, Hashable, Sendable {
  case right, left, up, down, upRight, downRight, downLeft, upLeft

  /// The nearest direction of a line; y grows downwards. The scales of both axes are equal.
  init(dx: Double, dy: Double) {
    // The tangent of 22.5°.
    let narrow = 0.4142
    self =
      if abs(dy) <= narrow * abs(dx) {
        dx > 0 ? .right : .left
      } else if abs(dx) <= narrow * abs(dy) {
        dy > 0 ? .down : .up
      } else if dx > 0 {
        dy > 0 ? .downRight : .upRight
      } else {
        dy > 0 ? .downLeft : .upLeft
      }
  }

  var glyph: Glyph {
    switch self {
    case .right: Glyph("▶")
    case .left: Glyph("◀")
    case .up: Glyph("▲")
    case .down: Glyph("▼")
    case .upRight: Glyph("◥")
    case .downRight: Glyph("◢")
    case .downLeft: Glyph("◣")
    case .upLeft: Glyph("◤")
    }
  }
}
