import BoardClient
import BoardDocument
import BoardLog
import BoardModel
import EaselBase
import Logging
import Foundation
import OpenGroupActivities
import SecureTransports
import SystemFiles

/// Runs one user's part in the call: enters and leaves it, makes tickets, and saves what a later
/// run needs to go on with it.
@MainActor package final class CallController {
  private unowned let controller: BoardController
  /// Nil outside of any call.
  private(set) var client: CallClient?
  private var connection: CallConnection?
  var logger: Logger { connection?.logger ?? .silent }
  /// Whether the user has asked for tickets before there is a call to make them for.
  private var wantsTickets = false

  init(_ controller: BoardController) { self.controller = controller }

  /// Enters the call, once the first frame is shown.
  ///
  /// - Parameter wish: the path of a board that another run has open and is asked to share.
  package func enter(_ connection: CallConnection, as name: SafeText, wishingFor wish: String?) {
    self.connection = connection
    save()
    connection.admissions.listen { [weak controller] event in
      BoardController.later(controller) { $0.receive($0.call.event(of: event)) }
    }
    BoardController.later(controller) { controller in
      let call = controller.call
      call.enter(connection.enter(as: name), connection.rights)
      if let wish { call.client?.wish(for: wish) }
      call.showRights()
      connection.observe { [weak controller] event in
        BoardController.later(controller) { $0.call.handle(event) }
      }
    }
  }

  /// Enters the call by a system that is connected already.
  package func enter(_ system: GroupSystem) { enter(system, Rights()) }

  private func enter(_ system: GroupSystem, _ rights: Rights) {
    client = CallClient(system, rights, at: controller)
  }

  /// Leaves the call. The other members hear of it: else they would think that this run is out of
  /// reach and would look for it. That search is right only for a call that goes on once this run's
  /// successor is there.
  ///
  /// - Parameter done: called once, from any thread.
  package func leave(_ done: @escaping @Sendable () -> Void) {
    connection?.kept?.end()
    do {
      try connection?.updateBoardTicket(beside: nil)
    } catch {
      // A ticket file that cannot be removed leads nowhere from now on.
    }
    guard let client else { return done() }
    client.stop(isComingBack: connection?.kept?.isLasting ?? false, done)
  }

  // MARK: Tickets and rights

  func carryOut(_ effect: CallEffect) {
    switch effect {
    case .unstage: client?.unstage()
    case .answer(let visitor, let answer): connection?.admissions.answer(visitor, answer.role)
    case .askFirst(let asks): connection?.admissions.askFirst(asks)
    case .rule(let ruling, let subject): client?.rule(ruling, subject)
    case .renewTickets: client?.renewTickets()
    case .makeTickets: makeTickets()
    default: break
    }
  }

  private func event(of event: AdmissionRequests.Event) -> BoardEvent {
    switch event {
    case .came(let request): .call(.knocked(request))
    case .went(let number): .call(.wentAway(visitor: number))
    case .noDoor(let fault):
      .failed(SafeText("No other user of this machine can knock: \(fault)"))
    }
  }

  /// Stores whether a host follows the requests of this run.
  func heeded(_ isHeeded: Bool) {
    guard let connection else { return }
    connection.heeded(isHeeded)
    showRights()
  }

  /// Lets guests come from other machines with a ticket from now on.
  private func makeTickets() {
    guard let connection else { return }
    wantsTickets = connection.call == nil
    do throws(UserError) {
      try connection.listen()
      showRights()
    } catch { controller.handle(.failed(SafeText(error.sentence))) }
  }

  /// Handles a change of the keys of the call, or of the rights of its members.
  private func handle(_ event: MembershipEvent) {
    showRights()
    switch event {
    case .renewed(let gone):
      controller.enqueue { [self] in
        save()
        if wantsTickets { makeTickets() }
      }
      client?.ruled(gone: gone)
    case .ruled: client?.ruled(gone: [])
    case .out(let refusal): client?.putOut(because: SafeText(refusal.description))
    case .asked: controller.receive(.call(.asked))
    }
  }

  /// Shows the tickets that let others in from now on, and whether this run can moderate.
  private func showRights() {
    guard let connection else { return }
    do throws(UserError) {
      try connection.writeTickets()
      controller.receive(
        .call(
          .connected(
            try connection.tickets().map(Tickets.init), canModerate: connection.canModerate,
            mayShare: connection.role != .watch)))
    } catch { controller.receive(.failed(SafeText(error.sentence))) }
  }

  // MARK: What a later run goes on with

  /// Returns the file in which an earlier run of this user had the board of that session.
  func notedBoard(of session: Bytes16) async -> NotedBoard? {
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

  /// Saves what another run needs to go on with this session, and with this call if this run ends
  /// unexpectedly. The writer's thread does this, so that drawing does not wait for the disk.
  func save() {
    guard let connection else { return }
    let (session, created) = (controller.placement.open, controller.header.created)
    let (sessions, path) = (controller.boards.sessions, controller.board.path)
    let call = connection.call
    // The open board may be another one than the hosted board.
    let isHosted = path != nil && path == connection.kept?.board
    controller.writer.run { [weak controller] _ in
      do throws(UserError) {
        if let session, let path, let call {
          try sessions?.note(
            NotedBoard(at: FileSystem.resolved(path), created: created),
            of: .init(session.session, on: session.first, in: call))
        }
        // Only for boards that are files; boards in memory leave nothing behind.
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

  /// Goes on with the session in which an earlier run was lost.
  ///
  /// - Returns: false if there is none.
  func resumeLost(_ invitation: Invitation) -> Bool {
    let board = controller.board
    guard let lost = connection?.kept?.dequeueLost(), board.path == connection?.kept?.board
    else { return false }
    controller.placement.resume(on: Bytes16(lost.first))
    client?.resume(lost.id, invitation, on: board.log.genesis, first: lost.first)
    return true
  }
}
