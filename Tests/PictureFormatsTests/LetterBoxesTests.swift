import CellFrame
import Testing

@testable import PictureFormats

@Suite struct LetterBoxesTests {
  private func boxes(_ scalar: Unicode.Scalar) -> [LetterBoxes.Box] {
    LetterBoxes.boxes(of: Glyph(scalar)) ?? []
  }

  /// Returns the pixels of a cell, row by row; a pixel that two boxes cover counts twice.
  private func pixels(_ scalar: Unicode.Scalar) -> [[Int]] {
    var pixels = Array(repeating: Array(repeating: 0, count: 16), count: 32)
    for box in boxes(scalar) {
      for y in box.y..<box.y + box.height {
        for x in box.x..<box.x + box.width { pixels[y][x] += 1 }
      }
    }
    return pixels
  }

  private func picture(_ scalar: Unicode.Scalar) -> [String] {
    pixels(scalar)[10..<22].map { row in row.map { $0 == 0 ? "." : "#" }.joined() }
  }

  @Test("Double lines meet in open corners and crossings")
  func doubleLines() {
    #expect(
      picture("╔") == [
        "................", "................", "....############", "....############",
        "....##..........", "....##..........", "....##..........", "....##..........",
        "....##....######", "....##....######", "....##....##....", "....##....##....",
      ])
    #expect(
      picture("╤") == [
        "................", "................", "################", "################",
        "................", "................", "................", "................",
        "################", "################", ".......##.......", ".......##.......",
      ])
    #expect(
      picture("╪") == [
        ".......##.......", ".......##.......", "################", "################",
        ".......##.......", ".......##.......", ".......##.......", ".......##.......",
        "################", "################", ".......##.......", ".......##.......",
      ])
  }

  @Test("All lines and blocks stay in their cell, and no pixel is covered twice")
  func cells() {
    for value in UInt32(0x2500)...0x259F {
      guard let scalar = Unicode.Scalar(value), !StrokeFont.has(Glyph(scalar)) else { continue }
      let isInside = boxes(scalar).allSatisfy {
        $0.x >= 0 && $0.y >= 0 && $0.width > 0 && $0.height > 0 && $0.x + $0.width <= 16
          && $0.y + $0.height <= 32
      }
      #expect(isInside && !boxes(scalar).isEmpty, "\(scalar)")
      guard isInside else { continue }
      #expect(pixels(scalar).allSatisfy { $0.allSatisfy { $0 < 2 } }, "\(scalar)")
    }
  }

  @Test("A line reaches the edge of its cell where the line of the next cell begins")
  func joints() {
    for (left, right): (Unicode.Scalar, Unicode.Scalar) in [
      ("─", "┤"), ("━", "┫"), ("═", "╣"), ("╔", "╦"), ("┏", "┳"), ("╟", "╢"), ("╾", "╴"),
    ] {
      let edges = [pixels(left).map { $0[15] }, pixels(right).map { $0[0] }]
      #expect(edges[0] == edges[1] && edges[0].contains(1), "\(left)\(right)")
    }
    for (upper, lower): (Unicode.Scalar, Unicode.Scalar) in [
      ("│", "┴"), ("┃", "┻"), ("║", "╩"), ("╥", "╨"), ("╽", "╿"),
    ] {
      let edges = (pixels(upper)[31], pixels(lower)[0])
      #expect(edges.0 == edges.1 && edges.0.contains(1), "\(upper)\(lower)")
    }
  }

  @Test("Blocks and shades cover their part of the cell")
  func parts() {
    let parts: [(Unicode.Scalar, Int)] = [
      ("█", 32), ("▀", 16), ("▌", 16), ("▂", 8), ("▇", 28), ("▏", 4), ("▉", 28), ("▔", 4),
      ("▕", 4), ("░", 8), ("▒", 16), ("▓", 24), ("▚", 16),
    ]
    for (scalar, part) in parts {
      let sum = boxes(scalar).reduce(0) { $0 + $1.width * $1.height }
      #expect(sum == part * 16, "\(scalar)")
    }
  }
}
