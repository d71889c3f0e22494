import BoardContract
import BoardModel
import BoardView
import EaselBase
import ScreenContract

// Reports rulings: the decisions of other participants about the rights of members. A notice says
// what the keys prove. The participant who claims to have asked for it stands beside that.
extension SessionState {
  /// Handles a ruling that another participant claims to have made.
  mutating func report(
    _ ruling: Ruling, about subject: ParticipantUUID, by guest: Guest, at uptime: Int64,
    _ chrome: Chrome
  ) {
    guard guest.mayDraw, isKnown(subject) else { return }
    if claim(ruling, about: subject, by: guest.id, at: uptime) {
      notify(of: ruling, about: subject, askedBy: guest.id, chrome)
    }
  }

  /// Notes that a participant got no new keys and so is no longer in the call.
  mutating func noteKeysChanged(without id: ParticipantUUID, at uptime: Int64, _ chrome: Chrome) {
    guard isKnown(id) else { return }
    let asker = prove(.putOut, about: id, at: uptime)
    if guest(id)?.isPutOut == true { return }
    notify(of: .putOut, about: id, askedBy: asker, chrome)
  }

  /// Notes that the keys give a participant another right than before. Nothing is said until a
  /// participant claims to have asked for it: a member that has just come gets its right a moment
  /// later.
  mutating func noteRight(of id: ParticipantUUID, mayDraw: Bool, at uptime: Int64, _ chrome: Chrome)
  {
    let ruling: Ruling = mayDraw ? .draws : .watches
    guard let asker = prove(ruling, about: id, at: uptime) else { return }
    notify(of: ruling, about: id, askedBy: asker, chrome)
  }

  /// Notes a ruling of this user about a participant.
  ///
  /// - Parameter isDone: whether this user is the host, whose rulings need no other member.
  mutating func noteOwn(
    _ ruling: Ruling, about id: ParticipantUUID, isDone: Bool, at uptime: Int64
  ) {
    if !isDone {
      _ = claim(ruling, about: id, by: me, at: uptime)
    } else if ruling == .putOut {
      noteReported(removalOf: id)
    }
  }

  /// Notes that a notice has told of the removal. Then no second notice says that the participant
  /// left.
  private mutating func noteReported(removalOf id: ParticipantUUID) {
    change(id) { $0.isPutOut = true }
  }

  private mutating func notify(
    of ruling: Ruling, about subject: ParticipantUUID, askedBy asker: ParticipantUUID?,
    _ chrome: Chrome
  ) {
    let isMe = subject == me
    let gone = gone.last { $0.id == subject }?.name.string
    let name = isMe ? "You" : name(of: subject, chrome)
    guard let whom = guest(subject) == nil && !isMe ? gone : name else { return }
    let fact =
      switch ruling {
      case .putOut: "\(whom) \(isMe ? "were" : "was") removed from the session."
      case .watches: "\(whom) only \(isMe ? "watch" : "watches") now."
      case .draws: "\(whom) may draw now."
      }
    if ruling == .putOut { noteReported(removalOf: subject) }
    switch asker {
    case nil: requests.notify(fact)
    case me?: requests.notify("\(fact) \(CallMembers.endedTickets)")
    case let asker?:
      let moderator = self.name(of: asker, chrome)
      requests.notify("\(fact) \(moderator) says: I asked for it.")
    }
  }
}
