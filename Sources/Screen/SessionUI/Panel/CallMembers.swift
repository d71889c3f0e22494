import BoardContract
import BoardEditor
import BoardLog
import BoardModel
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The other members of the call, and the rulings that this user can make about them. After a
/// ruling, only the members that the sheet has named get new keys.
struct CallMembers {
  /// The members that sheets show; members that may draw come first.
  package private(set) var all: [CallMember] = []
  /// Whether this user is the host, who holds the root keys and changes keys without another
  /// member.
  private(set) var isHost = false
  /// Nil while the board is not locked.
  package private(set) var lock: BoardLock?
  /// Whether this user can change the rights of other members, and the tickets.
  var canModerate = false
  let requests: Requests

  init(_ requests: Requests) { self.requests = requests }

  package mutating func set(_ members: [CallMember], isHost: Bool) {
    (all, self.isHost) = (members, isHost)
  }

  /// Stores the lock.
  ///
  /// - Returns: the lock before.
  mutating func set(_ lock: BoardLock?) -> BoardLock? {
    defer { self.lock = lock }
    return self.lock
  }

  /// A member of the call that is not in the session.
  func member(outsideSession id: ParticipantUUID) -> CallMember? {
    all.first { $0.id == id && $0.location == .call }
  }

  /// The members of the call that are not in the session; those that may draw come first.
  var outsideSession: [CallMember] {
    let members = all.filter { $0.location == .call }
    return members.filter(\.mayDraw) + members.filter { !$0.mayDraw }
  }

  /// Says by what a member is linked, and through whom; empty if no way is known.
  func way(to id: ParticipantUUID) -> String { all.first { $0.id == id }?.wayText ?? "" }

  var away: [CallMember] { all.filter { $0.location == .away } }

  /// Returns the member that a moderator can rule on. Returns nil for a member that has left, and
  /// for another participant that belongs to this user.
  func subject(
    _ subject: Subject, _ presence: Presence, me: AuthorID
  ) -> (id: ParticipantUUID, mayDraw: Bool)? {
    switch subject {
    case .guest(let id):
      presence.session?.guest(id).flatMap {
        $0.known?.author == me ? nil : (id, $0.mayDraw)
      }
    case .member(let id): member(outsideSession: id).map { (id, $0.mayDraw) }
    case .author: nil
    }
  }

  package func name(of id: ParticipantUUID, _ presence: Presence, _ chrome: Chrome) -> String {
    if let member = member(outsideSession: id) {
      return "\(member.shownName) (not in this session)"
    }
    return presence.name(of: id, chrome)
  }

  /// Returns the further members to which a ruling about this member applies, as far as the sheet
  /// shows them.
  func companions(of id: ParticipantUUID, _ presence: Presence) -> [ParticipantUUID] {
    let companions = all.first { $0.id == id }?.companions ?? []
    return staying(without: [], presence).filter { companions.contains($0) }
  }

  /// Returns the members that get new keys: the members in the session and, if this user is the
  /// host, also the members that are only in the call. Members that may draw come first, watchers
  /// last. In both groups, the members that are only in the call come first, because the user may
  /// not expect them.
  func staying(without gone: [ParticipantUUID], _ presence: Presence) -> [ParticipantUUID] {
    let members = isHost ? outsideSession.map { ($0.id, $0.mayDraw) } : []
    let guests = presence.session?.guestsInOrder ?? []
    let all = members + guests.map { ($0.id, $0.mayDraw) }
    return (all.filter(\.1) + all.filter { !$0.1 }).map(\.0).filter { !gone.contains($0) }
  }

  // MARK: Carrying out a ruling

  /// Every ruling changes the keys, so all earlier tickets end.
  static let endedTickets = "Old tickets no longer work."

  /// Carries out a ruling. Announces a removal before the keys change, because the removed member
  /// receives nothing afterwards. Announces any other ruling after the keys change.
  ///
  /// - Returns: the members to whom the ruling applies; none if it was not made.
  func rule(_ ruling: Ruling, _ id: ParticipantUUID, _ presence: Presence, _ chrome: Chrome)
    -> [ParticipantUUID]
  {
    requests.leaveSheet()
    let isHere = presence.session?.guest(id) != nil || member(outsideSession: id) != nil
    guard canModerate, isHere else {
      requests.notifyOnlyHost()
      return []
    }
    let subjects = ruling == .draws ? [id] : [id] + companions(of: id, presence)
    let names = listed(subjects.map { name(of: $0, presence, chrome) })
    let news = subjects.filter { presence.session?.guest($0) != nil }.map {
      SessionNotice.ruled(ruling, $0)
    }
    if ruling == .putOut { for subject in news { requests.emit(.notify(subject)) } }
    let staying = staying(without: ruling == .putOut ? subjects : [], presence)
    requests.append(.call(.rule(ruling, RulingSubject(id, staying: staying))))
    if ruling != .putOut { for subject in news { requests.emit(.notify(subject)) } }
    guard isHost else {
      // The host decides. A notice follows when the keys prove that the host did it.
      switch ruling {
      case .putOut: requests.notify("You asked the host to remove \(names).")
      case .watches: requests.notify("You asked the host to let \(names) only watch.")
      case .draws: requests.notify("You asked the host to let \(names) draw.")
      }
      return subjects
    }
    switch ruling {
    case .putOut: requests.notify("You removed \(names). \(Self.endedTickets)")
    case .watches:
      let watch = subjects.count == 1 ? "only watches" : "only watch"
      requests.notify("\(names) \(watch) from now on. \(Self.endedTickets)")
    case .draws: requests.notify("\(names) may draw from now on. \(Self.endedTickets)")
    }
    return subjects
  }

  // MARK: Hiding what an author drew

  func author(of subject: Subject, _ presence: Presence) -> AuthorID? {
    switch subject {
    case .guest(let id): presence.session?.guest(id)?.known?.author
    case .member: nil
    case .author(let author): author
    }
  }

  func shownName(
    of subject: Subject, _ presence: Presence, in recorder: BoardRecorder, _ chrome: Chrome
  ) -> String? {
    switch subject {
    case .guest(let id):
      presence.session?.guest(id).map { presence.session?.name(of: $0, chrome) ?? "" }
    case .member(let id): member(outsideSession: id)?.shownName
    case .author(let author): recorder.called(author)
    }
  }

  /// Takes back all that a person changed on things of others.
  func takeBack(
    changesOf subject: Subject, _ presence: Presence, on recorder: inout BoardRecorder,
    _ chrome: Chrome
  ) {
    requests.leaveSheet()
    guard recorder.mayDraw else { return requests.notifyOnlyWatching() }
    guard let author = author(of: subject, presence),
      let name = shownName(of: subject, presence, in: recorder, chrome)
    else { return requests.notify("They have left.") }
    let actions = recorder.board.picture.takeBack(of: author)
    guard !actions.isEmpty else {
      return requests.notify("\(name) changed nothing that others drew.")
    }
    guard recorder.make(actions) else { return }
    requests.notify(done: "What \(name) changed is as before. u brings the changes back.")
  }

  /// Hides all that a person drew, and takes back all that they changed, in one gesture.
  func hideAndTakeBack(
    _ subject: Subject, _ presence: Presence, on recorder: inout BoardRecorder,
    _ chrome: Chrome
  ) {
    requests.leaveSheet()
    guard recorder.mayDraw else { return requests.notifyOnlyWatching() }
    let picture = recorder.board.picture
    guard let author = author(of: subject, presence),
      let name = shownName(of: subject, presence, in: recorder, chrome)
    else { return requests.notify("They have left.") }
    let actions =
      picture.takeBack(of: author) + Operation.Action.hide(upTo: picture.vector(of: author))
    guard recorder.make(actions) else { return }
    requests.notify(done: "All that \(name) drew and changed is taken away. u brings it back.")
  }

  func hideAll(
    by subject: Subject, _ presence: Presence, on recorder: inout BoardRecorder,
    _ chrome: Chrome
  ) {
    requests.leaveSheet()
    guard recorder.mayDraw else { return requests.notifyOnlyWatching() }
    let picture = recorder.board.picture
    guard let author = author(of: subject, presence),
      let name = shownName(of: subject, presence, in: recorder, chrome),
      picture.things.contains(where: { $0.author == author })
    else { return requests.notify("There is nothing of theirs to hide.") }
    let hide = Operation.Action.hide(upTo: picture.vector(of: author))
    guard recorder.make(hide) else { return }
    requests.notify(done: "All that \(name) drew is hidden. u brings it back.")
  }

  func showAll(
    by subject: Subject, _ presence: Presence, on recorder: inout BoardRecorder,
    _ chrome: Chrome
  ) {
    requests.leaveSheet()
    guard recorder.mayDraw else { return requests.notifyOnlyWatching() }
    guard let author = author(of: subject, presence),
      let name = shownName(of: subject, presence, in: recorder, chrome),
      case let hides = recorder.board.picture.hidesOfAll(by: author), !hides.isEmpty
    else { return requests.notify("Nothing of theirs is hidden.") }
    guard recorder.make(hides.map(Operation.Action.cancel)) else { return }
    requests.notify("The ink of \(name) is visible again.")
  }
}

/// Lists names for a sentence. If there are more than six, it names six and gives the number of the
/// others.
func listed(_ names: [String]) -> String {
  let shownMax = 6
  guard let last = names.last, names.count > 1 else { return names.first ?? "" }
  guard names.count > shownMax else {
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
  return names.prefix(shownMax).joined(separator: ", ") + " and \(names.count - shownMax) more"
}

extension Requests {
  func notifyOnlyHost() {
    notify("Only the host of the session can do that, and only while they are connected.")
  }
}

extension CallMember {
  var shownName: String { name.string.isEmpty ? "Somebody" : name.string }

  /// The way to this member, as the end of a row; empty if no way is known.
  var wayText: String {
    guard let way else { return "" }
    guard let neighbour = way.neighbour?.string else { return ", by \(way.medium)" }
    return ", by \(way.medium), through \(neighbour.isEmpty ? "somebody" : neighbour)"
  }
}
