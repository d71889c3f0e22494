import BoardModel
import BoardScript
import CellFrame
import Testing

@testable import BoardRendering

@Suite struct DotArrowTests {
  private func drawn(
    _ from: BoardPoint, _ to: BoardPoint, width: UInt8 = 1, _ raster: Raster
  ) throws -> Canvas {
    var canvas = Canvas(
      columns: 24, rows: 12, viewport: view(24, 12), raster: raster, theme: .terminal)
    canvas.paint(try stroke(.arrow, [from, to], width: width))
    return canvas
  }

  private func dots(_ canvas: Canvas) -> Set<[Int]> {
    var dots: Set<[Int]> = []
    for y in 0..<canvas.rows * 4 {
      for x in 0..<canvas.columns * 2
      where UInt32(canvas.dots(column: x / 2, row: y / 4)) & Painter.bit(x, y) != 0 {
        dots.insert([x, y])
      }
    }
    return dots
  }

  @Test("Both sides of a level or vertical arrow's head are alike", arguments: 1...8)
  func evenHeads(_ width: Int) throws {
    for shift in stride(from: 0.0, to: 1, by: 0.13) {
      for (from, to, axis) in [
        (at(3, 6 + shift), at(20, 6 + shift), 1), (at(20, 6 + shift), at(3, 6 + shift), 1),
        (at(12 + shift, 1), at(12 + shift, 11), 0), (at(12 + shift, 11), at(12 + shift, 1), 0),
      ] {
        let dots = dots(try drawn(from, to, width: UInt8(width), .braille))
        let positions = dots.map { $0[axis] }
        let sum = try #require(positions.min()) + #require(positions.max())
        let mirrored = Set(
          dots.map { axis == 0 ? [sum - $0[0], $0[1]] : [$0[0], sum - $0[1]] })
        #expect(dots == mirrored, "width \(width), \(from) to \(to)")
        let across = Set(dots.map { $0[1 - axis] })
        #expect(across.count >= 12, "the head is not longer than the arrow")
      }
    }
  }

  @Test("In ASCII, the head of an arrow is one character in the cell before its tip")
  func asciiHeads() throws {
    for width in [1, 2] as [UInt8] {
      for shift in stride(from: 0.1, to: 1, by: 0.2) {
        var rows = glyphs(
          try drawn(at(3, 6 + shift), at(20.2, 6 + shift), width: width, .ascii).frame)
        let shaft = width == 1 ? "-" : "="
        #expect(rows[6].hasSuffix("\(shaft)\(shaft)\(shaft)>    "), "\(rows[6])")
        rows = glyphs(
          try drawn(at(20, 6 + shift), at(3.2, 6 + shift), width: width, .ascii).frame)
        #expect(rows[6].hasPrefix("    <\(shaft)\(shaft)\(shaft)"), "\(rows[6])")
      }
    }
    let up = glyphs(try drawn(at(12.3, 10), at(12.3, 2.5), .ascii).frame)
    #expect(up.map { $0.dropFirst(12).first }[3...5] == ["^", "|", "|"])
    let down = glyphs(try drawn(at(12.3, 2), at(12.3, 10.5), .ascii).frame)
    #expect(down.map { $0.dropFirst(12).first }[7...9] == ["|", "|", "v"])
  }

  @Test("In ASCII, an arrow to a shape or to words has its head beside them, also if it bends")
  func asciiHeadsAtShapes() throws {
    let script = """
      #1 rect 0.1,0.1 0.3,0.3
      #2 rect 0.6,0.1 0.8,0.3
      arrow 0.3,0.2 0.6,0.2 from #1 to #2
      #4 rect 0.6,0.6 0.8,0.8
      arrow 0.7,0.3 0.7,0.6 from #2 to #4
      #6 text 0.15,0.7 "words"
      arrow 0.6,0.7 0.2,0.7 from #4 to #6
      #8 rect 0.05,0.85 0.5,0.95
      arrow 0.7,0.8 0.3,0.9 from #4 to #8
      """
    let frame = PageRenderer.render(
      try Picture(script: script), columns: 80, rows: 24, raster: .ascii, theme: .terminal)
    let text = frame.plainText
    #expect(text.contains("->|") && text.contains("words<-"), "\(text)")
    #expect(text.contains("v") && text.filter { $0 == "<" }.count >= 1, "\(text)")
  }

  @Test(
    "A script's text and an arrow at its height meet in one row, in each view")
  func textAndArrowInOneRow() throws {
    for (columns, rows) in [(80, 24), (120, 36), (100, 30), (60, 20), (40, 12)] {
      for size in ["", "label-size 0.0078125,0.0277778\n", "label-size 0.02,0.055555\n"] {
        for height in stride(from: 0.1, to: 0.9, by: 0.013) {
          let y = String(format: "%.3f", height)
          let script = """
            step 1
            \(size)text 0.5,\(y) "words"
            arrow 0.1,\(y) 0.45,\(y)
            """
          let lines = PageRenderer.render(
            try Picture(script: script), columns: columns, rows: rows, raster: .ascii,
            theme: .terminal
          ).plainText.split(separator: "\n", omittingEmptySubsequences: false)
          let rows = ["->", "words"].map { sign in lines.firstIndex { $0.contains(sign) } }
          #expect(rows[0] != nil && rows[0] == rows[1], "\(columns)x\(rows) \(size)\(y)")
        }
      }
    }
  }
}
