import BoardContract
import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The state while another participant determines the view here, until the user moves the view. A screen
/// on a wall follows the last ink while it follows no participant.
package struct Following {
  private var guidance: Guidance?
  private let followsInk: Bool
  private let requests: Requests

  init(_ requests: Requests, followsInk: Bool = false) {
    (self.requests, self.followsInk) = (requests, followsInk)
  }

  private struct Guidance: Hashable, Sendable {
    var person: ParticipantUUID
    /// Whether this user follows the participant's view. If false, the participant only pointed out
    /// one place.
    var follows: Bool
    /// The view mode to return to.
    var before: View.Mode
  }

  /// The participant whose view this user follows; nil if there is none.
  package var leader: ParticipantUUID? { guidance.flatMap { $0.follows ? $0.person : nil } }
  /// Whether the view follows the ink of all participants.
  private var followsLastInk: Bool { followsInk && guidance == nil }

  /// Ends the following without a notice.
  mutating func reset() { guidance = nil }

  /// Shows the place where somebody draws now, if the view follows the last ink.
  func follow(_ items: [GuestItem], in context: SessionContext) {
    if let place = items.last?.place { show(place, in: context) }
  }

  /// Shows the newest thing, if it came with this change and the view follows the last ink.
  func follow(_ change: BoardChange, in picture: Picture, _ context: SessionContext) {
    guard let last = picture.things.last,
      change.operations.contains(where: { $0.stamp.id == last.id })
    else { return }
    show(last.bounds, in: context)
  }

  private func show(_ place: BoardRect, in context: SessionContext) {
    guard followsLastInk, context.isIdle, !context.view.visible.intersects(place) else { return }
    requests.append(.view(.reveal(place)))
  }

  /// Starts to follow a participant's view; stops if the user follows it already.
  mutating func toggle(_ id: ParticipantUUID, in session: SessionState, _ context: SessionContext) {
    if leader == id { return stop(in: session, context.chrome) }
    guard let guest = session.guest(id) else { return }
    let name = session.name(of: id, context.chrome)
    guard !session.isFollowed(by: id) else {
      return requests.notify("\(name) already follows you.")
    }
    guard guest.appearance?.view != nil else {
      return requests.notify("The view of \(name) is not known yet.")
    }
    start(with: id, follows: true, in: context.view)
    follow(id, in: session, context)
    requests.notify("Following \(name). Esc or scrolling stops.")
  }

  private mutating func start(with id: ParticipantUUID, follows: Bool, in view: View) {
    let before = guidance?.before ?? view.mode
    guidance = Guidance(person: id, follows: follows, before: before)
  }

  mutating func stop(in session: SessionState, _ chrome: Chrome) {
    guard let person = guidance?.person else { return }
    guidance = nil
    requests.notify("You no longer follow \(session.name(of: person, chrome)).")
  }

  /// Forgets a participant that has left.
  mutating func forget(_ id: ParticipantUUID) {
    if guidance?.person == id { guidance = nil }
  }

  /// Goes on with a person whose seat has moved to another participant.
  mutating func move(from old: ParticipantUUID, to new: ParticipantUUID) {
    if guidance?.person == old { guidance?.person = new }
  }

  /// Returns to the view that the user had before another participant changed it. Returns false if
  /// no other participant changed the view.
  package mutating func returnToOwnView() -> Bool {
    guard let before = guidance?.before else { return false }
    guidance = nil
    requests.append(.view(.mode(before)))
    return true
  }

  /// Shows the middle of the area that the followed participant sees, in the same zoom, or the place of
  /// the participant's pen, unless a gesture or a text is in progress.
  /// If participants follow each other in a ring, a participant with a lower id than its leader
  /// stops to follow. This breaks the ring, so that the views do not chase each other.
  package mutating func follow(
    _ id: ParticipantUUID, in session: SessionState, _ context: SessionContext
  ) {
    guard leader == id else { return }
    if session.isFollowed(by: id), session.me < id {
      guidance = nil
      return requests.notify("\(session.name(of: id, context.chrome)) follows you now.")
    }
    guard context.isIdle, let leader = session.guest(id)?.appearance, let area = leader.view else {
      return
    }
    guard leader.columnWidth > 0 else { return requests.append(.view(.area(area))) }
    requests.append(
      .view(.follow(area, columnWidth: leader.columnWidth, pen: leader.pointer)))
  }

  /// Shows a place that a participant points out.
  package mutating func show(
    _ area: BoardRect, of guest: Guest, in session: SessionState, _ context: SessionContext
  ) {
    let name = session.name(of: guest, context.chrome)
    guard context.isIdle else { return requests.notify("\(name) wanted to show you something.") }
    start(with: guest.id, follows: false, in: context.view)
    requests.append(.view(.area(area)))
    requests.notify("\(name) shows you this place. Esc goes back.")
  }
}
