import EaselBase
import GroupBase
import GroupCore
import GroupTesting

// Performs the actions of calls.
extension World {
  /// Passes an event to a process's call, and performs the resulting actions.
  func handle(_ process: SimulatedProcess, _ event: (inout Call, Uptime) -> [Call.Action]) {
    process.pending += event(&process.call, process.local(now))
    performPending(of: process)
  }

  /// Performs the actions in the order in which they came; actions that result from them come last.
  private func performPending(of process: SimulatedProcess) {
    guard !process.isPerforming else { return }
    process.isPerforming = true
    var next = 0
    while next < process.pending.count {
      perform(process.pending[next], of: process)
      next += 1
    }
    process.pending.removeAll(keepingCapacity: true)
    process.isPerforming = false
    guard processes[process.member] === process else { return }
    if process.hasRedialNews { redial(process) }
    schedule(process)
  }

  private func perform(_ action: Call.Action, of process: SimulatedProcess) {
    if story != nil {
      switch action {
      case .transmit, .deliver: break
      default: trace("person \(process.person.index) \(action)")
      }
    }
    switch action {
    case .transmit(let message, let link): transmit(message, over: link, from: process)
    case .close(let link, _): close(link, of: process)
    case .linked(let member, let link):
      if process.dialled[link] == member {
        process.isInvited = false
        process.refused = []
      }
      process.redial.linked(link, to: member, at: process.local(now))
      process.hasRedialNews = true
      process.player?.linkCameUp(in: PlayerContext(self, process))
    case .lostUpstream(let link, let refusal): lostUpstream(link, refusal, of: process)
    case .membersChanged: process.hasRedialNews = true
    case .eligible: break
    case .hasRoom: process.player?.hasRoom(in: PlayerContext(self, process))
    case .undelivered(let member): judge.undelivered(from: process.member, to: member)
    case .session(let session, let change): perform(change, of: session, process)
    case .deliver(let messages, let sender, let mode):
      for message in messages where message.session == process.session {
        judge.received(message.bytes.count)
        process.player?.received(
          message.bytes, from: sender, mode, in: PlayerContext(self, process))
      }
    }
  }

  private func lostUpstream(_ link: LinkID, _ refusal: LinkRefusal?, of process: SimulatedProcess) {
    if refusal == .full, process.person.mayDraw {
      judge.breach(.capacity, "watchers keep out one who may draw", at: now)
    }
    let other = process.dialled.removeValue(forKey: link)
    if refusal == .ownSubtree || refusal == .double, let other { process.refused.insert(other) }
    process.redial.closed(link, refusal, at: process.local(now), using: &chance)
    process.hasRedialNews = true
    process.isInvited = false
    if isLeftAlone(process) { beInvited(process) }
  }

  /// Sends a player's message in its session.
  ///
  /// - Returns: the reason why it is not sent; nil if it is sent.
  @discardableResult
  func send(
    _ bytes: [UInt8], to recipients: Recipients, _ mode: DeliveryMode, by process: SimulatedProcess
  ) -> SendRefusal? {
    guard let session = process.session else { return .notJoined }
    let now = process.local(self.now)
    do throws(SendRefusal) {
      process.pending += try process.call.send(
        bytes, named: "board", in: session, to: recipients, mode, at: now)
    } catch { return error }
    performPending(of: process)
    return nil
  }

  // MARK: Sessions

  private func perform(_ change: SessionChange, of session: SessionID, _ process: SimulatedProcess)
  {
    switch change {
    case .offered(let record, let isOwn):
      process.offers[session] = record
      if isOwn || process.session == nil || phase != .trouble { consider(session, by: process) }
    case .joined(let participant):
      judge.joined(participant, at: now)
      guard session == process.session, let record = process.offers[session],
        let board = BoardNumber(record.activity.bytes)
      else { return }
      process.person.lastBoard = board
      process.player = Player(
        participant, board: board, isFounder: session.initiator == process.member,
        in: PlayerContext(self, process))
      agenda.note(.checks(process.member), at: now.advanced(by: 700))
    case .participants(let present):
      guard session == process.session else { return }
      process.player?.participants(present, in: PlayerContext(self, process))
    case .activity: break
    case .invalidated: invalidated(session, process)
    }
  }

  private func invalidated(_ session: SessionID, _ process: SimulatedProcess) {
    process.offers[session] = nil
    guard session == process.session else { return }
    closeBoard(of: process)
    if let other = process.offers.keys.min() { consider(other, by: process) }
  }

  /// Joins an offered session if it is better than the present one.
  private func consider(_ session: SessionID, by process: SimulatedProcess) {
    if let current = process.session {
      guard phase != .trouble, session < current || !hasDrawer(current) else { return }
      leave(process)
    }
    process.session = session
    handle(process) { $0.join(session, at: $1) }
  }

  func leave(_ process: SimulatedProcess) {
    guard let session = process.session else { return }
    closeBoard(of: process)
    process.leftSessions.insert(session)
    handle(process) { $0.leave(session, at: $1) }
  }

  private func closeBoard(of process: SimulatedProcess) {
    process.player?.closed(in: PlayerContext(self, process))
    process.player = nil
    process.session = nil
  }

  /// Makes people gather: a process joins the smallest session, even from another session.
  func gather(_ process: SimulatedProcess) {
    for session in process.leftSessions.sorted() {
      process.leftSessions.remove(session)
      handle(process) { $0.offerAgain(session, at: $1) }
    }
    if let smallest = process.offers.keys.filter(hasDrawer).min(), smallest != process.session {
      consider(smallest, by: process)
    }
  }

  /// Whether people can gather in a session. Members that may only watch cannot bring others into
  /// their session, since nobody believes their records of sessions.
  func hasDrawer(_ session: SessionID) -> Bool {
    plan.crowded == nil || processes.values.contains { $0.session == session && $0.person.mayDraw }
  }
}
