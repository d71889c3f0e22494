import BoardContract
import BoardDocument
import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import GroupTesting
import Testing

@testable import BoardView
@testable import WhiteboardUI

/// The wet ink of several people on a board that others change.
private struct Hands {
  var random: SplitMix64
  var picture = Picture()
  private var count: UInt64 = 0
  private var under: [Under] = []

  private enum Under {
    case hand(WetStyle, [BoardPoint])
    case label(Label)
  }

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  var items: [Item] {
    under.compactMap { under in
      switch under {
      case .hand(let style, let points): style.stroke(through: points).map(Item.stroke)
      case .label(let label): .label(label)
      }
    }
  }

  mutating func step() {
    let index = under.indices.randomElement(using: &random)
    switch (number(0...19), index) {
    case (0...2, _) where under.count < 6: under.append(.hand(style(), [point()]))
    case (3, _) where under.count < 6: under.append(.label(label()))
    case (4, let index?): under.remove(at: index)
    case (5, let index?): under.swapAt(0, index)
    case (6, let index?): under[index] = .hand(style(), [point(), point()])
    default:
      for index in under.indices where number(0...1) == 0 { grow(index) }
    }
  }

  private mutating func grow(_ index: Int) {
    guard case .hand(let style, var points) = under[index] else { return }
    for _ in 0..<number(0...4) {
      let reach = [20, 300, 2_000, 12_000][number(0...3)]
      guard let last = points.last else { continue }
      points.append(
        BoardPoint(
          x: last.x + Int32(number(-reach...reach)), y: last.y + Int32(number(-reach...reach))))
    }
    under[index] = .hand(style, points)
  }

  /// Something of the picture dries, moves or goes.
  mutating func change() -> Damage {
    count += 1
    let replica = ReplicaID(Bytes16(high: 0, low: 7))
    let id = EntryID(replica, SequenceNumber(count))
    let stamp = Stamp(
      id: id, author: AuthorID(replica.raw), lamport: Lamport(count), at: 0, lasted: 0)
    let earlier = EntryID(replica, SequenceNumber(UInt64(number(1...Int(count)))))
    switch number(0...5) {
    case 0: return picture.apply(Operation(.change(.items([earlier]), .hide)), stamp)
    case 1: return picture.apply(Operation(.make(.label(label()))), stamp)
    default:
      guard let stroke = style().stroke(through: [point(), point(), point()]) else { return .none }
      return picture.apply(Operation(.make(.stroke(stroke))), stamp)
    }
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func point() -> BoardPoint {
    BoardPoint(x: Int32(number(2_000...22_000)), y: Int32(number(1_000...12_000)))
  }

  private mutating func style() -> WetStyle {
    let kinds: [Stroke.Kind] = [.pen, .pen, .pen, .marker, .marker, .line, .rectangle, .ellipse]
    let color = PaletteColor.allCases[number(0...3)].color
    return WetStyle(
      kind: kinds[number(0...7)],
      ink: Ink(
        color: number(0...2) == 0 ? color.with(alpha: 90) : color, width: UInt8(number(1...8))),
      filled: number(0...1) == 0, stepExponent: UInt8(number(0...4)))
  }

  private mutating func label() -> Label {
    Label(
      origin: point(), columnWidth: 500, rowHeight: 1_040, color: PaletteColor.red.color,
      text: SafeText(number(0...1) == 0 ? "ab 界\nc" : "hello", limit: .label))
  }
}

/// The wet ink of others, as it grows.
@Suite struct GuestLayerTests {
  @Test(
    "Wet ink of several hands, grown in steps, looks as if it were painted at once",
    arguments: Raster.allCases)
  func growing(_ raster: Raster) {
    for seed in Seeds.range(6) { Self.compare(seed, raster, own: nil) }
  }

  @Test(
    "One's own ink stays above what grows under the hands of others", arguments: Raster.allCases)
  func ownInk(_ raster: Raster) {
    for seed in Seeds.range(4) {
      var random = SplitMix64(seed: seed)
      let reach: Int32 = seed % 2 == 0 ? 12_000 : 900
      let own = (0..<40).map { _ in
        BoardPoint(
          x: 12_000 + Int32.random(in: -reach...reach, using: &random),
          y: 6_000 + Int32.random(in: -reach...reach, using: &random))
      }
      Self.compare(seed, raster, own: own)
    }
  }

  @Test("One's own ink need be shown anew only where others' grew under it") func apart() throws {
    let view = View(columns: 48, rows: 15, bars: .all, hasPaper: false)
    var surface = LayeredCanvas(view, raster: .braille, theme: .terminal, picture: Picture())
    let style = WetStyle(
      kind: .pen, ink: Ink(color: PaletteColor.red.color, width: 2), stepExponent: 0)
    func boardPoint(_ column: Int, _ row: Int) -> BoardPoint {
      view.viewport.boardPoint(
        Pointer(CellPoint(column: column, row: row), fractionX: 128, fractionY: 128))
    }
    surface.paintWet {
      $0.paintSegment(from: boardPoint(20, 5), to: boardPoint(30, 5), ink: style.ink)
    }
    var points: [BoardPoint] = []
    for (point, isUnder) in [
      (boardPoint(5, 10), false), (boardPoint(40, 9), false), (boardPoint(40, 8), false),
      (boardPoint(25, 5), true),
    ] {
      points.append(point)
      let stroke = try #require(style.stroke(through: points))
      #expect(surface.show(guests: [.stroke(stroke)]) == isUnder)
    }
    #expect(surface.wet == nil)
  }

  /// Holds a surface on which much goes on against a canvas painted anew.
  private static func compare(_ seed: UInt64, _ raster: Raster, own: [BoardPoint]?) {
    var view = View(columns: 48, rows: 15, bars: .all, hasPaper: false)
    view.show(.free(Viewport(left: -300, top: 100, columnWidth: 500, rowHeight: 1_040)))
    let ink = Ink(color: PaletteColor.allCases[1].color, width: UInt8(seed % 3) + 1)
    var hands = Hands(seed: seed)
    var surface = LayeredCanvas(view, raster: raster, theme: .terminal, picture: hands.picture)
    let blank = surface.dry
    var (shown, isPreviewed) = (blank.frame, false)
    for step in 0..<60 {
      if step % 9 == 8 {
        let damage = hands.change()
        surface.repaint(hands.picture, after: damage)
        isPreviewed = false
      }
      hands.step()
      if surface.show(guests: hands.items) { isPreviewed = false }
      let drawn = own?.prefix(step) ?? []
      func preview(_ canvas: inout Canvas) {
        for (from, to) in zip(drawn, drawn.dropFirst()) {
          canvas.paintSegment(from: from, to: to, ink: ink)
        }
      }
      if own == nil {
        surface.dropWet()
      } else if !isPreviewed || step % 7 == 0 {
        surface.showWet(preview)
        isPreviewed = true
      } else if let last = drawn.last, let before = drawn.dropLast().last {
        surface.paintWet { $0.paintSegment(from: before, to: last, ink: ink) }
      }
      for (row, columns) in surface.takeTouched().rows {
        surface.shown.copy(row: row, columns: columns, to: &shown)
      }
      var anew = blank
      anew.repaint(hands.picture)
      for item in hands.items { anew.paint(item) }
      preview(&anew)
      let expected = anew.frame
      let isSame = surface.shown.frame == expected && shown == expected
      guard isSame else {
        Issue.record("seed \(seed), \(raster), step \(step)")
        return
      }
    }
  }
}
