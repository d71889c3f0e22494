import EaselBase

/// A film that participants of a session watch together. It shows the board of the participant who
/// began it.
package struct FilmItem: Hashable, Sendable {
  package struct ID: Hashable, Sendable {
    /// The participant who began the film.
    package let participant: ParticipantUUID
    /// A number that this participant gives to no other film of the session.
    package let number: UInt64

    package init(participant: ParticipantUUID, number: UInt64) {
      (self.participant, self.number) = (participant, number)
    }
  }

  package let id: ID
  /// How far the film knows each replica: it shows these entries. A member that lacks some of them
  /// cannot show the film yet.
  package let vector: VersionVector
  /// Whether the film shows gestures that were undone, and their undoing.
  package let showsUndone: Bool

  package init(id: ID, vector: VersionVector, showsUndone: Bool) {
    (self.id, self.vector, self.showsUndone) = (id, vector, showsUndone)
  }
}

/// The place of a film, and its speed from there on, for all who watch it together.
package struct FilmTiming: Hashable, Sendable {
  /// The speed in quarters of the speed at which the people drew; 0 while the film stands still.
  package let quarters: Int64
  /// The moment of the film at ``uptime``, in milliseconds from its beginning.
  package let moment: Int64
  /// The time at which the film is at ``moment``, by this machine's uptime in milliseconds. It may lie
  /// in the future: the film then stands still until this time.
  package let uptime: Int64
  /// Whether the film stands still only until all who watch it are ready.
  package let isAwaitingOthers: Bool
  /// The speed of the next start, in quarters, while the film stands still; nil if nobody has chosen one.
  package let nextQuarters: Int64?

  /// Creates a timing. Another member may have sent the numbers, so each is limited to its range.
  package init(
    quarters: Int64, moment: Int64, uptime: Int64, isAwaitingOthers: Bool = false,
    nextQuarters: Int64? = nil
  ) {
    self.quarters = min(max(quarters, 0), Self.quartersMax)
    self.nextQuarters = nextQuarters.map { min(max($0, 1), Self.quartersMax) }
    self.moment = min(max(moment, 0), Self.timeMax)
    self.uptime = min(max(uptime, -Self.timeMax), Self.timeMax)
    self.isAwaitingOthers = isAwaitingOthers
  }

  /// The greatest time in milliseconds, far beyond the end of any film.
  private static let timeMax: Int64 = 1 << 52
  /// The moment at which a film stands before it begins: after its end, so that it shows the whole picture.
  package static let end: Int64 = 1 << 32
  /// A film that has not begun.
  package static let waiting = FilmTiming(quarters: 0, moment: end, uptime: 0)

  /// Whether the film stands as it did before it began; only the speed may have been chosen.
  package var isWaiting: Bool { quarters == 0 && !isAwaitingOthers && moment == Self.end }

  /// The greatest speed, in quarters: 64 times as fast as the people drew.
  package static let quartersMax: Int64 = 256

  /// Returns the moment at an uptime. It goes on beyond the end of the film.
  package func moment(at uptime: Int64) -> Int64 {
    guard quarters > 0, uptime > self.uptime else { return moment }
    return moment + (min(uptime, Self.timeMax) - self.uptime) * quarters / 4
  }
}

/// Another participant who watches a film.
package struct FilmWatcher: Hashable, Sendable {
  /// The participant.
  package let id: ParticipantUUID
  package let item: FilmItem.ID
  /// The reason why this participant is not in step with the others; nil for a participant in step.
  package let absence: FilmAbsence?
  /// Whether the participant could go on at once.
  package let isReady: Bool

  package init(
    id: ParticipantUUID, item: FilmItem.ID, absence: FilmAbsence? = nil, isReady: Bool = true
  ) {
    (self.id, self.item, self.absence, self.isReady) = (id, item, absence, isReady)
  }
}

/// The reason why a participant who watches a film is not in step with the others.
package enum FilmAbsence: Sendable, CaseIterable {
  /// The participant drags the time, and only that screen follows.
  case seeking
  /// The participant sees the last seconds again, and then joins the others.
  case catchingUp
  /// The participant exports a moment of the film.
  case exporting
  /// The participant lacks entries of the film.
  case lackingEntries
  /// The participant's program or terminal does not keep up.
  case stalled
}
