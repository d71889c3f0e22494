import CellFrame

/// An animated SVG file without a script, so that it also plays as a picture in a page.
///
/// Each mark has CSS key frames of its own. Lines are drawn by the offset of a dash that is as long as
/// the line. The attributes of the elements show the end of the drawing: a viewer without animation, a
/// printer and a reader who asked for less motion see it. Only the key frames have dashes, because not
/// every viewer knows `pathLength`. The same drawing gives the same bytes.
package struct AnimatedSVG {
  private let drawing: AnimatedDrawing
  private let shades: Shades
  private let shapes: SVGShapes
  /// The length with the pause, in milliseconds.
  private let length: Int64
  private var style = ""
  private var count = 0

  /// The time in which a mark fades, in milliseconds.
  private static let fade: Int64 = 300
  /// The pause before the drawing begins again, in milliseconds.
  private static let pause: Int64 = 3_000

  /// Returns the text of the file.
  package static func svg(_ drawing: AnimatedDrawing, theme: Theme) -> String {
    var file = AnimatedSVG(drawing, theme)
    return file.text()
  }

  private init(_ drawing: AnimatedDrawing, _ theme: Theme) {
    self.drawing = drawing
    shades = Shades(theme)
    shapes = SVGShapes(background: shades.background)
    length = drawing.duration + Self.pause
  }

  private mutating func text() -> String {
    let papers = drawing.papers.map {
      (paper: $0, cells: SVGCells($0.cells, shades, hasFittedWords: false))
    }
    let grounds = papers.map { element($0.cells.grounds, $0.paper) }.joined()
    let images = drawing.images.map { element($0) }.joined()
    let washes = drawing.washes.map { element($0) }.joined()
    let letters = papers.map { element($0.cells.dots + $0.cells.texts, $0.paper) }.joined()
    let marks = drawing.marks.map { element($0) }.joined()
    return SVGExporter.document(
      columns: drawing.columns, rows: drawing.rows, shades,
      """
      <style>
      .a{animation:\(length)ms step-end infinite}
      \(style)@media print,(prefers-reduced-motion:reduce){.a{animation:none}}
      </style>
      <g fill="none" fill-rule="evenodd" stroke-linecap="round" stroke-linejoin="round" \
      font-family="\(SVGText.fonts)" font-size="\(SVGText.size)">
      \(grounds)\(SVGShapes.groupStart)\(images)\(washes)\(SVGShapes.groupEnd)\
      \(letters)\(SVGShapes.groupStart)\(marks)\(SVGShapes.groupEnd)</g>

      """)
  }

  // MARK: Elements

  private mutating func element(_ content: String, _ paper: AnimatedDrawing.Paper) -> String {
    guard !content.isEmpty else { return "" }
    var frames = KeyFrames(length)
    if paper.begins > 0 {
      frames.add(0, "opacity:0")
      frames.add(paper.begins, "opacity:0", isEven: true)
      frames.add(paper.begins + Self.fade, "opacity:1")
    } else if paper.ends != nil {
      frames.add(0, "opacity:1")
    }
    if let end = paper.ends { frames.add(end, "opacity:0") }
    return group(content, frames, rest: paper.ends == nil ? "" : " opacity=\"0\"")
  }

  private mutating func element(_ mark: AnimatedDrawing.Mark) -> String {
    let isDrawn = mark.isComplete > mark.begins
    let lines = mark.parts.map { shapes.element($0, isDrawn: isDrawn) }.joined()
    var frames = KeyFrames(length)
    if mark.begins > 0 || isDrawn {
      frames.add(0, "opacity:0")
    } else if mark.end != nil {
      frames.add(0, "opacity:1")
    }
    if !mark.slides.isEmpty { frames.add(0, Self.transform(.none)) }
    if isDrawn {
      frames.add(mark.begins, Self.beginning(of: mark), isEven: true)
      frames.add(mark.isComplete, Self.completion(of: mark))
    } else if mark.begins > 0 {
      frames.add(mark.begins, "opacity:1")
    }
    var motion = VectorMotion.none
    for slide in mark.slides {
      if slide.ends > slide.begins {
        frames.add(slide.begins, Self.transform(motion), isEven: true)
      }
      motion = slide.motion
      frames.add(slide.ends, Self.transform(motion))
    }
    if let end = mark.end {
      if end.fades { frames.add(end.at, "opacity:1", isEven: true) }
      frames.add(end.at + (end.fades ? Self.fade : 0), "opacity:0")
    }
    var rest = mark.end == nil ? "" : " opacity=\"0\""
    // An attribute, because not every viewer knows the style of this name. The key frames precede it.
    if motion != .none { rest += " transform=\"\(Self.moves(motion, unit: ""))\"" }
    return group(lines, frames, rest: rest)
  }

  /// The lines are hidden in the gap between two dashes.
  private static func beginning(of mark: AnimatedDrawing.Mark) -> String {
    let opacity = mark.hasText ? "opacity:0" : "opacity:1;\(dashes);stroke-dashoffset:2"
    return opacity + (mark.hasFill ? ";fill-opacity:0" : "")
  }

  /// The first dash covers the lines, and a little more.
  private static func completion(of mark: AnimatedDrawing.Mark) -> String {
    "opacity:1" + (mark.hasText ? "" : ";\(dashes);stroke-dashoffset:.98")
      + (mark.hasFill ? ";fill-opacity:1" : "")
  }

  private static let dashes = "stroke-dasharray:2"

  private static func transform(_ motion: VectorMotion) -> String {
    "transform:" + moves(motion, unit: "px")
  }

  private static func moves(_ motion: VectorMotion, unit: String) -> String {
    let (dx, dy) = (SVGNumber.tenths(motion.dx), SVGNumber.tenths(motion.dy))
    let offset = "translate(\(dx)\(unit),\(dy)\(unit))"
    guard motion.scales else { return offset }
    return "\(offset) scale(\(thousandths(motion.scaleX)),\(thousandths(motion.scaleY)))"
  }

  private static func thousandths(_ value: Double) -> String {
    let thousandths = SVGNumber.whole(value * 1_000)
    let (whole, part) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1_000)
    let digits = String(part + 1_000).dropFirst()
    return (thousandths < 0 ? "-" : "") + "\(whole).\(digits)"
  }

  /// - Parameter rest: the attributes of the group without animation: its state at the end.
  private mutating func group(_ content: String, _ frames: KeyFrames, rest: String) -> String {
    guard !frames.isEmpty else { return "<g\(rest)>\n\(content)</g>\n" }
    count += 1
    style += "@keyframes k\(count){\(frames.text)}\n#m\(count){animation-name:k\(count)}\n"
    return "<g id=\"m\(count)\" class=\"a\"\(rest)>\n\(content)</g>\n"
  }
}

/// The key frames of one animation. A property jumps at a key frame, if the change towards it is not
/// even.
private struct KeyFrames {
  private let length: Int64
  private var frames: [(time: Int64, properties: String)] = []

  init(_ length: Int64) { self.length = length }

  var isEmpty: Bool { frames.isEmpty }

  /// - Parameter isEven: whether the properties change evenly from this time to the next key frame.
  mutating func add(_ time: Int64, _ properties: String, isEven: Bool = false) {
    let all = properties + (isEven ? ";animation-timing-function:linear" : "")
    frames.append((min(max(time, 0), length), all))
  }

  /// The key frames as CSS. A later key frame of the same time adds its properties.
  var text: String { frames.map { "\(percent($0.time)){\($0.properties)}" }.joined() }

  /// Returns a part of the length in percent, exact to a millisecond of a film of an hour.
  private func percent(_ time: Int64) -> String {
    let parts = (Double(time) / Double(length) * 10_000_000).rounded()
    let (whole, part) = Int64(parts).quotientAndRemainder(dividingBy: 100_000)
    guard part > 0 else { return "\(whole)%" }
    var digits = String(part + 100_000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)%"
  }
}

extension AnimatedDrawing.Mark {
  fileprivate var hasText: Bool {
    parts.contains { if case .text = $0 { true } else { false } }
  }

  /// Whether a shape is filled.
  fileprivate var hasFill: Bool {
    parts.contains { if case .shape(let shape) = $0 { shape.isFilled } else { false } }
  }
}
