import BoardFilm
import BoardModel
import EaselBase
import Testing

/// The pictures of a film, gesture by gesture.
@Suite struct FilmTests {
  private func stroke(_ xs: [Int32], kind: Stroke.Kind = .pen) -> Operation.Action {
    .make(.stroke(.through(xs.map { BoardPoint(x: $0, y: 0) }, kind: kind)))
  }

  /// Returns a picture of entries of persons 1, 3 and 5, each with its author's clock.
  private func picture(
    _ entries: [(action: Operation.Action, person: Int, at: Int64, lasted: UInt32)]
  ) -> Picture {
    var (picture, counts) = (Picture(), [Int: UInt64]())
    for (index, entry) in entries.enumerated() {
      counts[entry.person, default: 0] += 1
      let stamp = Stamp(
        id: EntryID(
          Named.replica(entry.person), SequenceNumber(counts[entry.person, default: 0])),
        author: Named.author(entry.person), lamport: Lamport(UInt64(index + 1)), at: entry.at,
        lasted: entry.lasted)
      _ = picture.apply(Operation(entry.action), stamp)
    }
    return picture
  }

  private func id(_ person: Int, _ number: UInt64) -> EntryID {
    EntryID(Named.replica(person), SequenceNumber(number))
  }

  @Test("A gesture takes its time, up to ten seconds; a gap is at most the idle time")
  func times() {
    let film = Film(
      picture([
        (stroke([0, 9]), 1, 50_000, 400), (stroke([0, 8]), 3, 50_900, 300),
        (stroke([0, 7]), 1, 95_000, 60_000), (stroke([0, 6]), 1, 200_000, 100),
      ]))
    let spans = film.timeline.spans
    #expect(spans.map(\.start) == [0, 1_000, 1_300, 12_300])
    #expect(spans.map(\.end) == [400, 1_300, 11_300, 12_400])
    #expect(film.timeline.pauses == [3])
    #expect(film.step(at: 0) == nil && film.step(at: 200) == 0 && film.step(at: 900) == 0)
    #expect(film.step(at: 1_001) == 1 && film.step(at: 99_999) == 3)
  }

  @Test("Strokes grow evenly, a shape from its first corner, a text letter by letter")
  func growth() {
    let label = Label(
      origin: BoardPoint(x: 0, y: 0), columnWidth: 100, rowHeight: 200,
      color: InkColor(rgb: 0x12_34_56), text: SafeText("a house!"))
    var projector = FilmProjector(
      Film(
        picture([
          (stroke([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]), 1, 1_000, 1_000),
          (stroke([0, 1_000], kind: .rectangle), 1, 3_000, 1_000),
          (.make(.label(label)), 1, 5_000, 1_000),
        ])))
    _ = projector.seek(to: 500)
    #expect(
      projector.growing.first?.asStroke.map { Array($0.points).map(\.x) } == [0, 10, 20, 30, 40])
    #expect(projector.picture.seenCount == 0)
    _ = projector.seek(to: 2_250)
    #expect(projector.growing.first?.asStroke.map { Array($0.points).map(\.x) } == [0, 250])
    #expect(projector.picture.seenCount == 1)
    _ = projector.seek(to: 4_500)
    #expect(projector.growing.first?.asLabel?.text.string == "a ho")
    _ = projector.seek(to: 5_000)
    #expect(projector.growing.isEmpty && projector.picture.seenCount == 3)
  }

  @Test("A straight line of the pen grows along its length") func straightLine() {
    var projector = FilmProjector(Film(picture([(stroke([0, 100, 40_100]), 1, 1_000, 1_000)])))
    _ = projector.seek(to: 500)
    #expect(
      projector.growing.first?.asStroke.map { Array($0.points).map(\.x) } == [0, 100, 20_050])
  }

  @Test("A gesture that was undone is never seen, unless the film shows all")
  func undone() {
    let picture = picture([
      (stroke([0, 9]), 1, 1_000, 100), (stroke([0, 8]), 3, 2_000, 100),
      (.cancel(id(1, 1)), 1, 3_000, 0), (stroke([0, 7]), 3, 4_000, 100),
    ])
    let film = Film(picture)
    #expect(film.steps.map(\.author) == [Named.author(3), Named.author(3)])
    var projector = FilmProjector(film)
    for time in stride(from: 0, through: film.duration, by: 50) {
      _ = projector.seek(to: time)
      #expect((projector.picture.things.map(\.author)).allSatisfy { $0 == Named.author(3) })
    }
    var all = FilmProjector(Film(picture, showsUndone: true))
    #expect(all.film.steps.count == 4)
    _ = all.seek(to: all.film.timeline.spans[1].end)
    #expect(all.picture.seenCount == 2)
    _ = all.seek(to: all.film.timeline.spans[2].end)
    #expect(all.picture.seenCount == 1)
  }

  @Test("A gesture that was undone and done again is there from the beginning") func redone() {
    let film = Film(
      picture([
        (stroke([0, 9]), 1, 1_000, 100), (.cancel(id(1, 1)), 1, 3_000, 0),
        (.restore(id(1, 1)), 1, 4_000, 0), (stroke([0, 8]), 3, 5_000, 100),
      ]))
    var projector = FilmProjector(film)
    _ = projector.seek(to: film.timeline.spans[0].end)
    #expect(film.steps.count == 2 && projector.picture.seenCount == 1)
  }

  @Test("A gesture that stands in part is shown in part: its author's things came back")
  func part() {
    // Person 1 moves a thing of each person, and person 3 takes back what happened to others' things.
    let film = Film(
      picture([
        (stroke([0, 9]), 1, 1_000, 100), (stroke([0, 8]), 3, 2_000, 100),
        (.change(.items([id(1, 1), id(3, 1)]), .move(BoardOffset(dx: 0, dy: 500))), 1, 3_000, 100),
        (.cancel(id(1, 2)), 3, 4_000, 0),
      ]))
    #expect(film.steps.count == 3)
    var projector = FilmProjector(film)
    _ = projector.seek(to: film.duration)
    #expect(projector.picture.things.map(\.offset.dy) == [500, 0])
  }

  @Test("A clear is a mark on the time line; a board that began with a picture begins with it")
  func clearAndBase() {
    var picture = Picture()
    for number in UInt64(1)...2 {
      let stamp = Stamp(
        id: id(9, number), author: .nobody, lamport: Lamport(number), at: 0, lasted: 0)
      _ = picture.apply(Operation(stroke([0, Int32(number)])), stamp)
    }
    let vector = picture.vector
    let clear = Stamp(
      id: id(1, 1), author: Named.author(1), lamport: Lamport(3), at: 1_000, lasted: 100)
    _ = picture.apply(Operation(.change(.upTo(vector), .hide)), clear)
    let film = Film(picture)
    #expect(film.beginsWithPicture && film.steps.map(\.isClear) == [true])
    var projector = FilmProjector(film)
    #expect(projector.picture.seenCount == 2)
    _ = projector.seek(to: 100)
    #expect(projector.picture.seenCount == 0)
  }

  @Test("The news are the gestures of others after one's own last one, or since the last film")
  func news() {
    let picture = picture([
      (stroke([0, 9]), 3, 1_000, 100), (stroke([0, 8]), 1, 2_000, 100),
      (stroke([0, 7]), 3, 3_000, 100), (stroke([0, 6]), 5, 4_000, 100),
    ])
    let (film, me) = (Film(picture), Named.author(1))
    let news = News(for: me, upTo: picture.vector, in: picture)
    #expect(film.firstStep(after: news.since, notBy: me) == 2)
    #expect(news.authors == [Named.author(3), Named.author(5)])
    #expect(film.firstStep(beyond: picture.vector, notBy: me) == nil)
    #expect(film.firstStep(after: nil, notBy: me) == 0)
    #expect(News(for: me, upTo: VersionVector(), in: picture).since == nil)
  }

  @Test("One's own gestures of this run are no news") func ownNews() {
    let picture = picture([
      (stroke([0, 9]), 1, 1_000, 100), (stroke([0, 8]), 1, 2_000, 100),
      (stroke([0, 7]), 3, 3_000, 100),
    ])
    let before = VersionVector([Named.replica(1): SequenceNumber(1)])
    let news = News(for: Named.author(1), upTo: before, in: picture)
    #expect(Film(picture).firstStep(after: news.since, notBy: Named.author(1)) == 2)
  }
}
