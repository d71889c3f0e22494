import BoardContract
import BoardDocument
import BoardModel
import EaselBase

/// A program that uses a board without a screen: a host that keeps a call alive, or a player of a
/// script.
@MainActor package final class ProgramUser: BoardUser {
  /// The task of the program.
  package enum Purpose {
    /// To share the board with any member that comes.
    case hosting
    /// To join a session that is shared in the call.
    case joining
  }

  package let person: Person
  private let purpose: Purpose
  /// Paints the small picture of an invitation.
  private let miniature: (Picture) -> Miniature
  private var joined: JoinedSession?
  private var hasJoined = false
  private var hasTickets = false
  /// Whether the board is offered to the next member that comes.
  private var isStaging = false
  /// Whether a display is in the call. It makes nobody eligible, so the call offers it no board.
  private var hasDisplay = false
  /// The session that a newer session has replaced; nil once this program has entered the newer
  /// session.
  private var replaced: SessionUUID?
  private var preview = PreviewSchedule()
  /// Whether this program changes the keys of the call itself.
  private var isHost = false
  /// Whether a member of the call is not in the session, and so sees the preview.
  private var hasOutsiders = false

  /// The program's part in one session.
  private struct JoinedSession {
    let session: SessionUUID
    let me: ParticipantUUID
    /// Milliseconds since 1970.
    let since: Int64
    let mayDraw: Bool
    var others: [ParticipantUUID: SessionParticipant] = [:]
    /// The authors of the participants whose appearance the program has received.
    var met: [ParticipantUUID: AuthorID] = [:]
    /// The appearance that the program has sent last.
    var shown: ParticipantPresence?
  }

  package init(
    _ person: Person, _ purpose: Purpose, miniature: @escaping (Picture) -> Miniature
  ) {
    (self.person, self.purpose, self.miniature) = (person, purpose, miniature)
  }

  package var session: SessionUUID? { joined?.session }

  package func handle(_ event: BoardEvent, on board: inout BoardReplica, at now: Moment)
    -> [BoardEffect]
  {
    var effects: [BoardEffect] = []
    switch event {
    case .call(let event): effects = handle(event, on: &board, at: now)
    case .session(let event, let session) where session == joined?.session:
      effects = handle(event, on: &board, at: now)
    case .merged: preview.pictureChanged()
    case .kept, .filed: if isStaging, joined == nil { effects = [stage(board)] }
    // These concern a user with a screen, or a session that this program has left.
    case .session, .pausing, .woke, .keepingFailed, .keepingRecovered, .opened, .openingFailed,
      .openingTakesLong, .failed, .playback:
      break
    }
    return effects + show(board) + sendPreview(of: board, at: now)
  }

  // MARK: The call

  private func handle(
    _ event: CallEvent, on board: inout BoardReplica, at now: Moment
  ) -> [BoardEffect] {
    switch event {
    case .connected(let tickets, _, _):
      let isFirst = !hasTickets
      hasTickets = tickets != nil
      if isFirst, purpose == .hosting, joined == nil { return [stage(board)] }
    case .staged:
      isStaging = true
      return shareWithDisplay(board)
    case .unstaged: isStaging = false
    case .offered(let offer):
      if let replaced, offer.replaces == replaced { return [.call(.join(offer.session))] }
      if purpose == .joining, !hasJoined { return [.call(.join(offer.session))] }
    case .wished:
      if purpose == .hosting, joined == nil { return [.call(.share(invitation(board)))] }
    case .entered(let entrance):
      joined = JoinedSession(
        session: entrance.session, me: entrance.me, since: now.wall, mayDraw: entrance.mayDraw)
      preview.pictureChanged()
      (isStaging, replaced, hasJoined) = (false, nil, true)
    case .around(let status):
      hasDisplay = !status.displays.isEmpty
      return shareWithDisplay(board)
    case .members(let members, let isHost):
      self.isHost = isHost
      hasOutsiders = members.contains { $0.location == .call }
    case .locked(let lock):
      // Only this host can end the lock, and so only this owner can let the authors draw again.
      guard isHost, let lock else { return [] }
      let authors = lock.authors.filter { !board.log.isRevoked($0) }
      return keep(board.revoke(authors, at: now.wall))
    case .over: (joined, isStaging, replaced) = (nil, false, nil)
    // These concern a user with a screen.
    case .eligibility, .described, .withdrawn, .asked, .preparing, .prepared, .foregroundRequested,
      .acted, .knocked, .wentAway, .reach, .cameByRing, .peopleHere, .rang, .ringEnded,
      .ringAnswered, .nearby, .meeting, .changedCall, .ticketLife, .ticketsEnded:
      break
    }
    return []
  }

  /// Begins the session for a display, as the call does for a person.
  private func shareWithDisplay(_ board: BoardReplica) -> [BoardEffect] {
    guard isStaging, hasDisplay, joined == nil else { return [] }
    return [.call(.unstage), .call(.share(invitation(board)))]
  }

  private func stage(_ board: BoardReplica) -> BoardEffect { .call(.stage(invitation(board))) }

  private func invitation(_ board: BoardReplica) -> Invitation {
    Invitation(
      title: SafeText(board.name.string, limit: .title), author: person.author,
      name: person.name, color: person.color, sign: person.sign, miniature: miniature(board.picture)
    )
  }

  // MARK: The session

  private func handle(
    _ event: SessionEvent, on board: inout BoardReplica, at now: Moment
  ) -> [BoardEffect] {
    switch event {
    case .participants(let present):
      let others = present.filter { $0.id != joined?.me }
      let known = joined?.others ?? [:]
      joined?.others = Dictionary(others.map { ($0.id, $0) }) { first, _ in first }
      let allowed = others.filter { $0.mayDraw && known[$0.id]?.mayDraw == false }
      return keep(
        board.allowAgain(allowed.compactMap { joined?.met[$0.id] }, at: now.wall))
    case .appeared(let appearance, let id): return met(appearance, id, on: &board, at: now)
    case .rebuilt: preview.pictureChanged()
    case .removed(let authors): return keep(board.revoke(authors, at: now.wall))
    case .ended(let ending): return ended(ending, on: board)
    // These concern a user with a screen.
    case .vanished, .wets, .wetGone, .caughtUp, .refused, .happened, .putOut, .alarm: break
    }
    return []
  }

  /// Introduces a participant to the board. If the participant is a removed author who was admitted
  /// again, lets this author draw again.
  private func met(
    _ appearance: ParticipantPresence, _ id: ParticipantUUID, on board: inout BoardReplica,
    at now: Moment
  ) -> [BoardEffect] {
    guard let joined, let participant = joined.others[id] else { return [] }
    var effects: [BoardEffect] = []
    let name = participant.name ?? appearance.name
    if appearance.author != person.author, !name.string.isEmpty {
      let other = Person(author: appearance.author, name: name, color: appearance.color)
      if board.introduce(other) { effects.append(.introduce(other)) }
    }
    let isFirst = self.joined?.met.updateValue(appearance.author, forKey: id) == nil
    if isFirst, participant.mayDraw {
      effects += keep(board.allowAgain([appearance.author], at: now.wall))
    }
    return effects
  }

  private func keep(_ recorded: Recorded) -> [BoardEffect] {
    recorded.entries.map(BoardEffect.keep)
  }

  /// Ends the program's part in a session. A program that hosts then offers the board to the next
  /// member that comes, since no person does so.
  private func ended(_ ending: Ending, on board: BoardReplica) -> [BoardEffect] {
    let session = joined?.session
    joined = nil
    switch ending {
    case .replaced: replaced = session
    case .callEnded, .putOut: break
    case .left, .endedHere, .ended, .everyoneLeft, .failed:
      if purpose == .hosting { return [stage(board)] }
    }
    return []
  }

  /// Sends the present picture to the members of the call that are not in the session, if it is
  /// time. The first of the participants that may draw does so.
  private func sendPreview(of board: BoardReplica, at now: Moment) -> [BoardEffect] {
    guard let joined, joined.mayDraw, hasOutsiders,
      joined.others.values.allSatisfy({ !$0.mayDraw || joined.me < $0.id })
    else { return [] }
    if preview.removeDue(at: now.uptime) { return [.call(.describe(miniature(board.picture)))] }
    return preview.due.map { [.wake(at: $0)] } ?? []
  }

  /// Sends the program's appearance to the other participants. If a program that hosts cannot save
  /// the board, the appearance says so.
  private func show(_ board: BoardReplica) -> [BoardEffect] {
    guard let joined, !joined.others.isEmpty else { return [] }
    var mine = ParticipantPresence(
      author: person.author, name: person.name, color: person.color, sign: person.sign,
      since: joined.since)
    if purpose == .hosting, case .failed(let reason) = board.saving {
      mine.unsaved = SafeText(reason.clause, limit: .title)
    }
    guard mine != joined.shown else { return [] }
    self.joined?.shown = mine
    return [.session(.appear(mine), in: joined.session)]
  }
}
