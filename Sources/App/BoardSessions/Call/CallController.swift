import BoardContract
import BoardFiles
import BoardLog
import BoardModel
import EaselBase
import Foundation
import GroupSecurity
import Logging
import OpenGroupActivities
import SecureTransports
import SessionCore
import SocketTransports
import SystemFiles

/// Runs one user's part in the call: enters and leaves it, makes tickets, and saves the data with
/// which a later run can go on with the call.
@MainActor package final class CallController {
  private unowned let controller: BoardController
  /// Nil outside of any call.
  private(set) var client: CallClient?
  package private(set) var connection: CallConnection?
  package private(set) lazy var rings = RingController(controller)
  package private(set) lazy var nearby = NearbyController(controller)
  /// Makes the connection with which this run joins the call of another user at that user's door.
  package var connectionToUser: ((UserRendezvous, Role) -> CallConnection)?
  var logger: Logger { connection?.logger ?? .silent }
  /// Whether the user has asked for tickets before this run was in a call.
  private var wantsTickets = false
  private var ticketLifetime = TicketLifetime()
  /// Waits until the tickets end by time.
  private var ticketTimer: Task<Void, any Error>?

  init(_ controller: BoardController) { self.controller = controller }

  /// Enters the call. A program with a screen calls this after it has shown the first frame.
  ///
  /// - Parameter wish: the path of a board that another run has open. That run is asked to share
  ///   the board; nil asks for no board.
  package func enter(_ connection: CallConnection, as name: SafeText, wishingFor wish: String?) {
    self.connection = connection
    save()
    connection.admissions.listen { [weak controller] event in
      BoardController.later(controller) { $0.call.handle(event, of: connection) }
    }
    connection.ringRequests.listen { [weak controller] event in
      BoardController.later(controller) { $0.call.rings.handle(event, of: connection) }
    }
    BoardController.later(controller) { controller in
      let call = controller.call
      call.enter(connection.enter(as: name), connection.rights)
      if connection.ticketLife != .untilRenewed { call.keepTickets(connection.ticketLife) }
      if let wish { call.client?.wish(for: wish) }
      call.showRights()
      connection.observe { [weak controller] event in
        BoardController.later(controller) { $0.call.handle(event, of: connection) }
      }
    }
  }

  /// Enters the call through a group system that is connected already.
  ///
  /// - Parameter rights: by default, all members have all rights.
  package func enter(_ system: GroupSystem, _ rights: Rights = Rights()) {
    client = CallClient(system, rights, at: controller)
  }

  /// Leaves the call, and tells the other members so. Otherwise they would search for this run as
  /// if it were out of reach. They do search if a later run will go on with this run's call.
  ///
  /// - Parameters:
  ///   - hasMoved: whether the user's seat has moved to another run, which is in the call. The files
  ///     beside the board are that run's from now on.
  ///   - done: called once, from any thread.
  package func leave(hasMoved: Bool = false, _ done: @escaping @Sendable () -> Void) {
    if !hasMoved { removeBoardTicket() }
    nearby.stop()
    guard let client else { return done() }
    client.stop(isComingBack: !hasMoved && isComingBack, done)
  }

  /// Whether a later run will go on with this run's call.
  private var isComingBack: Bool { connection?.kept?.isKept ?? false }

  private func removeBoardTicket() {
    do {
      try connection?.updateBoardTicket(beside: nil)
    } catch {
      // A ticket file that cannot be removed leads nowhere from now on.
    }
  }

  /// Leaves the call for another one, in which this run is a member already.
  ///
  /// - Parameter session: the session to join there; nil for the first one.
  func change(to next: CallConnection, toJoin session: SessionUUID?) {
    controller.awaitDisk { [self] in
      await controller.sendRest()
      rings.endAll()
      nearby.stop()
      removeBoardTicket()
      // Until then this run listens at its sockets for the call that it leaves.
      client?.leaveForAnother(isComingBack: isComingBack) {
        if next.role == .draw { next.stayFindable() }
        next.openDoorOfGuest()
      }
      client = nil
      controller.receive(.call(.changedCall(toJoin: session)))
      enter(next, as: controller.user.person.name, wishingFor: nil)
    }
  }

  /// Notes that the user goes on in another run. A session that this run begins from now on is not
  /// delivered here.
  package func noteSeatMoved() { client?.noteSeatMoved() }

  /// Listens at the addresses of the run from which the user's seat has moved here, so that its
  /// tickets stay valid. That run has ended.
  package func listen(at addresses: [String]) {
    guard let connection, !addresses.isEmpty else { return }
    connection.listen(at: addresses)
    save()
    showRights()
  }

  // MARK: Tickets and rights

  func carryOut(_ effect: CallEffect) {
    switch effect {
    case .choose(let choice): client?.question.answer(.init(choice))
    case .requestForeground(let session): client?.requestForeground(of: session)
    case .unstage: client?.unstage()
    case .answer(let visitor, let answer): connection?.admissions.answer(visitor, answer.role)
    case .askFirst(let asks): connection?.admissions.askFirst(asks)
    case .rule(let ruling, let subject): client?.rule(ruling, subject)
    case .lock(let spared): client?.lock(sparing: spared)
    case .unlock: client?.unlock()
    case .renewTickets: client?.renewTickets()
    case .makeTickets: makeTickets()
    case .findPeople: rings.findPeople()
    case .answerRing(let number, let accepts):
      rings.answer(number, accepts: accepts)
    case .discover(let mode):
      if let connection { nearby.set(mode, in: connection) }
    case .meet(let person):
      if let connection { nearby.meet(person, in: connection) }
    case .answerMeeting(let meeting, let accepts):
      if let connection { nearby.answer(meeting, accepts: accepts, in: connection) }
    case .keepTickets(let life): keepTickets(life)
    // The board's controller carries out the others.
    case .share, .stage, .ring, .prepare, .describe, .join, .goOn, .leave, .endForEveryone: break
    }
  }

  /// Shows the present name of the open board to all members of the call, and its present picture.
  ///
  /// - Parameter miniature: nil keeps the last picture.
  func describe(_ miniature: Miniature? = nil) {
    guard let session = controller.placement.open?.session else { return }
    // Only the host names the board.
    let title = controller.placement.hostsName == nil ? controller.board.name : nil
    client?.runner(session)?.describe(title, miniature)
  }

  private func handle(_ event: AdmissionRequests.Event, of source: CallConnection) {
    guard source === connection else { return }
    switch event {
    case .came(let request, let user):
      if let user, let role = rings.redeem(request, of: user, in: source) {
        source.admissions.answer(request.number, role)
        controller.receive(.call(.cameByRing(request.name)))
      } else if user == nil || source.door.takesKnocks {
        controller.receive(.call(.knocked(request)))
      } else {
        // Only people whom this user rang come in here.
        source.admissions.answer(request.number, nil)
      }
    case .went(let number): controller.receive(.call(.wentAway(visitor: number)))
    case .noDoor(let fault):
      controller.receive(
        .failed(SafeText("No other user of this machine can ask to join: \(fault)")))
    }
  }

  /// Stores whether a host follows the requests of this run.
  func heeded(_ isHeeded: Bool) {
    guard let connection else { return }
    connection.heeded(isHeeded)
    showRights()
  }

  /// Lets guests with a ticket join from other machines from now on.
  private func makeTickets() {
    guard let connection else { return }
    wantsTickets = connection.call == nil
    do throws(UserError) {
      try connection.listen()
      showRights()
    } catch { controller.handle(.failed(SafeText(error.sentence))) }
  }

  // MARK: Tickets that end

  private func keepTickets(_ life: TicketLife) {
    ticketLifetime.choose(life, at: controller.now().uptime)
    setTicketTimer()
    controller.receive(.call(.ticketLife(life)))
  }

  /// Ends the tickets if a guest came in and they last for one guest. A renewal inside of the event
  /// that reports the guest would come before the guest is in the call, so it follows in a later step.
  func peopleChanged() {
    BoardController.later(controller) { controller in
      let call = controller.call
      guard let members = call.client?.membersOfOthers else { return }
      if call.ticketLifetime.noteMembers(members) { call.endTickets() }
    }
  }

  private func setTicketTimer() {
    ticketTimer?.cancel()
    ticketTimer = ticketLifetime.endsAt.map { end in
      let wait = Duration.milliseconds(max(end - controller.now().uptime, 0))
      return Task { [weak controller] in
        try await Task.sleep(for: wait)
        controller?.call.expireTickets()
      }
    }
  }

  private func expireTickets() {
    if ticketLifetime.expire(at: controller.now().uptime) { endTickets() } else { setTicketTimer() }
  }

  private func endTickets() {
    client?.renewTickets()
    controller.receive(.call(.ticketsEnded(ticketLifetime.life)))
  }

  /// Handles a change of the keys of the call, or of the rights of its members.
  private func handle(_ event: MembershipEvent, of source: CallConnection) {
    guard source === connection else { return }
    showRights()
    source.openDoorOfGuest()
    switch event {
    case .renewed(let gone):
      ticketLifetime.noteRenewed(at: controller.now().uptime)
      setTicketTimer()
      controller.enqueue { [self] in
        save()
        if wantsTickets { makeTickets() }
      }
      client?.ruled(gone: gone)
    case .ruled: client?.ruled(gone: [])
    case .out(let refusal):
      rings.endAll()
      nearby.stop()
      client?.putOut(because: SafeText(refusal.description))
    case .asked: controller.receive(.call(.asked))
    }
  }

  /// Shows the tickets that admit guests from now on, and whether this run can moderate.
  private func showRights() {
    guard let connection else { return }
    do throws(UserError) {
      try connection.writeTickets()
      controller.receive(
        .call(
          .connected(
            try connection.tickets().map {
              Tickets($0, hasNetwork: connection.hasNetwork)
            }, canModerate: connection.canModerate,
            mayShare: connection.role != .watch)))
    } catch { controller.receive(.failed(SafeText(error.sentence))) }
  }

  /// Notes whether the screen keeps up with the film that this user watches together with others.
  package func noteStall(_ isStalled: Bool) { client?.runner?.playback?.noteStall(isStalled) }

  // MARK: State for a later run

  /// Handles a board that got its first file or another name.
  func boardMoved(from old: String?, to new: String) {
    connection?.kept?.boardMoved(from: old, to: new)
  }

  /// Returns the file in which an earlier run of this user stored the board of this session; nil if
  /// no such file is known.
  func notedBoard(of session: SessionUUID) async -> NotedBoard? {
    guard let call = connection?.call, let known = controller.placement[session],
      let sessions = controller.boards.sessions
    else { return nil }
    return await besideMainThread {
      sessions.board(of: .init(session, on: known.board, in: call))
    }
  }

  /// The open file, with the id of its board.
  var openFile: (file: NotedBoard, board: BoardID)? {
    let board = controller.board
    return board.path.map {
      (
        NotedBoard(at: FileSystem.resolved($0), created: controller.header.created),
        board.log.board
      )
    }
  }

  /// Saves the data with which another run can go on with this session, and with this call if this
  /// run ends unexpectedly. The writer's thread writes the data, so that drawing does not wait for
  /// the disk.
  func save() {
    guard let connection else { return }
    let (session, created) = (controller.placement.open, controller.header.created)
    let (sessions, path) = (controller.boards.sessions, controller.board.path)
    let call = connection.call
    // The open board may differ from the hosted board.
    let isHosted = connection.kept?.isBoard(at: path) == true
    controller.writer.run { [weak controller] _ in
      do throws(UserError) {
        if let session, let path, let call {
          try sessions?.note(
            NotedBoard(at: FileSystem.resolved(path), created: created),
            of: .init(session.session, on: session.first, in: call))
        }
        // Only a board in a file gets a ticket file; a board in memory leaves nothing on the disk.
        try connection.updateBoardTicket(beside: session == nil || sessions == nil ? nil : path)
        let lost = session.map {
          CallStateFile.Session(id: UUID($0.session), first: UUID($0.first))
        }
        try connection.save(
          created: isHosted ? created : nil, session: isHosted ? lost : nil)
      } catch {
        BoardController.later(controller) { $0.receive(.failed(SafeText(error.sentence))) }
      }
    }
  }

  /// Resumes the session in which an earlier run was when it ended unexpectedly.
  ///
  /// - Returns: false if there is no such session, or if its board is not open.
  func resumeLost(_ invitation: Invitation) -> Bool {
    let board = controller.board
    guard connection?.kept?.isBoard(at: board.path) == true,
      let lost = connection?.kept?.dequeueLost()
    else { return false }
    let first = SessionUUID(lost.first)
    controller.placement.resume(on: first)
    client?.resume(lost.id, invitation, on: board.log.genesis, first: first)
    return true
  }
}
