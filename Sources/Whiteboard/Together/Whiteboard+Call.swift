import Drawing
import Log
import Vocabulary

// What the call and the session say.
extension Whiteboard {
  mutating func take(_ event: CallEvent) {
    switch event {
    case .eligibility(let isEligible): together.isEligible = isEligible
    case .staged(let name): together.staging = Together.Staging(name: name)
    case .unstaged: together.staging = nil
    case .offered(let offer): take(offer)
    case .withdrawn(let session): together.offers.removeAll { $0.session == session }
    case .entered(let entrance): enter(entrance)
    }
  }

  mutating func take(_ event: SessionEvent, in session: Bytes16) {
    guard together.seat?.session == session else { return }
    switch event {
    case .participants(let present): take(present)
    case .appeared(let appearance, let id): show(appearance, of: id)
    case .vanished(let id): change(guest: id) { $0.appearance = nil }
    case .wet(let stroke): show(stroke)
    case .wetGone(let id): together.seat?.strokes.removeAll { $0.id == id }
    case .received(let entries): receive(entries)
    case .happened(let happening, let id): take(happening, by: id)
    case .alarm: break
    case .rebuilt(let log, let picture): take(log, picture)
    case .ended(let ending): end(ending)
    }
  }

  private mutating func take(_ offer: Offer) {
    together.offers.removeAll { $0.session == offer.session }
    together.offers = (together.offers + [offer]).suffix(Together.offersMax)
  }

  private mutating func enter(_ entrance: Entrance) {
    finishAll()
    if let opened = entrance.board { open(opened) }
    together.staging = nil
    together.offers.removeAll { $0.session == entrance.session }
    together.seat = Seat(session: entrance.session, me: entrance.me, since: now.wall)
  }

  private mutating func end(_ ending: Ending) { together.seat = nil }

  private mutating func take(_ present: [SessionParticipant]) {
    guard var seat = together.seat else { return }
    let known = Dictionary(seat.guests.map { ($0.id, $0) }) { first, _ in first }
    seat.mayDraw = present.first { $0.id == seat.me }?.mayDraw ?? true
    seat.guests = present.filter { $0.id != seat.me }.sorted { $0.id < $1.id }.map { new in
      guard var guest = known[new.id] else { return Guest(new) }
      (guest.mayDraw, guest.name) = (new.mayDraw, new.name ?? guest.name)
      return guest
    }
    together.seat = seat
  }

  private mutating func show(_ appearance: Appearance, of id: Bytes16) {
    change(guest: id) { $0.appearance = appearance }
  }

  private mutating func show(_ stroke: GuestStroke) {
    together.seat?.strokes.removeAll { $0.id == stroke.id }
    together.seat?.strokes.append(stroke)
  }

  private mutating func take(_ happening: Happening, by id: Bytes16) {
    switch happening {
    case .lookHere(let area):
      show { $0.show(.free(.fit(area, columns: $0.canvasColumns, rows: $0.canvasRows))) }
    }
  }

  private mutating func change(guest id: Bytes16, _ change: (inout Guest) -> Void) {
    guard let index = together.seat?.guests.firstIndex(where: { $0.id == id }) else { return }
    if var seat = together.seat {
      change(&seat.guests[index])
      together.seat = seat
    }
  }
}
