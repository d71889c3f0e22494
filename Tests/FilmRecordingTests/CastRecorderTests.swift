import BoardFilm
import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import FilmRecording
import Foundation
import FrameTesting
import Testing

@Suite struct CastRecorderTests {
  private func lines(
    _ picture: Picture, columns: Int = 40, rows: Int = 12, raster: Raster = .mixed,
    from: Int64? = nil, to: Int64? = nil, speed: Double = 1
  ) -> [String] {
    let film = Film(picture)
    let cut = FilmCut(of: film, from: from, to: to, speed: speed)
    let area = ExportArea(of: picture, .page(columns: columns, rows: rows), cell: .natural)
    let look = CellLook(area, raster: raster, theme: .terminal)
    return Array(CastRecorder(film, cut, look, title: SafeText("a board")))
  }

  private struct Event {
    let time: Double
    let kind: String
    let text: String

    init?(_ line: String) {
      guard let parts = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any],
        parts.count == 3, let time = parts[0] as? Double, let kind = parts[1] as? String,
        let text = parts[2] as? String
      else { return nil }
      (self.time, self.kind, self.text) = (time, kind, text)
    }
  }

  private func events(_ lines: [String]) throws -> [Event] {
    try lines.dropFirst().map { try #require(Event($0), "\($0)") }
  }

  @Test("A short recording, line by line")
  func golden() throws {
    let picture = try Films.picture([
      ("line 0.1,0.5 0.9,0.5", 100, 0), ("clear", 0, 500), ("text 0.1,0.1 \"\\\"\"", 0, 9_000),
    ])
    let recorded = lines(picture, columns: 10, rows: 3, raster: .ascii)
    #expect(
      recorded == [
        #"{"version": 2, "width": 10, "height": 3, "title": "a board"}"# + "\n",
        #"[0.000, "o", "\u001b[?25l\u001b[0m\u001b[2J"]"# + "\n",
        #"[0.033, "o", "\u001b[2;2H\u001b[0;38;2;138;138;138m---"]"# + "\n",
        #"[0.066, "o", "\u001b[2;5H---"]"# + "\n",
        #"[0.100, "o", "\u001b[2;8H--"]"# + "\n",
        #"[0.600, "o", "\u001b[2;2H\u001b[0m        "]"# + "\n",
        #"[0.600, "m", "Clear"]"# + "\n",
        #"[1.600, "o", "\u001b[1;2H\u001b[0;38;2;138;138;138m\""]"# + "\n",
        #"[1.600, "o", "\u001b[0m\u001b[3;1H\u001b[?25h"]"# + "\n",
      ], "\(recorded.joined())")
  }

  @Test("Law 1: the same film, cut and look give the same bytes")
  func deterministic() throws {
    let picture = try Films.short()
    #expect(lines(picture) == lines(picture))
    #expect(lines(picture, speed: 2) != lines(picture))
  }

  @Test(
    "Law 2: at most 30 events a second, each with another picture",
    arguments: [0.25, 1, 3, 64])
  func rate(speed: Double) throws {
    let events = try events(lines(try Films.short(), speed: speed))
    let output = events.filter { $0.kind == "o" }
    #expect(output.count > 2 && events.map(\.time) == events.map(\.time).sorted())
    for (first, next) in zip(output.dropLast(), output.dropFirst().dropLast()) {
      #expect(next.time - first.time > 0.0329)
    }
    var screen = TerminalScreen(columns: 40, rows: 12)
    var last = screen.text
    for event in output.dropLast() {
      screen.write(event.text.utf8)
      #expect(screen.text != last || event.time == 0)
      last = screen.text
    }
  }

  @Test(
    "Law 3: after the last event a terminal shows the frame of that moment",
    arguments: [nil, 0, 200, 750, 1_700, 2_000] as [Int64?])
  func end(moment: Int64?) throws {
    let picture = try Films.short()
    for raster in [Raster.mixed, .braille, .quadrants] {
      var screen = TerminalScreen(columns: 40, rows: 12)
      for event in try events(lines(picture, raster: raster, to: moment)) where event.kind == "o" {
        screen.write(event.text.utf8)
      }
      var projector = FilmProjector(Film(picture))
      _ = projector.seek(to: moment ?? .max)
      var canvas = Canvas(
        columns: 40, rows: 12, viewport: .fit(columns: 40, rows: 12), raster: raster,
        theme: .terminal, showsPage: false)
      canvas.repaint(projector.picture)
      for item in projector.growing { canvas.paint(item) }
      // A terminal shows a full block as a coloured blank.
      let expected = canvas.frame.plainText.replacing("█", with: " ")
      #expect(screen.text.joined(separator: "\n").trimmed == expected.trimmed)
      #expect(screen.leftovers.isEmpty)
    }
  }

  @Test("A marker stands where the board was cleared")
  func markers() throws {
    let markers = try events(lines(try Films.short())).filter { $0.kind == "m" }
    let film = Film(try Films.short())
    let clear = try #require(film.steps.firstIndex { $0.isClear })
    #expect(markers.count == 1 && markers[0].text == "Clear")
    let time = Double(film.timeline.spans[clear].end) / 1_000
    #expect((time...time + 0.034).contains(markers[0].time))
  }

  @Test("A cut begins with the picture of its first moment, and lasts as long as its part")
  func cut() throws {
    let picture = try Films.short()
    let events = try events(lines(picture, from: 1_000, to: 2_000, speed: 2))
    var screen = TerminalScreen(columns: 40, rows: 12)
    screen.write(try #require(events.first).text.utf8)
    #expect(screen.text.contains { !$0.isEmpty })
    #expect(events.last?.time == 0.5)
  }

  @Test("A film without gestures is one empty picture")
  func empty() throws {
    let events = try events(lines(Picture()))
    #expect(events.map(\.kind) == ["o", "o"] && events.allSatisfy { $0.time == 0 })
  }

  @Test("Text paper is shown cell by cell")
  func paper() throws {
    let picture = try Films.picture([("paper\n| \"hello\"", 0, 0), ("line 0.1,0.5 0.9,0.5", 90, 9)])
    var screen = TerminalScreen(columns: 40, rows: 12)
    for event in try events(lines(picture)) { screen.write(event.text.utf8) }
    #expect(screen.text[0].hasPrefix("hello"))
  }
}

extension String {
  /// The lines without the blanks at their ends.
  fileprivate var trimmed: [String] {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
      .reversed().drop { $0.isEmpty }.reversed()
  }
}
