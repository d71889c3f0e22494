import BoardModel
import CellFrame
import EaselBase
import GroupTesting
import Testing

@testable import BoardRendering

@Suite struct TextLayoutTests {
  private static let view = Viewport(left: 0, top: 0, columnWidth: 512, rowHeight: 1_024)

  private func text(
    _ words: String, _ column: Double, _ row: Double, size: LetterSize = .normal
  ) -> PlacedText {
    PlacedText(
      Label(
        origin: BoardPoint(clamping: column * 512, row * 1_024), columnWidth: 512,
        rowHeight: 1_024, color: PaletteColor.red.color, letterSize: size,
        text: SafeText(words, limit: .label)), offset: .zero)
  }

  /// Lays texts out on 24 × 6 cells. The later ones lie above.
  private func layout(_ texts: [PlacedText], zoom: Double = 1) -> TextLayout {
    let view = Viewport(left: 0, top: 0, columnWidth: 512 / zoom, rowHeight: 1_024 / zoom)
    return TextLayout(texts, in: view, columns: 24, rows: 6, isASCII: false)
  }

  private func rows(_ layout: TextLayout) -> [String] {
    var rows = Array(repeating: Array(repeating: " ", count: 24), count: 6)
    for run in layout.shown.flatMap(\.runs) {
      for (column, glyph) in zip(run.columns, run.glyphs) { rows[run.row][column] = glyph.string }
    }
    return rows.map { $0.joined().trimmingSuffix { $0 == " " } }
  }

  @Test("1 · the upper text keeps its cells, and the lower one is cut with a mark before it")
  func upper() {
    let layout = layout([text("second database", 1, 1), text("box", 7, 1)])
    #expect(rows(layout)[1] == " secon…box")
    #expect(layout.hidesWords)
    let beside = self.layout([text("second", 1, 1), text("box", 7, 1)])
    #expect(rows(beside)[1] == " secondbox" && !beside.hidesWords)
  }

  @Test("2 · a text whose beginning is covered has its mark behind the upper text")
  func beginning() {
    #expect(
      rows(layout([text("second database", 0, 1), text("box", 0, 1)]))[1] == "box…nd database")
    #expect(rows(layout([text("日本語", 0, 1), text("x", 0, 1)]))[1] == "x…本語")
    #expect(rows(layout([text("日本語", 0, 1), text("x", 3, 1)]))[1] == "日…x")
  }

  @Test("2 · a text without a free cell is hidden, and counts as hidden")
  func hidden() {
    let layout = layout([text("box", 2, 1), text("database", 0, 1)])
    #expect(layout.shown[0].runs.isEmpty && layout.shown[0].hidesWords && layout.hidesWords)
    #expect(rows(layout)[1] == "database")
  }

  @Test("2 · lines that fall in one row leave a mark, and a larger view shows them")
  func lines() {
    let block = text("one\ntwo\nthree\nfour", 0, 0)
    #expect(rows(layout([block])).prefix(4) == ["one", "two", "three", "four"])
    #expect(!layout([block]).hidesWords)
    #expect(rows(layout([block], zoom: 0.5)).prefix(3) == ["one…", "three…", ""])
    #expect(layout([block], zoom: 0.5).hidesWords)
    #expect(rows(layout([text("one\n\ntwo", 0, 0)], zoom: 0.5)).prefix(2) == ["one", "two"])
  }

  @Test("3 · a text that goes beyond the canvas hides words only if its place lies on it")
  func edge() {
    let beyond = layout([text("goes on beyond", 18, 2)])
    #expect(rows(beyond)[2] == String(repeating: " ", count: 18) + "goes …" && !beyond.hidesWords)
    let small = layout([text("goes on beyond", 32, 2)], zoom: 0.5)
    #expect(rows(small)[1] == String(repeating: " ", count: 16) + "goes on…" && small.hidesWords)
    let before = layout([text("begins before", -4, 2)])
    #expect(rows(before)[2] == "…s before" && !before.hidesWords)
  }

  @Test("A line stands in the row in which the middle of its place lies")
  func row() {
    #expect(rows(layout([text("a", 0, 1)], zoom: 2))[3] == "a")
    #expect(rows(layout([text("a", 0, 3)], zoom: 0.5))[1] == "a")
    #expect(rows(layout([text("a", 0, 3)], zoom: 0.8))[2] == "a")
  }

  @Test("A text in a shape keeps its middle in each view")
  func middle() throws {
    let shape = Stroke(
      kind: .rectangle, ink: Ink(color: PaletteColor.red.color, width: 1),
      points: try #require(
        PackedPoints(
          [BoardPoint(x: 0, y: 0), BoardPoint(x: 8_192, y: 4_096)], stepExponent: 0)))
    let label = text("middle\nof it", 0, 0).label
    let outline = try #require(AnchorOutline(of: .stroke(shape), movedBy: .zero))
    let position = try #require(BoxPoint(u: 2_048, v: 2_048))
    let placed =
      TextBlock(in: outline).labels([.init(label, at: position, isVisible: true)])[0] ?? label
    for zoom in [0.5, 0.75, 1, 1.25] {
      let run = try #require(
        layout([PlacedText(placed, offset: .zero)], zoom: zoom).shown[0].runs.first)
      let middle = Double(run.columns.lowerBound + run.columns.upperBound) / 2
      #expect(abs(middle - 8 * zoom) <= 0.5, "zoom \(zoom)")
    }
  }

  /// A box between two cells, as an outline.
  private func box(
    _ left: Int32, _ top: Int32, _ right: Int32, _ bottom: Int32, _ kind: Stroke.Kind = .rectangle
  ) throws -> AnchorOutline {
    let corners = [(left, top), (right, bottom)].map {
      BoardPoint(x: $0.0 * 512 + 256, y: $0.1 * 1_024 + 512)
    }
    let points = try #require(PackedPoints(corners, stepExponent: 0))
    let ink = Ink(color: PaletteColor.red.color, width: 1)
    let shape = Stroke(kind: kind, ink: ink, points: points)
    return try #require(AnchorOutline(of: .stroke(shape), movedBy: .zero))
  }

  @Test("5 · a text in a shape stays inside: whole, with a mark, as squares, or hidden")
  func inside() throws {
    func row(_ words: String, in outline: AnchorOutline, _ zoom: Double) throws -> String? {
      let member = TextBlock.Member(text(words, 0, 0).label, at: .middle, isVisible: true)
      let label = try #require(TextBlock(in: outline).labels([member])[0])
      let layout = layout([PlacedText(label, offset: .zero, in: outline)], zoom: zoom)
      return layout.shown[0].runs.first.map { run in
        String(repeating: " ", count: run.column) + run.glyphs.map(\.string).joined()
      }
    }
    let (wide, narrow) = (try box(0, 0, 15, 4), try box(0, 0, 6, 9))
    #expect(try row("Read the diff", in: wide, 1) == "  Read the diff")
    #expect(try row("Read the diff", in: wide, 0.75) == " Read the …")
    #expect(try row("Read the diff", in: wide, 0.5) == " Read …")
    #expect(try row("Read", in: narrow, 1) == "  Read")
    #expect(try row("Read", in: narrow, 0.5) == " ▪▪")
    #expect(try row("Read the diff", in: wide, 0.1) == nil)
  }

  @Test("5 · a free text ends before the next border, but not inside of its own place")
  func borders() throws {
    let word = text("a long note", 0, 2)
    func rows(_ zoom: Double, _ borders: [AnchorOutline]) -> String {
      let view = Viewport(left: 0, top: 0, columnWidth: 512 / zoom, rowHeight: 1_024 / zoom)
      let layout = TextLayout(
        [word], borders: borders, in: view, columns: 24, rows: 6, isASCII: false)
      return self.rows(layout)[Int(2.5 * zoom)]
    }
    let beside = try box(14, 0, 20, 4)
    #expect(rows(1, [beside]) == "a long note" && rows(0.5, [beside]) == "a long…")
    #expect(rows(0.25, [beside]) == "a …")
    let across = try box(4, 0, 20, 4)
    #expect(rows(1, [across]) == "a long note")
    let below = try box(14, 4, 20, 9)
    #expect(rows(0.5, [below]) == "a long note")
  }

  @Test("5 · in a diamond and in an oval, letters touch no side")
  func slanted() throws {
    for kind in [Stroke.Kind.diamond, .ellipse] {
      let outline = try box(0, 0, 23, 5, kind)
      let cells = ShapeCells(outline, in: Self.view)
      let middle = cells.inside(ofRow: 2)
      #expect(middle.count >= 8 && middle.lowerBound + middle.upperBound == 24, "\(kind)")
      #expect(cells.inside(ofRow: 1).count < middle.count && cells.inside(ofRow: 0).isEmpty)
    }
  }

  /// Words of random texts, none of which is part of another.
  private static let words = ["alpha", "beta\ngamma", "日本語 delta", "  epsilon", "z\n\neta\ntheta"]

  @Test("1, 2, 3 · random texts in random views")
  func random() {
    for seed in 0..<Seeds.count(400) {
      var random = SplitMix64(seed: seed)
      let texts = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        text(
          Self.words.randomElement(using: &random) ?? "", .random(in: -8...30, using: &random),
          .random(in: -3...8, using: &random),
          size: Int.random(in: 0..<5, using: &random) == 0 ? .large : .normal)
      }
      let layout = layout(texts, zoom: .random(in: 0.2...2.5, using: &random))
      let cells = layout.shown.flatMap(\.runs).flatMap { run in
        run.columns.map { CellPoint(column: $0, row: run.row) }
      }
      #expect(Set(cells).count == cells.count, "seed \(seed): two texts share a cell")
      for (text, shown) in zip(texts, layout.shown) where !isOff(text, layout, shown) {
        let isWhole = !shown.isMarked && !shown.runs.isEmpty && isRead(text, shown)
        #expect(
          isWhole || shown.isMarked || shown.hidesWords, "seed \(seed): \(text.label.text.string)")
        #expect(!shown.isMarked || holdsMark(shown), "seed \(seed)")
      }
      #expect(layout.hidesWords == layout.shown.contains(where: \.hidesWords))
    }
  }

  /// Whether no cell of the text lies on the canvas.
  private func isOff(_ text: PlacedText, _ layout: TextLayout, _ shown: TextLayout.Shown) -> Bool {
    shown.runs.isEmpty && !shown.hidesWords
  }

  /// Whether all words that lie on the canvas can be read. Large letters are not read here.
  private func isRead(_ text: PlacedText, _ shown: TextLayout.Shown) -> Bool {
    guard text.label.letterSize == .normal || shown.isBold else { return true }
    let lines = shown.runs.map { $0.glyphs.map(\.string).joined() }
    let words = text.label.lines.map { $0.trimmingPrefix { $0 == " " } }.filter { !$0.isEmpty }
    return lines.allSatisfy { line in words.contains { $0 == line } }
  }

  private func holdsMark(_ shown: TextLayout.Shown) -> Bool {
    shown.runs.contains { run in
      ["…", "▪"].contains { run.glyphs.contains(Glyph($0)) } || run.glyphs.count >= 6
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(_ isLeftOut: (Character) -> Bool) -> String {
    var text = self
    while let last = text.last, isLeftOut(last) { text.removeLast() }
    return text
  }
}
