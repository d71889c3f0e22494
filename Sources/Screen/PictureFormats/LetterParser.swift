import CellFrame

/// Reads the strokes of a letter from its line in ``StrokeFont``.
struct LetterParser {
  /// The part of a quarter of an oval at which its control points lie: more than the 0.55 of a circle,
  /// so that bowls are a little square.
  private static let roundness = 0.6
  /// The width of a dot, compared with the pen.
  private static let dotWidth = 1.5
  /// The size of the letter of a small sign, and the width of its pen.
  private static let (smallSize, smallWidth) = (0.55, 0.72)

  private let letters: [Unicode.Scalar: Substring]

  init(_ letters: [Unicode.Scalar: Substring]) { self.letters = letters }

  func strokes(_ line: Substring) -> [LetterStroke] {
    var strokes: [LetterStroke] = []
    var isOpen = false
    for word in line.split(separator: " ") {
      guard let sign = word.unicodeScalars.first else { continue }
      if word == "/" {
        isOpen = false
      } else if "=@<^".unicodeScalars.contains(sign), word.unicodeScalars.count > 1 {
        strokes += other(word)
      } else if isOpen, let last = strokes.indices.last {
        strokes[last].path.add(word, roundness: Self.roundness)
      } else if let start = VectorPath.points(word).first {
        isOpen = true
        var stroke = LetterStroke(path: VectorPath([.move(start)]), isArea: sign == "#")
        if sign == "." { stroke.width = Self.dotWidth }
        strokes.append(stroke)
      }
    }
    return strokes
  }

  /// Returns the strokes of the letter that a word names, turned or made smaller.
  private func other(_ word: Substring) -> [LetterStroke] {
    let scalars = Array(word.unicodeScalars)
    guard let line = letters[scalars[1]] else { return [] }
    let strokes = strokes(line)
    switch scalars[0] {
    case "@": return strokes.map { $0.mapped { VectorPoint(x: 16 - $0.x, y: 34 - $0.y) } }
    case "<": return strokes.map { $0.mapped { VectorPoint(x: 16 - $0.x, y: $0.y) } }
    case "^":
      let corner = VectorPath.points(word.dropFirst(3)).first ?? VectorPoint(x: 0, y: 0)
      return strokes.map { $0.small(Self.smallSize, at: corner, width: Self.smallWidth) }
    default: return strokes
    }
  }
}

extension LetterStroke {
  /// Returns the stroke smaller, in a cell with this corner.
  func small(_ size: Double, at corner: VectorPoint, width: Double) -> LetterStroke {
    var stroke = mapped { VectorPoint(x: corner.x + $0.x * size, y: corner.y + $0.y * size) }
    stroke.width *= width
    return stroke
  }
}

extension VectorPath {
  /// The places in a word, without the sign before them.
  fileprivate static func points(_ word: Substring) -> [VectorPoint] {
    let digits = word.drop { !$0.isASCII || !($0.isNumber || $0 == "-") }
    let numbers = digits.split(separator: ",").compactMap { Double($0) }
    return stride(from: 0, to: numbers.count - 1, by: 2).map {
      VectorPoint(x: numbers[$0], y: numbers[$0 + 1])
    }
  }

  /// The last place.
  private var end: VectorPoint {
    switch steps.last {
    case .move(let point), .line(let point), .curve(_, _, let point): point
    case .close, nil: VectorPoint(x: 0, y: 0)
    }
  }

  /// Adds the line or curve that a word describes.
  fileprivate mutating func add(_ word: Substring, roundness: Double) {
    let (start, points) = (end, Self.points(word))
    guard let end = points.last else { return }
    /// Returns the place at these parts of the way to the end.
    func place(_ x: Double, _ y: Double) -> VectorPoint {
      VectorPoint(x: start.x + (end.x - start.x) * x, y: start.y + (end.y - start.y) * y)
    }
    let rest = 1 - roundness
    switch word.first {
    case "h": steps.append(.curve(place(roundness, 0), place(1, rest), end))
    case "v": steps.append(.curve(place(0, roundness), place(rest, 1), end))
    case "s": steps.append(.curve(place(0, 0.5), place(1, 0.5), end))
    case "c" where points.count == 3: steps.append(.curve(points[0], points[1], end))
    default: steps.append(.line(end))
    }
  }
}
