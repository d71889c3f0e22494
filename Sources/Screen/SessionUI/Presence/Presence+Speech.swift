import BoardContract
import BoardDocument
import BoardEditor
import BoardLog
import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenContract

// Speech, the laser, and following.
extension Presence {
  mutating func startSpeaking() {
    guard session != nil else { return requests.notify("Nobody else is here yet.") }
    talk.start()
  }

  package mutating func beam(to point: BoardPoint, at uptime: Int64) {
    laser.touch(point, at: uptime)
    isInkStale = true
  }

  /// Removes speech and laser spots whose time is over.
  package mutating func expire(at now: Int64) {
    session?.expireNewcomer(at: now)
    guard let session else { return }
    talk.expire(at: now)
    if let fades = laser.fadesAt, fades <= now {
      laser.fade(at: now)
      isInkStale = true
    } else if session.guests.contains(where: \.hasTrail) {
      isInkStale = true
    }
  }

  mutating func toggleFollowing(_ id: ParticipantUUID, in context: SessionContext) {
    guard let session else { return }
    following.toggle(id, in: session, context)
  }

  mutating func stopFollowing(_ chrome: Chrome) {
    guard let session else { return }
    following.stop(in: session, chrome)
  }

  /// Returns to the view from before another participant changed it. Returns false if the user's
  /// own view is shown already.
  package mutating func returnToOwnView() -> Bool {
    following.returnToOwnView()
  }

  /// Ends the following because the user moved the view.
  package mutating func noteOwnView(_ chrome: Chrome) {
    if following.leader != nil { stopFollowing(chrome) }
    following.reset()
  }

  /// Shows the followed view after the end of a gesture or a text, which held the view back.
  package mutating func keepFollowing(in context: SessionContext) {
    guard let session, let leader = following.leader else { return }
    following.follow(leader, in: session, context)
  }

  // MARK: Speech

  package mutating func handleSpeech(_ key: Key, _ modifiers: Modifiers, at uptime: Int64) {
    _ = talk.handle(key, modifiers, at: uptime)
  }

  package mutating func insertIntoSpeech(_ text: String) {
    talk.insert(text)
  }

  /// Removes the speech. Returns false if there is none.
  package mutating func dropSpeech() -> Bool { talk.drop() }
}
