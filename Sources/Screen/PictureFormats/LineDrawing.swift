import CellFrame

/// The lines of frames: thin, heavy and double lines from the middle of a cell to its edges
/// (U+2500 … U+257F). Round corners are drawn like plain ones.
struct LineDrawing {
  private enum Weight: Int {
    case none, thin, heavy, double

    /// The pixels across the line.
    var width: Int { [0, 2, 4, 8][rawValue] }
  }

  private enum Side: Int, CaseIterable {
    case left, right, up, down

    var opposite: Side { [Side.right, .left, .down, .up][rawValue] }
    var besides: [Side] { self == .left || self == .right ? [.up, .down] : [.left, .right] }
  }

  /// The gap in a double line, in pixels.
  private static let gap = 4
  private static let (width, height) = (PixelSheet.cellWidth, PixelSheet.cellHeight)

  /// One weight for each side.
  private let weights: [Weight]
  /// The number of dashes in a cell; 1 for a whole line.
  private let dashes: Int

  /// Reads the lines of a sign; nil if it does not consist of such lines.
  init?(_ scalar: Unicode.Scalar) {
    guard let index = Int(exactly: scalar.value)?.advanced(by: -0x2500),
      Self.table.indices.contains(index), Self.table[index] != "0000"
    else { return nil }
    weights = Self.table[index].compactMap { $0.wholeNumberValue.flatMap(Weight.init) }
    dashes =
      [3: 0x04...0x07, 4: 0x08...0x0B, 2: 0x4C...0x4F].first { $0.value.contains(index) }?.key ?? 1
  }

  private subscript(side: Side) -> Weight { weights[side.rawValue] }

  /// Returns the lines as rectangles in a cell of 16 × 32 pixels. They do not overlap.
  func boxes() -> [LetterBoxes.Box] {
    var rows = [UInt16](repeating: 0, count: Self.height)
    for side in Side.allCases where self[side] == .double {
      let reach = besides(side).map(\.width).max() ?? 0
      rows.draw(true, arm(side, width: self[side].width, reach: max(reach / 2, 1)))
    }
    for side in Side.allCases where self[side] == .double {
      let reach = besides(side).contains(.double) ? Self.gap / 2 : 1
      rows.draw(false, arm(side, width: Self.gap, reach: reach))
    }
    for side in Side.allCases where self[side] != .double && self[side] != .none {
      rows.draw(true, arm(side, width: self[side].width, reach: reach(side)))
    }
    if dashes > 1 { for gap in gaps { rows.draw(false, gap) } }
    return Self.boxes(rows)
  }

  /// The gaps of a dashed line, each at the end of a dash.
  private var gaps: [LetterBoxes.Box] {
    let isLevel = self[.left] != .none
    let length = isLevel ? Self.width : Self.height
    let gap = max(length / dashes / 4, 1)
    return (1...dashes).map { dash in
      let start = length * dash / dashes - gap
      return isLevel
        ? .init(x: start, y: 0, width: gap, height: Self.height)
        : .init(x: 0, y: start, width: Self.width, height: gap)
    }
  }

  private func besides(_ side: Side) -> [Weight] { side.besides.map { self[$0] } }

  /// Returns how far a thin or heavy line goes beyond the middle of the cell. It ends before the gap
  /// of a double line that it does not cross.
  private func reach(_ side: Side) -> Int {
    let besides = besides(side)
    if besides == [.double, .double], self[side.opposite] == .none { return -Self.gap / 2 }
    return max((besides.map(\.width).max() ?? 0) / 2, 1)
  }

  private func arm(_ side: Side, width: Int, reach: Int) -> LetterBoxes.Box {
    let (x, y) = (Self.width / 2, Self.height / 2)
    return switch side {
    case .left: .init(x: 0, y: y - width / 2, width: x + reach, height: width)
    case .right: .init(x: x - reach, y: y - width / 2, width: x + reach, height: width)
    case .up: .init(x: x - width / 2, y: 0, width: width, height: y + reach)
    case .down: .init(x: x - width / 2, y: y - reach, width: width, height: y + reach)
    }
  }

  /// Returns the pixels as rectangles. Equal rows on top of one another are one.
  private static func boxes(_ rows: [UInt16]) -> [LetterBoxes.Box] {
    var boxes: [LetterBoxes.Box] = []
    var start = 0
    for end in 1...rows.count where end == rows.count || rows[end] != rows[start] {
      let ends = (0...width).filter { rows[start].isSet($0 - 1) != rows[start].isSet($0) }
      for pair in stride(from: 0, to: ends.count, by: 2) {
        boxes.append(
          .init(x: ends[pair], y: start, width: ends[pair + 1] - ends[pair], height: end - start))
      }
      start = end
    }
    return boxes
  }

  /// The weights of the lines to the left, to the right, up and down, by scalar from U+2500. Signs
  /// that are no such lines have none.
  private static let table = """
    1100 2200 0011 0022 1100 2200 0011 0022 1100 2200 0011 0022 0101 0201 0102 0202
    1001 2001 1002 2002 0110 0210 0120 0220 1010 2010 1020 2020 0111 0211 0121 0112
    0122 0221 0212 0222 1011 2011 1021 1012 1022 2021 2012 2022 1101 2101 1201 2201
    1102 2102 1202 2202 1110 2110 1210 2210 1120 2120 1220 2220 1111 2111 1211 2211
    1121 1112 1122 2121 1221 2112 1212 2221 2212 2122 1222 2222 1100 2200 0011 0022
    3300 0033 0301 0103 0303 3001 1003 3003 0310 0130 0330 3010 1030 3030 0311 0133
    0333 3011 1033 3033 3301 1103 3303 3310 1130 3330 3311 1133 3333 0101 1001 1010
    0110 0000 0000 0000 1000 0010 0100 0001 2000 0020 0200 0002 1200 0012 2100 0021
    """.split(whereSeparator: \.isWhitespace)
}

extension UInt16 {
  /// Whether the pixel in this column is set; no column beyond the cell is.
  fileprivate func isSet(_ column: Int) -> Bool { column >= 0 && self >> column & 1 == 1 }
}

extension [UInt16] {
  /// Sets or clears the pixels of a rectangle.
  fileprivate mutating func draw(_ isSet: Bool, _ box: LetterBoxes.Box) {
    let columns = (UInt16.max >> (16 - box.width)) << box.x
    for row in box.y..<box.y + box.height {
      self[row] = isSet ? self[row] | columns : self[row] & ~columns
    }
  }
}
