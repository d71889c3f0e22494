import BoardFilm
import BoardModel
import BoardRendering
import CellFrame
import GroupTesting
import Testing

@testable import FilmRecording

/// The frames are painted part by part; each must be what a painter of the whole picture gives.
@Suite struct FilmFramesTests {
  private static let names = ["red", "green", "cyan", "#33aa5580"]

  /// Lines of a script that draw, change and hide things at random.
  private func lines(_ chance: inout SplitMix64) -> [Films.Line] {
    func point() -> String {
      "\(Double(Int.random(in: 0...100, using: &chance)) / 100),"
        + "\(Double(Int.random(in: 0...100, using: &chance)) / 100)"
    }
    var made: [Int] = []
    return (1...30).map { number in
      let old = made.randomElement(using: &chance)
      let pen =
        "pen \(Self.names.randomElement(using: &chance) ?? "") "
        + "width \(Int.random(in: 1...4, using: &chance))\n"
      let text: String
      switch (Int.random(in: 0..<12, using: &chance), old) {
      case (0, let old?): text = "erase #\(old)"
      case (1, let old?): text = "move #\(old) 0.1,-0.2"
      case (2, let old?): text = "recolour #\(old) green"
      case (3, let old?): text = "\(["front", "back"].randomElement(using: &chance) ?? "") #\(old)"
      case (4, _): text = "text \(point()) \"some words\""
      case (5, _): text = "rect filled \(point()) \(point())"
      case (6, _): text = "arrow \(point()) \(point())"
      case (7, _) where number % 10 == 0: text = "clear"
      default: text = "stroke \(point()) \(point()) \(point()) \(point())"
      }
      let makes = ["text", "rect", "arrow", "stroke"].contains { text.hasPrefix($0) }
      if makes { made.append(number) }
      return (
        makes ? "\(pen)#\(number) \(text)" : text, Int64.random(in: 0...400, using: &chance),
        Int64.random(in: 0...300, using: &chance)
      )
    }
  }

  @Test(
    "Law 5: each frame is the picture of the film at its moment, painted whole",
    arguments: Seeds.range(8))
  func whole(seed: UInt64) throws {
    var chance = SplitMix64(seed: seed)
    let picture = try Films.picture(lines(&chance))
    let film = Film(picture)
    let cut = FilmCut(of: film)
    let raster = [Raster.mixed, .braille, .half, .ascii].randomElement(using: &chance) ?? .mixed
    let area = ExportArea(of: picture, .page(columns: 40, rows: 12), cell: .natural)
    let look = CellLook(area, raster: raster, theme: .terminal)
    var projector = FilmProjector(film)
    var count = 0
    for shown in FilmFrames(film, cut, look) {
      _ = projector.seek(to: shown.time)
      var canvas = Canvas(
        columns: 40, rows: 12, viewport: .fit(columns: 40, rows: 12), raster: raster,
        theme: .terminal, showsPage: false)
      canvas.repaint(projector.picture)
      for item in projector.growing { canvas.paint(item) }
      #expect(shown.frame == canvas.frame, "at \(shown.time) ms")
      count += 1
    }
    #expect(count > 20)
  }
}
