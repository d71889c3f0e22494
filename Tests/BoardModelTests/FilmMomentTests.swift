import BoardFilm
import BoardModel
import EaselBase
import Testing

/// The moments of a film at which it shows something else.
@Suite struct FilmMomentTests {
  /// A stroke of 400 ms, two strokes of no length at once, and a clear, with pauses before each.
  private var film: Film {
    func stroke(_ xs: [Int32]) -> Operation.Action {
      .make(.stroke(.through(xs.map { BoardPoint(x: $0, y: 0) })))
    }
    let entries: [(Operation.Action, at: Int64, lasted: UInt32)] = [
      (stroke([0, 10, 20, 30]), 10_000, 400), (stroke([0, 5]), 20_000, 0),
      (stroke([0, 6]), 20_000, 0),
      (.change(.upTo(VersionVector([Named.replica(1): SequenceNumber(3)])), .hide), 30_000, 0),
    ]
    var picture = Picture()
    for (index, entry) in entries.enumerated() {
      let number = UInt64(index + 1)
      let stamp = Stamp(
        id: EntryID(Named.replica(1), SequenceNumber(number)), author: Named.author(1),
        lamport: Lamport(number), at: entry.at, lasted: entry.lasted)
      _ = picture.apply(Operation(entry.0), stamp)
    }
    return Film(picture)
  }

  @Test("The moments before and after a time show other pictures") func moments() {
    let film = film
    #expect(film.timeline.spans.map(\.end) == [400, 1_400, 1_400, 2_400])
    #expect(film.moment(after: 0) == 400 && film.moment(after: 400) == 1_400)
    #expect(film.moment(after: 1_400) == 2_400 && film.moment(after: 2_400) == 2_400)
    #expect(film.moment(before: 2_400) == 1_400 && film.moment(before: 1_400) == 400)
    #expect(film.moment(before: 900) == 0 && film.moment(before: 400) == 0)
    #expect(film.moment(before: 200) == 0 && film.moment(before: 0) == 0)
    #expect(Film(Picture()).moment(after: 5) == 0 && Film(Picture()).moment(before: 5) == 0)
  }

  @Test("While ink grows each millisecond is a change; between gestures the next beginning is one")
  func changes() {
    var projector = FilmProjector(film)
    #expect(projector.nextChange == 1)
    _ = projector.seek(to: 200)
    #expect(projector.nextChange == 201)
    _ = projector.seek(to: 400)
    #expect(projector.nextChange == 1_400)
    _ = projector.seek(to: 2_400)
    #expect(projector.nextChange == nil)
  }

  @Test("The whole picture of a moment has the part of a stroke that has grown")
  func wholePicture() throws {
    var projector = FilmProjector(film)
    #expect(projector.wholePicture.things.isEmpty)
    _ = projector.seek(to: 200)
    #expect(projector.picture.things.isEmpty)
    guard case .stroke(let part)? = projector.wholePicture.things.first?.item else {
      Issue.record("no stroke")
      return
    }
    #expect(part.points.count == 2)
    _ = projector.seek(to: 1_400)
    #expect(projector.wholePicture.things.count == 3)
    _ = projector.seek(to: 2_400)
    #expect(projector.wholePicture.things.isEmpty)
  }
}
