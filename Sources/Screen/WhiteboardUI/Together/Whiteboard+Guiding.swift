import BoardModel
import CellFrame
import EaselBase

// Follows the view of another participant, and shows a place that another participant points out.
extension Whiteboard {
  /// Starts to follow a participant's view, or stops.
  mutating func toggleFollowing(_ id: Bytes16) {
    sheet = nil
    if let guidance = together.guidance, guidance.follows, guidance.person == id {
      return stopFollowing()
    }
    guard let guest = together.seat?.guest(id) else { return }
    guard !isFollowed(by: id) else {
      return say("\(name(of: id)) follows you already: somebody has to lead.")
    }
    guard guest.appearance?.view != nil else {
      return say("What \(name(of: id)) sees is not known yet.")
    }
    let before = together.guidance?.before ?? view.mode
    together.guidance = Together.Guidance(person: id, follows: true, before: before)
    follow(id)
    say("You see what \(name(of: id)) sees. Esc or a move of your own ends it.")
  }

  /// Starts or stops following. With one other person it follows that person; with several it shows
  /// the list of people.
  mutating func toggleFollowing() {
    let people = together.seat?.guests.filter(\.isPerson) ?? []
    guard !people.isEmpty else { return say("There is nobody to follow.") }
    if let guidance = together.guidance, guidance.follows {
      stopFollowing()
    } else if people.count == 1 {
      toggleFollowing(people[0].id)
    } else {
      show(.people)
    }
  }

  mutating func stopFollowing() {
    guard let guidance = together.guidance else { return }
    together.guidance = nil
    say("You no longer follow \(name(of: guidance.person)).")
  }

  /// Returns to the view that the user had before another participant changed it.
  mutating func goBack(from guidance: Together.Guidance) {
    together.guidance = nil
    move { $0.show(guidance.before) }
  }

  /// Follows now what was held back while a gesture or a text was in progress.
  mutating func keepFollowing() {
    if let guidance = together.guidance, guidance.follows { follow(guidance.person) }
  }

  /// Shows the area that the followed participant sees, unless a gesture or a text is in progress.
  /// In a ring of participants that follow each other, a participant stops if its id is lower than
  /// that of the participant it follows, so that no view runs after itself.
  mutating func follow(_ id: Bytes16) {
    guard let guidance = together.guidance, guidance.follows, guidance.person == id else { return }
    if isFollowed(by: id), let seat = together.seat, seat.me < id {
      together.guidance = nil
      return say("\(name(of: id)) follows you now.")
    }
    guard gesture.isIdle, draft == nil, let area = together.seat?.guest(id)?.appearance?.view
    else { return }
    move { $0.show(area) }
  }

  /// Whether that participant follows this user, directly or through others.
  private func isFollowed(by id: Bytes16) -> Bool {
    guard let seat = together.seat else { return false }
    var next = seat.guest(id)?.appearance?.following
    for _ in seat.guests {
      guard let person = next else { return false }
      if person == seat.me { return true }
      next = seat.guest(person)?.appearance?.following
    }
    return false
  }

  // MARK: Look here

  mutating func askToLook() {
    guard together.isAmongOthers else { return say("There is nobody to show this to.") }
    guard mayDraw else { return sayOnlyWatching() }
    emit(.tell(.lookHere(view.visible)))
    say("Everyone looks here now.")
  }

  mutating func handle(_ happening: SessionNotice, by id: Bytes16) {
    guard let guest = together.seat?.guest(id) else { return }
    switch happening {
    case .lookHere(let area):
      // A watcher's program may send this notice, but a watcher must not move any view.
      guard guest.mayDraw else { return }
      guard gesture.isIdle, draft == nil else {
        return say("\(name(of: id)) wanted to show you something.")
      }
      let before = together.guidance?.before ?? view.mode
      together.guidance = Together.Guidance(person: id, follows: false, before: before)
      move { $0.show(area) }
      say("\(name(of: id)) shows you this place. Esc goes back.")
    case .ruled(let ruling, let subject): say(ruling, about: subject, by: id)
    }
  }
}

extension View {
  /// Shows all of an area; text paper scrolls to the first line of the area.
  mutating func show(_ area: BoardRect) {
    if isPaper {
      show(
        .paper(
          CellPoint(
            column: max(Int(area.minX / Page.cellWidth), 0),
            row: max(Int(area.minY / Page.cellHeight), 0))))
    } else {
      show(.free(.fit(area, columns: canvasColumns, rows: canvasRows, shape: shape)))
    }
  }
}
