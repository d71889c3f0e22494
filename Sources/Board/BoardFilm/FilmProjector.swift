import BoardModel
import EaselBase

/// The picture of a film at a moment that moves forth and back.
///
/// Forward, it applies only the operations that come. Backward, it begins again from the nearest of a
/// few pictures that it kept on the way.
package struct FilmProjector: Sendable {
  package let film: Film
  /// The moment, in milliseconds from the beginning of the film.
  package private(set) var time: Int64 = 0
  /// The picture of all gestures that have ended.
  package private(set) var picture: Picture
  /// The number of gestures that `picture` shows.
  private var shown = 0
  /// Pictures on the way, each with the number of gestures that it shows, ascending.
  private var kept: [(shown: Int, picture: Picture)]
  /// At most so many pictures are kept.
  private static let keptMax = 16

  /// The part of the picture that a move of the moment changed.
  package enum Change: Sendable {
    case none
    /// These things were added above all others, the lowest first, and this other part changed.
    case forward(added: [EntryID], Damage)
    /// Any part of the picture may have changed.
    case all
  }

  package init(_ film: Film) {
    self.film = film
    picture = Picture()
    _ = picture.apply(film.operations[film.beginning])
    kept = [(0, picture)]
    _ = seek(to: 0)
  }

  /// Moves the moment; a time outside of the film counts as its nearest end.
  package mutating func seek(to time: Int64) -> Change {
    self.time = min(max(time, 0), film.duration)
    let goal = film.timeline.endedCount(at: self.time)
    if goal == shown { return .none }
    if goal > shown {
      let (added, rest) = advance(to: goal).painting
      return .forward(added: added, rest)
    }
    (shown, picture) = kept.last { $0.shown <= goal } ?? kept[0]
    if goal > shown { _ = advance(to: goal) }
    return .all
  }

  private mutating func advance(to goal: Int) -> BatchDamage {
    var damage = BatchDamage.none
    let distance = max(film.steps.count / Self.keptMax, 1)
    while shown < goal {
      let stop = min((shown / distance + 1) * distance, goal)
      let operations =
        film.steps[shown].applies.lowerBound..<film.steps[stop - 1].applies.upperBound
      damage.append(picture.apply(film.operations[operations]))
      shown = stop
      if shown % distance == 0, kept.last.map({ $0.shown < shown }) ?? true {
        kept.append((shown, picture))
      }
    }
    return damage
  }

  /// The next time at which the film shows something else: the next millisecond while ink grows; nil
  /// at the end.
  package var nextChange: Int64? {
    guard shown < film.steps.count else { return nil }
    let span = film.timeline.spans[shown]
    if time < span.start { return span.start }
    let growsInk = film.operations[film.steps[shown].operations].contains { entry in
      if case .make = entry.operation.action { true } else { false }
    }
    return growsInk ? time + 1 : span.end
  }

  /// The picture with the growing gesture above it, as far as it has grown: all that the film shows.
  package var wholePicture: Picture {
    let items = growing
    guard !items.isEmpty else { return picture }
    let step = film.steps[shown]
    // No other replica has the greatest number.
    let replica = ReplicaID(Bytes16(high: .max, low: .max))
    var whole = picture
    _ = whole.apply(
      zip(UInt64(1)..., items).map { number, item in
        let stamp = Stamp(
          id: EntryID(replica, SequenceNumber(number)), author: step.author,
          lamport: step.order.lamport, at: step.at, lasted: step.lasted)
        return (stamp, Operation(.make(item)))
      })
    return whole
  }

  /// The ink and the words of the gesture that has begun and not ended, as far as they have grown; the
  /// lowest first.
  package var growing: [Item] {
    let span = film.timeline.spans
    guard shown < film.steps.count, span[shown].start < time, span[shown].length > 0 else {
      return []
    }
    let growth = Growth(film.operations[film.steps[shown].operations].lazy.map(\.operation))
    return growth.items(at: time - span[shown].start, of: span[shown].length)
  }
}
