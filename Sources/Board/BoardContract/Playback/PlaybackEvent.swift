import EaselBase

/// The events of the films that participants of a session watch together.
package enum PlaybackEvent: Hashable, Sendable {
  /// Another participant watches a film that this user may watch too.
  case offered(FilmItem, by: ParticipantUUID)
  /// All other participants who watch a film.
  case watchers([FilmWatcher])
  /// The film that this user watches stands or moves like this from now on.
  case moved(FilmTiming, of: FilmItem.ID)
}

/// The requests of a user about a film that participants of a session watch together.
package enum PlaybackRequest: Hashable, Sendable {
  /// Watches a film, which all others are offered.
  case watch(FilmItem)
  /// Watches no film any more.
  case leave
  /// Plays the film for all at this speed, in quarters; 0 pauses it.
  case play(quarters: Int64)
  /// Chooses the speed of the film for all, in quarters: at once if it plays, and otherwise for its next
  /// start.
  case chooseSpeed(quarters: Int64)
  /// Goes to a moment of the film for all, in milliseconds from its beginning.
  case seek(to: Int64)
  /// Goes on alone, for a reason that the others learn. A later reason replaces an earlier one.
  case stepOut(FilmAbsence)
  /// Joins the others at their moment. With a moment, the others come to that moment instead.
  case rejoin(proposing: Int64? = nil)
}
