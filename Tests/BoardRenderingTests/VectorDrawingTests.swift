import BoardModel
@testable import BoardRendering
import BoardScript
import CellFrame
import EaselBase
import GroupTesting
import Testing
import ThemeFiles

@Suite struct VectorDrawingTests {
  private func drawing(
    _ script: String, columns: Int = 80, rows: Int = 24
  ) throws -> VectorDrawing {
    PageRenderer.vectorDrawing(
      try Picture(script: script), columns: columns, rows: rows, theme: .terminal)
  }

  private func shapes(_ drawing: VectorDrawing) -> [VectorShape] {
    drawing.marks.compactMap { if case .shape(let shape) = $0 { shape } else { nil } }
  }

  private func texts(_ drawing: VectorDrawing) -> [VectorText] {
    drawing.marks.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  @Test("Each kind of stroke has the form of its tool")
  func kinds() throws {
    let drawing = try drawing(
      """
      stroke 0.1,0.1 0.2,0.2 0.3,0.1
      line 0.1,0.1 0.2,0.2
      arrow 0.1,0.1 0.2,0.2
      rect 0.1,0.1 0.2,0.2
      rect filled 0.1,0.1 0.2,0.2
      ellipse 0.1,0.1 0.2,0.2
      ellipse filled 0.1,0.1 0.2,0.2
      region 0.1,0.1 0.2,0.2 0.1,0.2
      """)
    // A filled box or oval has an edge above its inside.
    let shapes = shapes(drawing)
    #expect(
      shapes.map(\.isFilled)
        == [false, false, true, false, true, false, false, true, false, true])
    let steps = shapes.map { shape -> [VectorPath.Step] in
      if case .path(let path) = shape.form { path.steps } else { [] }
    }
    #expect(steps.map(\.count) == [0, 2, 6, 0, 0, 0, 0, 0, 0, 4])
    // The head of the arrow and the region are closed.
    #expect(steps[2].last == .close && steps[9].last == .close)
    let forms = shapes.map { shape in
      switch shape.form {
      case .path: "path"
      case .curve: "curve"
      case .rectangle: "rectangle"
      case .ellipse: "ellipse"
      }
    }
    #expect(forms[0] == "curve")
    #expect(
      forms[3...8]
        == ["rectangle", "rectangle", "rectangle", "ellipse", "ellipse", "ellipse"])
  }

  @Test("A filled box is pale, with a strong edge; a solid one is not")
  func paleFill() throws {
    let shapes = shapes(
      try drawing("pen green\nrect filled 0.1,0.1 0.2,0.2\nrect filled solid 0.1,0.1 0.2,0.2\n"))
    let green = Theme.terminal.shade(of: PaletteColor.green.color)
    try #require(shapes.count == 3)
    #expect(shapes[0].isFilled && shapes[0].lineWidth == 0)
    #expect(shapes[0].color == ColorMath.blend(green, over: 0, alpha: 64))
    #expect(!shapes[1].isFilled && shapes[1].lineWidth > 0 && shapes[1].color == green)
    #expect(shapes[2].isFilled && shapes[2].lineWidth > 0 && shapes[2].color == green)
  }

  @Test("A rounded box has four curves, and dashes of a line leave a third of it open")
  func looks() throws {
    let shapes = shapes(
      try drawing("rect rounded 0.1,0.1 0.4,0.4\nline dashed 0.1,0.1 0.9,0.1\n"))
    try #require(shapes.count == 2)
    guard case .path(let box) = shapes[0].form, case .path(let line) = shapes[1].form else {
      Issue.record("no paths")
      return
    }
    #expect(box.steps.filter { if case .curve = $0 { true } else { false } }.count == 4)
    #expect(box.steps.last == .close)
    var (drawn, last) = (0.0, VectorPoint(x: 0, y: 0))
    for step in line.steps {
      switch step {
      case .move(let point): last = point
      case .line(let point):
        drawn += point.x - last.x
        last = point
      default: Issue.record("a curve in a line")
      }
    }
    let length = 0.8 * 80 * VectorDrawing.columnWidth
    #expect(drawn > length * 0.55 && drawn < length * 0.7, "\(drawn) of \(length)")
  }

  @Test("A curve goes through the points of the hand")
  func curve() throws {
    let shape = try #require(shapes(try drawing("stroke 0,0 0.25,0.5 0.5,0 0.75,0.5")).first)
    guard case .curve(through: let ends) = shape.form else {
      Issue.record("no curve")
      return
    }
    // The page is fitted to the width; it is 1,600 units wide and 900 high, with 30 above it.
    #expect(ends.map { Int($0.x.rounded()) } == [0, 400, 800, 1_200])
    #expect(ends.map { Int($0.y.rounded()) } == [30, 480, 30, 480])
  }

  @Test("Points of a hand that lie nearly at the point before are left out, but not the last one")
  func nearPoints() throws {
    // One unit of the drawing is 1/1600 of the page.
    let shape = try #require(
      shapes(try drawing("step 1\nstroke 0.1,0 0.1001,0 0.2,0 0.2001,0 0.2002,0\n")).first)
    guard case .curve(through: let places) = shape.form else {
      Issue.record("no curve")
      return
    }
    try #require(places.count == 2)
    #expect(abs(places[0].x - 160) < 0.05 && abs(places[1].x - 320.32) < 0.05)
  }

  @Test("A line of width 1 is as broad as a dot, and each step of the width adds a dot's place")
  func widths() throws {
    let lines = (1...8).map { "pen red width \($0)\nline 0.1,0.1 0.2,0.2\n" }.joined()
    let widths = shapes(try drawing(lines)).map(\.lineWidth)
    #expect(widths[0] == 6)
    for (narrow, broad) in zip(widths, widths.dropFirst()) { #expect(broad - narrow == 6.25) }
  }

  @Test("Translucent ink lies under letters and opaque ink, which stay readable on it")
  func washes() throws {
    let theme = try #require(Theme.builtIn("dusk"))
    let picture = try Picture(
      script: """
        paper
        | "dark"
        line 0.0,0.5 0.2,0.5
        pen #e8c41cf0 width 8
        marker 0,0.0139 0.1,0.0139
        """)
    let drawing = PageRenderer.vectorDrawing(picture, columns: 20, rows: 20, theme: theme)
    let wash = try #require(drawing.washes.first)
    #expect(drawing.washes.count == 1 && shapes(drawing).count == 1 && wash.alpha < 255)
    let letter = drawing.paper[0, 0]
    #expect(letter.glyph == Glyph("d") && letter.style.background == theme[.paper].background)
    guard case .rgb(let color) = letter.style.foreground.meaning else {
      Issue.record("no colour of its own")
      return
    }
    let ground = ColorMath.blend(wash.color, over: theme.backdrop, alpha: wash.alpha)
    #expect(ColorMath.contrast(color, ground) >= 4.5)
  }

  @Test("Letters of a label keep their size on the board, in every size of the picture")
  func labels() throws {
    let script = "label-size 0.0125,0.05\ntext 0.5,0.25 \"ab\\n\\n界\"\n"
    let small = texts(try drawing(script))
    let large = texts(try drawing(script, columns: 160, rows: 48))
    try #require(small.count == 2 && large.count == 2)
    // 1/80 of a page of 80 columns is one cell.
    #expect(abs(small[0].columnWidth - 20) < 0.1 && abs(small[0].rowHeight - 45) < 0.1)
    #expect(abs(large[0].columnWidth - 40) < 0.1 && abs(small[0].scale - 1) < 0.01)
    #expect(small[1].corner.y - small[0].corner.y == 2 * small[0].rowHeight)
    #expect(small[1].line.glyphs == [Glyph("界")])
  }

  @Test("A text in a filled shape knows the fill, and can be read on it")
  func textOnFill() throws {
    let fills = [
      "rect filled solid 0.2,0.2 0.6,0.6", "ellipse filled solid 0.1,0.1 0.7,0.7",
      "region 0.2,0.2 0.6,0.2 0.6,0.6 0.2,0.6",
    ]
    for fill in fills {
      let texts = texts(
        try drawing(
          """
          pen yellow
          rect filled solid 0.1,0.1 0.7,0.7
          pen green
          \(fill)
          pen mint
          text 0.35,0.35 "in"
          text 0.58,0.35 "across"
          text 0.8,0.8 "beside"
          """))
      try #require(texts.count == 3)
      let (yellow, green, mint) = (
        Theme.terminal.shade(of: PaletteColor.yellow.color),
        Theme.terminal.shade(of: PaletteColor.green.color),
        Theme.terminal.shade(of: PaletteColor.mint.color)
      )
      let (onGreen, onYellow) = (LetterColors(mint, on: green), LetterColors(mint, on: yellow))
      #expect(
        texts[0].ground == onGreen.background && texts[0].color == onGreen.foreground, "\(fill)")
      #expect(ColorMath.contrast(onGreen.foreground, onGreen.background) >= 7)
      let across = fill.hasPrefix("ellipse") ? onGreen : onYellow
      #expect(texts[1].ground == across.background, "\(fill)")
      #expect(texts[2].ground == nil && texts[2].color == mint)
    }
  }

  @Test("Every visible stroke in the view is one shape or two, with finite numbers")
  func everyStroke() {
    for seed in Seeds.range(40) {
      var board = RandomBoard(seed: seed)
      for _ in 0..<60 { _ = board.step() }
      let area = BoardRect(minX: -60_000, minY: -40_000, maxX: 90_000, maxY: 60_000)
      let drawing = PageRenderer.vectorDrawing(
        board.picture, columns: 60, rows: 20, theme: .terminal,
        viewport: .fit(area, columns: 60, rows: 20))
      let inside = board.picture.things.filter { $0.bounds.intersects(area) }
      let strokes = inside.filter { if case .stroke = $0.item { true } else { false } }
      let count = shapes(drawing).count + drawing.washes.count
      #expect(count >= strokes.count, "seed \(seed)")
      let filled = strokes.filter { $0.item.asStroke?.filled ?? false }
      #expect(count <= board.picture.things.count + filled.count, "seed \(seed)")
      #expect(Self.isFinite(drawing), "seed \(seed)")
    }
  }

  private static func isFinite(_ drawing: VectorDrawing) -> Bool {
    let marks = drawing.marks + drawing.washes.map { .shape($0) }
    return marks.allSatisfy { mark in
      switch mark {
      case .image(let image): return image.box.width > 0 && image.box.height > 0
      case .text(let text):
        return [text.corner.x, text.corner.y, text.columnWidth, text.rowHeight]
          .allSatisfy(\.isFinite) && text.columnWidth > 0 && text.rowHeight > 0
      case .shape(let shape):
        guard shape.lineWidth.isFinite, shape.lineWidth > 0 || shape.isFilled else { return false }
        switch shape.form {
        case .rectangle(let box), .ellipse(let box):
          return [box.corner.x, box.corner.y].allSatisfy(\.isFinite) && box.width > 0
            && box.height > 0
        case .curve(let places):
          return !places.isEmpty && places.allSatisfy { $0.x.isFinite && $0.y.isFinite }
        case .path(let path):
          guard case .move? = path.steps.first else { return false }
          return path.steps.allSatisfy { step in
            switch step {
            case .move(let point), .line(let point): point.x.isFinite && point.y.isFinite
            case .curve(let first, let second, let end):
              [first, second, end].allSatisfy { $0.x.isFinite && $0.y.isFinite }
            case .close: true
            }
          }
        }
      }
    }
  }

  @Test("Shapes without a size are dots or lines, and an empty board has none")
  func odd() throws {
    #expect(try drawing("").marks.isEmpty)
    #expect(try drawing("", columns: 0, rows: -3).rows == 0)
    let flat = shapes(
      try drawing(
        """
        rect 0.1,0.1 0.1,0.1
        ellipse 0.1,0.1 0.4,0.1
        line 0.5,0.5 0.5,0.5
        arrow 0.5,0.5 0.5,0.5
        stroke 0.7,0.7
        region 0.8,0.8
        """))
    #expect(flat.count == 6)
    for shape in flat {
      #expect(shape.lineWidth > 0)
      switch shape.form {
      case .path(let path): #expect(!path.steps.isEmpty)
      case .curve(let places): #expect(places.count == 1)
      case .rectangle, .ellipse: Issue.record("\(shape)")
      }
    }
  }

  @Test("The stairs of a region become slopes; all other corners stay")
  func stairs() throws {
    // A box whose upper edge has two steps.
    let drawing = try drawing(
      """
      region 0.1,0.9 0.1,0.5 0.2,0.5 0.2,0.49 0.25,0.49 0.25,0.48 0.4,0.48 0.4,0.9
      """)
    guard case .path(let path) = shapes(drawing)[0].form else {
      Issue.record("no path")
      return
    }
    let points = path.steps.compactMap { step -> VectorPoint? in
      switch step {
      case .move(let point), .line(let point): point
      default: nil
      }
    }
    // The page is 1,600 units wide and 900 high, with 30 above it.
    let expected: [(Double, Double)] = [
      (160, 840), (160, 480), (240, 480), (320, 475.5), (360, 471), (400, 466.5), (520, 462),
      (640, 462), (640, 840),
    ]
    try #require(points.count == expected.count)
    for (point, expected) in zip(points, expected) {
      #expect(abs(point.x - expected.0) < 0.3 && abs(point.y - expected.1) < 0.3, "\(point)")
    }
  }

  @Test("A region lies under the lines round it, but over all filled shapes")
  func order() throws {
    let region = "region 0.1,0.1 0.4,0.1 0.4,0.4\n"
    func index(of script: String) throws -> Int? {
      shapes(try drawing(script + region)).firstIndex { shape in
        if case .path(let path) = shape.form {
          shape.isFilled && path.steps.count == 4
        } else {
          false
        }
      }
    }
    #expect(try index(of: "line 0.1,0.1 0.4,0.1\nrect 0.1,0.1 0.4,0.4\n") == 0)
    #expect(try index(of: "rect filled 0.1,0.1 0.4,0.4\nline 0.1,0.1 0.4,0.1\n") == 2)
    #expect(try index(of: "line 0.1,0.1 0.4,0.1\ntext 0.2,0.2 \"a\"\n") == 0)
  }

  @Test("A region that was brought to the front, moved or resized hides the lines below it")
  func front() throws {
    let (region, line) = ("region 0.1,0.1 0.4,0.1 0.4,0.4\n", "line 0.1,0.1 0.4,0.1\n")
    func fills(_ script: String) throws -> [Bool] { shapes(try drawing(script)).map(\.isFilled) }
    let (over, under) = ("#1 " + region + "#2 " + line, "#1 " + line + "#2 " + region)
    #expect(try fills(over) == [true, false])
    #expect(try fills(under) == [true, false])
    #expect(try fills(over + "front #1\n") == [false, true])
    #expect(try fills(over + "back #2\n") == [false, true])
    #expect(try fills(under + "move #2 0.01,0.01\n") == [false, true])
    #expect(try fills(under + "resize #2 1.1,1 0,0\n") == [false, true])
    #expect(try fills(under + line + "front #1\n" + region) == [true, false, true, false])
  }

  @Test("Small and narrow regions keep their corners")
  func smallRegions() throws {
    let cases = [
      "0.1,0.1 0.1005,0.1 0.1005,0.1005 0.1,0.1005", "0.1,0.1 0.2,0.1 0.2,0.101 0.1,0.101",
    ]
    for corners in cases {
      let shape = try #require(shapes(try drawing("region \(corners)\n")).first)
      guard case .path(let path) = shape.form else {
        Issue.record("no path")
        continue
      }
      #expect(path.steps.count == 5, "\(corners)")
      let points = path.steps.dropLast().map { step -> VectorPoint in
        switch step {
        case .move(let point), .line(let point): point
        default: VectorPoint(x: 0, y: 0)
        }
      }
      #expect(Set(points.map(\.x)).count == 2 && Set(points.map(\.y)).count == 2, "\(corners)")
    }
  }

  @Test("Points at the limits of the board give finite numbers")
  func limits() throws {
    let far = BoardPoint.limit
    let corners = [
      BoardPoint(x: -far, y: -far), BoardPoint(x: far, y: far), BoardPoint(x: far, y: -far),
      BoardPoint(x: 30_000, y: 20_000), BoardPoint(x: -far, y: far),
    ]
    var picture = Picture()
    let replica = ReplicaID(Bytes16(high: 0, low: 7))
    for (index, kind) in Stroke.Kind.allCases.enumerated() {
      let points = try #require(PackedPoints(corners, stepExponent: 0))
      let ink = Ink(color: PaletteColor.red.color, width: 8)
      let stamp = Stamp(
        id: EntryID(replica, SequenceNumber(UInt64(index + 1))), author: AuthorID(replica.raw),
        lamport: Lamport(UInt64(index + 1)), at: 0, lasted: 0)
      _ = picture.apply(
        Operation(.make(.stroke(Stroke(kind: kind, ink: ink, filled: true, points: points)))),
        stamp)
    }
    for viewport in [nil, Viewport(left: 0, top: 0, columnWidth: 8, rowHeight: 16)] {
      let drawing = PageRenderer.vectorDrawing(
        picture, columns: 20, rows: 10, theme: .terminal, viewport: viewport)
      // The box, the oval and the diamond have an inside and an edge.
      #expect(drawing.marks.count == Stroke.Kind.allCases.count + 3)
      #expect(Self.isFinite(drawing))
    }
  }

  @Test("Things beyond the edges are left out")
  func beyond() throws {
    let drawing = try drawing("line 0.1,0.1 0.2,0.2\nline 3,3 4,4\ntext 5,5 \"far\"\n")
    #expect(drawing.marks.count == 1)
  }
}
