import BoardFilm
import BoardModel
import EaselBase
import GroupTesting

/// The cost of films: to make one, and to show random moments of it.
enum FilmFigures {
  static func all() -> [Figure] {
    [250, 2_500, 25_000].flatMap { strokes in
      let picture = BenchmarkBoards.picture(of: .walk, strokes: strokes)
      let points = strokes * 40
      let making = Measure.seconds(passes: 5) { use(Film(picture).duration) }
      let seeks = seekTimes(Film(picture)).sorted()
      return [
        Figure(row: "", what: "film of \(points) points", value: making * 1_000, unit: "ms"),
        Figure(
          row: "", what: "random moment of \(points) points, median",
          value: seeks[seeks.count / 2] * 1_000, unit: "ms", peers: "goal 100"),
        Figure(
          row: "", what: "random moment of \(points) points, slowest",
          value: (seeks.last ?? 0) * 1_000, unit: "ms", peers: "goal 100"),
      ]
    }
  }

  /// Returns the seconds from a request for a moment to the painted canvas, for 60 moments.
  private static func seekTimes(_ film: Film) -> [Double] {
    var chance = SplitMix64(seed: 1)
    var projector = FilmProjector(film)
    _ = projector.seek(to: film.duration)
    return (0..<60).map { _ in
      let moment = Int64.random(in: 0...film.duration, using: &chance)
      return Measure.seconds(passes: 1) {
        _ = projector.seek(to: moment)
        var canvas = BenchmarkBoards.canvas()
        canvas.repaint(projector.picture)
        use(canvas.cell(column: 0, row: 0))
      }
    }
  }
}
