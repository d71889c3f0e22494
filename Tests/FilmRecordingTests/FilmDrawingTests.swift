import BoardFilm
import BoardModel
import BoardScript
import CellFrame
import EaselBase
import FilmRecording
import GroupTesting
import Testing

@testable import BoardRendering
@testable import PictureFormats

/// The film of a board as an animated drawing and as an SVG file.
@Suite struct FilmDrawingTests {
  /// Returns the film of a script. Every gesture lasts 300 milliseconds and begins 700 after the one
  /// before it.
  private func picture(_ script: String) throws -> Picture {
    var (picture, gestures) = (Picture(), [EntryID]())
    for entry in try Picture(script: script).history {
      let stamp = entry.stamp
      if gestures.last != entry.gesture { gestures.append(entry.gesture) }
      _ = picture.apply(
        entry.operation,
        Stamp(
          id: stamp.id, author: stamp.author, lamport: stamp.lamport,
          at: Int64(gestures.count) * 1_000, lasted: 300))
    }
    return picture
  }

  private func drawing(
    _ picture: Picture, from start: Int64 = 0, to end: Int64? = nil, speed: Double = 1
  ) throws -> AnimatedDrawing {
    let film = Film(picture)
    return try FilmAnimator.drawing(
      film, FilmCut(of: film, from: start, to: end, speed: speed),
      page(of: film))
  }

  private func page(of film: Film) -> FilmAnimator.DrawingView {
    FilmAnimator.DrawingView(
      ExportArea(of: film.everything, .page(columns: 80, rows: 24), cell: .natural),
      theme: .terminal)
  }

  private func marks(_ script: String) throws -> [AnimatedDrawing.Mark] {
    try drawing(picture(script)).marks
  }

  @Test("A line is drawn in its time; things of one gesture grow one after the other")
  func growth() throws {
    let marks = try marks(
      "stroke 0.1,0.1 0.2,0.2 0.3,0.3\nrect 0.1,0.4 0.2,0.5\nalso rect 0.3,0.4 0.4,0.5\n")
    #expect(marks.map(\.begins) == [0, 1_000, 1_150])
    #expect(marks.map(\.isComplete) == [300, 1_150, 1_300])
    #expect(marks.allSatisfy { $0.end == nil && $0.slides.isEmpty })
  }

  @Test("A moved thing slides, with its words; a resized one slides and gives way to a copy")
  func slides() throws {
    let marks = try marks(
      """
      #1 rect 0.1,0.1 0.3,0.3
      text 0.2,0.2 "words" in #1
      move #1 0.5,0
      resize #1 2,1 0,0
      """)
    try #require(marks.count == 3)
    #expect(marks[0].slides.map(\.motion.dx) == [800, marks[0].slides.last?.motion.dx])
    #expect(marks[0].slides.first?.begins == 2_000 && marks[0].slides.first?.ends == 2_300)
    #expect(marks[0].slides.last?.motion.scaleX == 2 && marks[0].end?.fades == false)
    #expect(marks[1].begins == 3_300 && marks[1].isComplete == 3_300 && marks[1].end == nil)
    #expect(marks.last?.parts.count == 1 && marks[2].slides.first?.motion.dx == 800)
  }

  @Test("A drawing ends early if its marks, moves and copies have no room in the budget")
  func budget() throws {
    let many = (0..<10).map { "#\($0 + 1) rect 0.\($0),0.1 0.\($0)5,0.3" }
    let long = (0..<200).map { "0.\($0 % 7 + 1),0.\($0 % 5 + 1)" }.joined(separator: " ")
    // For each script: the marks, and then the marks that each of its repeated lines adds.
    let scripts = [
      (first: many, again: "move #1 #2 #3 #4 #5 #6 #7 #8 #9 #10 0.01,0"),
      (first: ["#1 stroke \(long)"], again: "resize #1 1.01,1 0,0\nresize #1 1.02,1 0,0"),
      (first: ["#1 stroke \(long)"], again: "erase #1\nundo"),
    ]
    for (first, again) in scripts {
      func animate(_ count: Int) throws -> AnimatedDrawing {
        let script = (first + Array(repeating: again, count: count)).joined(separator: "\n")
        let film = Film(try picture(script), showsUndone: true)
        return try FilmAnimator.drawing(
          film, FilmCut(of: film),
          page(of: film), budget: 100)
      }
      _ = try animate(1)
      #expect(throws: FilmAnimator.BudgetExceeded.self, "\(again)") { try animate(20) }
    }
  }

  @Test("An erased thing fades; a recoloured one gives way to a copy at its place")
  func endings() throws {
    let marks = try marks(
      "#1 rect 0.1,0.1 0.3,0.3\n#2 line 0.1,0.2 0.5,0.2\nrecolour #1 red\nerase #2\n")
    #expect(marks.map(\.begins) == [0, 2_300, 1_000])
    #expect(marks.map { $0.end?.fades } == [false, nil, true])
    #expect(marks[2].end?.at == 3_300)
  }

  @Test("A part of a film begins with its picture, and runs at its speed")
  func excerpt() throws {
    let board = try picture("rect 0.1,0.1 0.3,0.3\nrect 0.4,0.1 0.5,0.3\nrect 0.6,0.1 0.7,0.3\n")
    let drawing = try drawing(board, from: 900, to: 1_400, speed: 2)
    #expect(drawing.duration == 250 && drawing.marks.map(\.begins) == [0, 50])
    #expect(drawing.marks.map(\.isComplete) == [0, 200])
  }

  @Test("The text under the ink fades in, and gives way to the next text")
  func papers() throws {
    let drawing = try drawing(picture("paper\n| \"one\"\nrect 0.1,0.1 0.2,0.2\npaper\n| \"two\"\n"))
    #expect(drawing.papers.map(\.begins) == [0, 2_000])
    #expect(drawing.papers.map(\.ends) == [2_300, nil])
  }

  /// Returns a script of one person who changes all things in every way.
  private static func script(_ chance: inout SplitMix64) -> String {
    var (lines, count) = ([String](), 0)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &chance) }
    func point() -> String { "0.\(number(100...899)),0.\(number(100...899))" }
    for _ in 0..<40 {
      let before = lines
      let target = "#\(number(1...max(count, 1)))"
      let isMaking = count == 0 || number(0...9) < 5
      if isMaking { count += 1 }
      switch isMaking ? number(0...6) : 7 + number(0...8) {
      case 0: lines.append("#\(count) stroke \(point()) \(point()) \(point())")
      case 1: lines.append("#\(count) rect filled \(point()) \(point())")
      case 2: lines.append("#\(count) ellipse dashed \(point()) \(point())")
      case 3: lines.append("#\(count) arrow \(point()) \(point())")
      case 4: lines.append("#\(count) text \(point()) \"some words\"")
      case 5: lines.append("#\(count) marker \(point()) \(point())")
      case 6: lines.append("#\(count) rect rounded \(point()) \(point())")
      case 7: lines.append("move \(target) 0.\(number(10...99)),-0.0\(number(10...99))")
      case 8: lines.append("resize \(target) 1.5,0.5 0,0")
      case 9: lines.append("recolour \(target) mint")
      case 10: lines.append("erase \(target)")
      case 11: lines.append("front \(target)")
      case 12: lines.append("back \(target)")
      case 13: lines.append(number(0...3) == 0 ? "clear" : "width \(target) \(number(1...8))")
      case 14: lines.append("undo")
      default: lines.append("redo")
      }
      // Not every undo and redo has something to do.
      if (try? Script(parsing: lines.joined(separator: "\n"))) == nil
        || (try? Picture(script: lines.joined(separator: "\n"))) == nil
      {
        lines = before
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test("The end of an animated drawing is the drawing of the picture", arguments: Seeds.range(60))
  func end(seed: UInt64) throws {
    var chance = SplitMix64(seed: seed)
    let script = Self.script(&chance)
    let picture = try picture(script)
    for showsUndone in [false, true] {
      let film = Film(picture, showsUndone: showsUndone)
      let animated = try FilmAnimator.drawing(
        film, FilmCut(of: film),
        page(of: film))
      let still = PageRenderer.vectorDrawing(picture, columns: 80, rows: 24, theme: .terminal)
      let washes = animated.washes.filter { $0.end == nil }.flatMap(\.parts)
      #expect(washes.count == still.washes.count)
      let marks = animated.marks.filter { $0.end == nil }
      let shown = marks.flatMap { mark in
        mark.parts.map { (part: $0, motion: mark.slides.last?.motion ?? .none) }
      }
      try #require(shown.count == still.marks.count, "\(script)")
      for (mark, expected) in zip(shown, still.marks) {
        #expect(
          VectorMotion(from: [mark.part], to: [expected])?.isNear(mark.motion) == true, "\(script)")
      }
    }
  }

  @Test("The file of a film has the key frames of each mark and no script")
  func file() throws {
    let board = try picture("#1 line 0.1,0.1 0.3,0.1\nerase #1\n")
    let svg = try AnimatedSVG.svg(drawing(board), theme: .terminal)
    #expect(try svg == AnimatedSVG.svg(drawing(board), theme: .terminal))
    #expect(!svg.contains("<script") && svg.contains("prefers-reduced-motion:reduce"))
    #expect(svg.contains(".a{animation:4300ms step-end infinite}"))
    #expect(
      svg.contains(
        """
        @keyframes k1{0%{opacity:0}0%{opacity:1;stroke-dasharray:2;stroke-dashoffset:2;\
        animation-timing-function:linear}\
        6.97674%{opacity:1;stroke-dasharray:2;stroke-dashoffset:.98}\
        30.23256%{opacity:1;animation-timing-function:linear}37.2093%{opacity:0}}
        """))
    #expect(
      svg.contains("<g id=\"m1\" class=\"a\" opacity=\"0\">\n<path")
        && svg.contains("pathLength=\"1\""))
  }

  @Test("Without its style, a film shows its end: no dashes, and moved things at their places")
  func stillPicture() throws {
    let script =
      "#1 stroke 0.1,0.1 0.2,0.3 0.3,0.1\nmove #1 0.5,0.25\n#2 line 0.1,0.1 0.3,0.1\nerase #2\n"
    let svg = try AnimatedSVG.svg(drawing(picture(script)), theme: .terminal)
    #expect(svg.contains("@media print,(prefers-reduced-motion:reduce){.a{animation:none}}"))
    let still = try #require(svg.split(separator: "</style>\n").last)
    #expect(!still.contains("stroke-dash") && !still.contains("style="))
    // Half of the page is 800 units; the numbers are tenths.
    #expect(still.contains("transform=\"translate(8000,2250)\">\n<path stroke="))
    #expect(still.matches(of: /opacity="0">/).count == 1)
  }
}

extension VectorMotion {
  /// Whether two motions put a place of the page at nearly the same place.
  fileprivate func isNear(_ other: VectorMotion) -> Bool {
    abs(dx - other.dx) < 0.5 && abs(dy - other.dy) < 0.5 && scaleX == other.scaleX
  }
}
