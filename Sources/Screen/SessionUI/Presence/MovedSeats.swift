import BoardContract
import BoardModel
import EaselBase
import ScreenContract

/// The participants of a session whose person has another participant in it.
///
/// A person may draw in two windows, which are two participants. Or the person's seat moves to another
/// terminal: then the two participants are one person, and only one of them is shown. The first
/// appearance of the later participant tells which: a seat that moves keeps the time at which the
/// person entered the session.
struct MovedSeats: Sendable {
  private let me: ParticipantUUID
  private let author: AuthorID
  private let since: Int64
  /// The participants that are not shown yet, because their first appearance has not come.
  private(set) var arriving: [SessionParticipant] = []
  /// The participants whose seat has moved, each with the participant who has it now.
  private var moved: [ParticipantUUID: ParticipantUUID] = [:]

  /// Whether this user's seat moved here, and the other terminal has left the session.
  private(set) var hasSettled = false

  /// - Parameter since: when this user entered the session, in milliseconds since 1970.
  init(of me: ParticipantUUID, _ author: AuthorID, since: Int64) {
    (self.me, self.author, self.since) = (me, author, since)
  }

  /// Returns the participants to show. A participant whose seat had moved is shown again if the one
  /// who has the seat is gone.
  mutating func shown(
    among present: [SessionParticipant], besides guests: [Guest]
  ) -> [SessionParticipant] {
    let ids = Set(present.map(\.id))
    let hadOwn = moved.values.contains(me)
    moved = moved.filter { ids.contains($0.key) && ids.contains($0.value) }
    if hadOwn, !moved.values.contains(me) { hasSettled = true }
    let known = Set(guests.map(\.id) + moved.keys + [me])
    let stay = guests.filter { ids.contains($0.id) }
    let authors = Set(stay.compactMap { $0.known?.author } + [author])
    arriving = present.filter { participant in
      participant.kind == .person && !known.contains(participant.id)
        && participant.author.map(authors.contains) == true
    }
    let hidden = Set(arriving.map(\.id) + moved.keys)
    return present.filter { !hidden.contains($0.id) }
  }

  /// The meaning of an appearance.
  enum Arrival {
    /// It is not the first one, or it shows this user's own seat.
    case nothing
    /// A further window of a person.
    case newcomer(SessionParticipant)
    /// The seat of a guest has moved to the participant.
    case moved(Guest, SessionParticipant)
  }

  /// Handles an appearance. Only a participant who has proved to be the author of a guest can have
  /// the guest's seat.
  mutating func receive(
    _ appearance: ParticipantPresence, of id: ParticipantUUID, among guests: [Guest]
  ) -> Arrival {
    guard let index = arriving.firstIndex(where: { $0.id == id }) else { return .nothing }
    let participant = arriving.remove(at: index)
    guard participant.author == appearance.author else { return .newcomer(participant) }
    if appearance.author == author, appearance.since == since {
      moved[id] = me
      return .nothing
    }
    let old = guests.first {
      $0.known?.author == appearance.author && $0.known?.since == appearance.since
    }
    guard let old else { return .newcomer(participant) }
    moved[old.id] = id
    return .moved(old, participant)
  }
}

extension SeatSession {
  var look: ParticipantLook { ParticipantLook(color: InkColor(rgba: color), sign: sign) }
}

extension SessionState {
  /// The state that moves with the user's seat.
  package var seat: SeatSession? {
    looks[me].map {
      SeatSession(
        session, since: since, others: guests.count, color: $0.color.rgba, sign: $0.sign)
    }
  }
}

extension Guest {
  /// Returns the same person as another participant, to which the person's seat has moved.
  func moved(to participant: SessionParticipant) -> Guest {
    var guest = Guest(participant, isGreeted: isGreeted)
    (guest.known, guest.isHeard, guest.cameAt, guest.earlier) = (known, isHeard, cameAt, earlier)
    (guest.movedAt, guest.beamedAt) = (movedAt, beamedAt)
    guest.isTroubleReported = isTroubleReported
    return guest
  }
}
