import CellFrame

/// The letters of pictures in pixels, as strokes of a round pen in a cell of 16 × 32 pixels. The font
/// was made for Easel.
///
/// Each letter is one line of text: the letter, a blank, and its strokes between slashes. A stroke is
/// a row of places `x,y`. A place without a sign before it ends a straight line; otherwise, it ends
/// - `h` a quarter of an oval that leaves level and arrives upright, or `v` the other way round,
/// - `s` a curve that leaves and arrives upright,
/// - `c` a Bézier curve, after its two control points.
///
/// `.` begins a dot and `#` an area. `=A` is another letter, `@A` turns it upside down, `<A` mirrors it,
/// and `^A,x,y` is the small letter at a corner.
enum StrokeFont {
  /// The middle of the lowest strokes that stand on the line.
  static let baseline = 23.0
  /// The middle of the uppermost strokes of letters like x.
  static let xHeight = 11.0

  /// Returns the strokes of a letter with its marks; nil if the font does not have the letter. A mark
  /// that the font does not have is left out.
  static func strokes(of glyph: Glyph) -> [LetterStroke]? {
    let scalars = glyph.scalars
    guard let base = scalars.first else { return nil }
    let marks = scalars.dropFirst()
    let parts = letters[base] == nil ? composed[String(base)] : [base]
    guard let letter = parts?.first, let parts else {
      return base.properties.isWhitespace ? [] : nil
    }
    let all = (parts.dropFirst() + marks).compactMap { markStrokes($0, on: letter) }
    let body = strokes(of: all.isEmpty ? letter : bare(letter))
    return body + Self.placed(all, onHigh: isHigh(letter))
  }

  /// Whether the font has a letter, at least without its marks.
  static func has(_ glyph: Glyph) -> Bool {
    letters[glyph.base] != nil || glyph.base.properties.isWhitespace
      || glyph.base.value < composedMax && composed[String(glyph.base)] != nil
  }

  private static func strokes(of scalar: Unicode.Scalar) -> [LetterStroke] {
    letters[scalar].map { LetterParser(letters).strokes($0) } ?? []
  }

  /// Returns the strokes of a mark at its place at a low letter; nil if the font lacks the mark.
  private static func markStrokes(
    _ mark: Unicode.Scalar, on base: Unicode.Scalar
  ) -> [LetterStroke]? {
    let shape: Unicode.Scalar =
      switch mark {
      case "\u{327}" where "GKLNRklnr".unicodeScalars.contains(base): "\u{326}"
      case "\u{30A}" where isHigh(base): "°"
      default: mark
      }
    return markLines[shape].map { LetterParser(letters).strokes($0) }
  }

  /// Returns the strokes of marks at their places. A second mark over a low letter is above the first
  /// one. A high letter leaves little room, so its marks are flat and side by side.
  private static func placed(_ marks: [[LetterStroke]], onHigh isHigh: Bool) -> [LetterStroke] {
    let upper = marks.filter { $0.allSatisfy { $0.start.y < 10 } }
    let others = marks.filter { !$0.allSatisfy { $0.start.y < 10 } }.joined()
    let beside = others.map { stroke in
      stroke.mapped { VectorPoint(x: $0.x, y: isHigh && $0.y < 16 ? $0.y - 5 : $0.y) }
    }
    return beside
      + upper.enumerated().flatMap { index, strokes in
        strokes.map { stroke in
          var placed = stroke.mapped { point in
            guard isHigh else { return VectorPoint(x: point.x, y: point.y - 3.4 * Double(index)) }
            let shift = Double(2 * index + 1 - upper.count) * 3.5
            return VectorPoint(x: point.x + shift, y: 1 + (point.y - 4.5) * 0.62)
          }
          if isHigh { placed.width *= 0.85 }
          return placed
        }
      }
  }

  private static func isHigh(_ letter: Unicode.Scalar) -> Bool {
    letter.properties.isUppercase || "bdfhkltβδζθλξ".unicodeScalars.contains(letter)
  }

  /// Returns the letter without its own dot.
  private static func bare(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    ["i": "ı", "j": "ȷ", "і": "ı", "ј": "ȷ"][scalar] ?? scalar
  }

  /// The strokes of each letter, as text.
  private static let letters = lines(of: latin + greek + cyrillic + signs)
  /// The strokes of each mark. In the text, marks stand on a circle of dots.
  private static let markLines = lines(of: marks, letterAt: 1)

  private static func lines(of text: String, letterAt index: Int = 0) -> [Unicode.Scalar: Substring]
  {
    var lines: [Unicode.Scalar: Substring] = [:]
    for line in text.split(separator: "\n") {
      let scalars = line.unicodeScalars.dropFirst(index)
      guard let letter = scalars.first else { continue }
      lines[letter] = Substring(scalars.dropFirst())
    }
    return lines
  }

  /// The scalars from here on are no letters with marks.
  private static let composedMax = 0x2500

  /// The letters with no, one or two marks. Swift compares strings by canonical equivalence, so a
  /// letter that Unicode composes of a letter and its marks finds them here.
  private static let composed: [String: [Unicode.Scalar]] = {
    let marks = markLines.keys.sorted()
    var composed: [String: [Unicode.Scalar]] = [:]
    composed.reserveCapacity(letters.count * marks.count)
    for base in letters.keys {
      composed[String(base)] = [base]
      for mark in marks where base.properties.isAlphabetic {
        composed[String(base) + String(mark)] = [base, mark]
        guard doubled.contains(mark) else { continue }
        for second in tones where second != mark {
          composed[String(base) + String(mark) + String(second)] = [base, mark, second]
        }
      }
    }
    return composed
  }()

  /// The marks that a second mark may follow, and the marks that may follow.
  private static let doubled: [Unicode.Scalar] = ["\u{302}", "\u{306}", "\u{308}", "\u{31B}"]
  private static let tones: [Unicode.Scalar] = [
    "\u{300}", "\u{301}", "\u{303}", "\u{304}", "\u{309}", "\u{30C}", "\u{323}",
  ]
}

/// A stroke of a letter: a line, a dot or an area.
struct LetterStroke {
  var path: VectorPath
  /// The width of the line, compared with the pen.
  var width = 1.0
  var isArea = false

  /// The first place.
  var start: VectorPoint {
    if case .move(let point) = path.steps.first { point } else { VectorPoint(x: 0, y: 0) }
  }

  /// Returns the stroke with each of its places moved.
  func mapped(_ move: (VectorPoint) -> VectorPoint) -> LetterStroke {
    var stroke = self
    stroke.path.steps = path.steps.map { step in
      switch step {
      case .move(let point): .move(move(point))
      case .line(let point): .line(move(point))
      case .curve(let first, let second, let end): .curve(move(first), move(second), move(end))
      case .close: .close
      }
    }
    return stroke
  }
}
