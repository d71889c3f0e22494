import BoardClient
import BoardDocument
import BoardLog
import BoardModel
import Dispatch
import EaselBase
import Foundation
import OpenGroupActivities
import SecureTransports
import SocketTransports
import WhiteboardUI
import SystemFiles

// Enters and leaves the call.
extension BoardController {
  var isConnected: Bool { callClient != nil }

  /// Enters the call, once the first frame is shown.
  ///
  /// - Parameter wish: the path of a board that another run has open and is asked to share.
  func enter(_ connection: CallConnection, as name: SafeText, wishingFor wish: String?) {
    self.connection = connection
    keepCall()
    connection.knocks.listen { [weak self] news in
      Self.later(self) { $0.receive($0.event(of: news)) }
    }
    Self.later(self) { controller in
      controller.meet(in: connection.enter(as: name), connection.rights)
      if let wish { controller.callClient?.wish(for: wish) }
      controller.showRights()
      connection.observe { [weak controller] event in Self.later(controller) { $0.handle(event) } }
    }
  }

  /// Runs a deed on the main actor; may be called on any thread.
  nonisolated static func later(
    _ controller: BoardController?, _ deed: @escaping @MainActor @Sendable (BoardController) -> Void
  ) {
    DispatchQueue.main.async { [weak controller] in
      MainActor.assumeIsolated { if let controller { deed(controller) } }
    }
  }

  /// Meets the others who are in the call.
  func meet(in system: GroupSystem, _ rights: Rights = Rights()) {
    callClient = CallClient(system, rights, at: self)
  }

  private func event(of news: AdmissionRequests.News) -> Event {
    switch news {
    case .came(let visitor): .call(.knocked(visitor))
    case .went(let visitor): .call(.wentAway(visitor: visitor))
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
  func makeTickets() {
    guard let connection else { return }
    wantsTickets = connection.call == nil
    do throws(UserError) {
      try connection.listen()
      showRights()
    } catch { handle(.failed(SafeText(error.sentence))) }
  }

  /// Handles the beginning of a call, or a change of its keys.
  private func renewed() {
    keepCall()
    if wantsTickets { makeTickets() }
  }

  /// The keys of the call, or the rights of its members, have changed.
  private func handle(_ event: MembershipEvent) {
    showRights()
    switch event {
    case .renewed(let gone):
      receive { [self] in renewed() }
      callClient?.ruled(gone: gone)
    case .ruled: callClient?.ruled(gone: [])
    case .out(let refusal): callClient?.putOut(because: SafeText(refusal.description))
    case .asked: receive(.call(.asked))
    }
  }

  /// Shows the tickets that let others in from now on, and whether this run can moderate.
  private func showRights() {
    guard let connection else { return }
    do throws(UserError) {
      try connection.writeTickets()
      receive(
        .call(
          .connected(
            try connection.tickets().map(Tickets.init), canModerate: connection.canModerate,
            mayShare: connection.role != .watch)))
    } catch { receive(.failed(SafeText(error.sentence))) }
  }

  /// Says goodbye to the other members: without it they would think that this run is out of reach
  /// and would look for it. That search is right only for a call that goes on once this run's
  /// successor is there.
  func leaveCall(withinMilliseconds patience: Int64) {
    MainLoop.run { [self] in await sendRest() }
    connection?.kept?.end()
    // A ticket file that cannot be removed leads nowhere from now on.
    try? connection?.lead(from: nil)
    guard let callClient else { return }
    let isOver = WakePipe()
    let isComingBack = connection?.kept?.isLasting ?? false
    callClient.stop(isComingBack: isComingBack) { isOver.ring() }
    MainLoop.run(until: isOver, milliseconds: patience)
  }

  /// Returns the file in which an earlier run of this user had the board of that session.
  func noted(_ session: Bytes16) async -> NotedBoard? {
    guard let call = connection?.call, let known = placement[session],
      let sessions = boards.sessions
    else { return nil }
    return await besideMainThread {
      sessions.board(of: .init(session, on: known.board, in: call))
    }
  }

  /// The open file, with the id of its board.
  var openFile: (file: NotedBoard, board: BoardID)? {
    board.path.map {
      (NotedBoard(at: FileSystem.resolved($0), created: header.created), board.log.board)
    }
  }

  /// Saves what another run needs to go on with this session, and with this call if this run ends
  /// unexpectedly. The writer's thread does this, so that drawing does not wait for the disk.
  func keepCall() {
    guard let connection else { return }
    let (session, created) = (placement.open, header.created)
    let (sessions, path, call) = (boards.sessions, board.path, connection.call)
    // The open board may be another one than the hosted board.
    let isHosted = path != nil && path == connection.kept?.board
    writer.run { [weak self] _ in
      do throws(UserError) {
        if let session, let path, let call {
          try sessions?.note(
            NotedBoard(at: FileSystem.resolved(path), created: created),
            of: .init(session.session, on: session.first, in: call))
        }
        // Only for boards that are files; boards in memory leave nothing behind.
        try connection.lead(from: session == nil || sessions == nil ? nil : path)
        let lost = session.map {
          CallStateFile.Session(id: UUID($0.session), first: UUID($0.first))
        }
        try connection.keep(
          created: isHosted ? created : nil, session: isHosted ? lost : nil)
      } catch { Self.later(self) { $0.receive(.failed(SafeText(error.sentence))) } }
    }
  }

  /// Goes on with the session in which an earlier run was lost.
  ///
  /// - Returns: false if there is none.
  func resume(_ invitation: Invitation) -> Bool {
    guard let lost = connection?.kept?.takeLost(), board.path == connection?.kept?.board
    else { return false }
    placement.resume(on: Bytes16(lost.first))
    callClient?.resume(lost.id, invitation, on: board.log.genesis, first: lost.first)
    return true
  }
}
