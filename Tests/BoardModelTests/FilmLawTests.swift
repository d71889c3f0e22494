import BoardFilm
import BoardModel
import EaselBase
import GroupTesting
import Testing

/// The laws of a film, over logs that no honest program makes.
@Suite struct FilmLawTests {
  private typealias Log = [(stamp: Stamp, operation: Operation)]

  /// Clocks as honest and other people have them.
  private static func clock(_ chance: inout SplitMix64) -> (at: Int64, lasted: UInt32) {
    let at: Int64 =
      switch Int.random(in: 0..<8, using: &chance) {
      case 0: .min
      case 1: .max
      case 2: .random(in: .min ... .max, using: &chance)
      default: 1_700_000_000_000 + .random(in: 0...100_000, using: &chance)
      }
    return (at, Bool.random(using: &chance) ? .max : .random(in: 0...3_000, using: &chance))
  }

  private static func log(_ chance: inout SplitMix64) -> Log {
    RandomLog.make(operations: 60, chance: &chance).map { stamp, operation in
      let clock = clock(&chance)
      return (
        Stamp(
          id: stamp.id, author: stamp.author, lamport: stamp.lamport, at: clock.at,
          lasted: clock.lasted), operation
      )
    }
  }

  private static func picture(_ log: Log) -> Picture {
    var picture = Picture()
    _ = picture.apply(log)
    return picture
  }

  /// Returns the operations in another order of arrival; those of a replica stay in their order.
  private static func rearranged(_ log: Log, _ chance: inout SplitMix64) -> Log {
    var queues = Dictionary(grouping: log, by: \.stamp.id.replica).sorted { $0.key < $1.key }
      .map { $0.value[...] }
    var result: Log = []
    while let index = queues.indices.filter({ !queues[$0].isEmpty }).randomElement(using: &chance) {
      if let first = queues[index].popFirst() { result.append(first) }
    }
    return result
  }

  /// The bytes of a picture and the looks of its strokes.
  private static func bytes(_ picture: Picture) -> [UInt8] {
    picture.canonicalBytes() + picture.things.map { $0.item.asStroke?.look.rawValue ?? 0 }
  }

  @Test("F1 · the end of a film equals the picture", arguments: Seeds.range(200))
  func end(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    let picture = Self.picture(Self.log(&chance))
    for showsUndone in [false, true] {
      let film = Film(picture, showsUndone: showsUndone)
      var projector = FilmProjector(film)
      _ = projector.seek(to: film.duration)
      #expect(Self.bytes(projector.picture) == Self.bytes(picture))
      #expect(projector.growing.isEmpty)
    }
  }

  @Test("F2, F3 · the way to a moment does not matter", arguments: Seeds.range(40))
  func seeking(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    let film = Film(Self.picture(Self.log(&chance)), showsUndone: Bool.random(using: &chance))
    var moved = FilmProjector(film)
    for _ in 0..<12 {
      let time = Int64.random(in: -5...(film.duration + 5), using: &chance)
      _ = moved.seek(to: time)
      var direct = FilmProjector(film)
      _ = direct.seek(to: time)
      #expect(Self.bytes(moved.picture) == Self.bytes(direct.picture))
      #expect(moved.growing == direct.growing && moved.time == direct.time)
    }
  }

  @Test("F3 · the damage of a step covers all that the step changed", arguments: Seeds.range(40))
  func damage(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    let film = Film(Self.picture(Self.log(&chance)))
    var projector = FilmProjector(film)
    for span in film.timeline.spans {
      let before = projector.picture
      guard case .forward(let added, let damage) = projector.seek(to: span.end) else { continue }
      let after = projector.picture
      let (old, new) = (Set(before.things), Set(after.things))
      guard damage != .all else { continue }
      for thing in old.symmetricDifference(new) where !added.contains(thing.id) {
        guard case .area(let area) = damage else {
          Issue.record("\(thing.id) changed without damage")
          continue
        }
        #expect(area.intersects(thing.bounds))
      }
    }
  }

  @Test("F4 · every order of arrival gives the same film", arguments: Seeds.range(40))
  func arrival(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    let log = Self.log(&chance)
    let showsUndone = Bool.random(using: &chance)
    let first = Film(Self.picture(log), showsUndone: showsUndone)
    let second = Film(Self.picture(Self.rearranged(log, &chance)), showsUndone: showsUndone)
    #expect(first.steps == second.steps && first.timeline == second.timeline)
    for _ in 0..<6 {
      let time = Int64.random(in: 0...first.duration, using: &chance)
      var (one, two) = (FilmProjector(first), FilmProjector(second))
      _ = (one.seek(to: time), two.seek(to: time))
      #expect(Self.bytes(one.picture) == Self.bytes(two.picture) && one.growing == two.growing)
    }
  }

  @Test("F5 · no clock stretches a film or changes its order", arguments: Seeds.range(60))
  func clocks(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    let idle = Int64.random(in: 0...5_000, using: &chance)
    let film = Film(Self.picture(Self.log(&chance)), idle: idle)
    #expect(film.duration <= Int64(film.steps.count) * (idle + Timeline.gestureMax))
    #expect(film.steps.map(\.order) == film.steps.map(\.order).sorted())
    for (span, next) in zip(film.timeline.spans, film.timeline.spans.dropFirst()) {
      #expect(span.start <= span.end && span.end <= next.start && next.start <= span.end + idle)
    }
  }

  @Test(
    "F6 · later operations do not change the film of a version vector", arguments: Seeds.range(60))
  func frozen(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    let log = Self.log(&chance)
    var vector = VersionVector()
    for (stamp, _) in log where Bool.random(using: &chance) {
      // A part of each replica's operations, from its first on.
      let number = stamp.id.sequence.raw / 2 + 1
      vector.include(EntryID(stamp.id.replica, SequenceNumber(number)))
    }
    let part = log.filter { $0.stamp.author == .nobody || vector.covers($0.stamp.id) }
    let showsUndone = Bool.random(using: &chance)
    let expected = Film(Self.picture(part), showsUndone: showsUndone)
    let film = Film(
      Self.picture(Self.rearranged(log, &chance)), upTo: vector, showsUndone: showsUndone)
    #expect(film.steps == expected.steps && film.timeline == expected.timeline)
    for time in [film.duration / 2, film.duration] {
      var (one, two) = (FilmProjector(film), FilmProjector(expected))
      _ = (one.seek(to: time), two.seek(to: time))
      #expect(Self.bytes(one.picture) == Self.bytes(two.picture) && one.growing == two.growing)
    }
  }
}
