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

// Into the call and out of it.
extension BoardController {
  var isConnected: Bool { callClient != nil }

  /// Enters the call, once the first frame is shown.
  ///
  /// - Parameter wish: a board's path, for whoever has it open to share it.
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

  /// Does something on the main actor, from any thread.
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

  /// A host has said whether it does what one asks for.
  func heeded(_ isHeeded: Bool) {
    guard let connection else { return }
    connection.heeded(isHeeded)
    showRights()
  }

  /// Others can come from elsewhere from now on, with a ticket.
  func makeTickets() {
    guard let connection else { return }
    wantsTickets = connection.call == nil
    do throws(UserError) {
      try connection.listen()
      showRights()
    } catch { handle(.failed(SafeText(error.sentence))) }
  }

  /// There is a call, or its keys are others.
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

  /// Shows the tickets that let others in from now on, and who decides about them.
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

  /// Says goodbye to the others, who else would think that one is out of reach; and look for one, which is
  /// right for a call that goes on as soon as this run's successor is there.
  func leaveCall(withinMilliseconds patience: Int64) {
    MainLoop.run { [self] in await sendRest() }
    connection?.kept?.end()
    // What cannot be removed leads nowhere from now on.
    try? connection?.lead(from: nil)
    guard let callClient else { return }
    let isOver = WakePipe()
    let isComingBack = connection?.kept?.isLasting ?? false
    callClient.stop(isComingBack: isComingBack) { isOver.ring() }
    MainLoop.run(until: isOver, milliseconds: patience)
  }

  /// The file in which this user had the board of that session in a run before.
  func noted(_ session: Bytes16) async -> NotedBoard? {
    guard let call = connection?.call, let known = placement[session],
      let sessions = boards.sessions
    else { return nil }
    return await besideMainThread {
      sessions.board(of: .init(session, on: known.board, in: call))
    }
  }

  /// The file that is open, with the id of the board in it.
  var openFile: (file: NotedBoard, board: BoardID)? {
    board.path.map {
      (NotedBoard(at: FileSystem.whole($0), created: header.created), board.log.board)
    }
  }

  /// What it takes to go on in another run: with this session, and should this run end unasked, with this
  /// call. Written beside the hand, since a disk takes its time.
  func keepCall() {
    guard let connection else { return }
    let (session, created) = (placement.open, header.created)
    let (sessions, path, call) = (boards.sessions, board.path, connection.call)
    // What is open now may be another board than the one that is hosted.
    let isHosted = path != nil && path == connection.kept?.board
    writer.run { [weak self] _ in
      do throws(UserError) {
        if let session, let path, let call {
          try sessions?.note(
            NotedBoard(at: FileSystem.whole(path), created: created),
            of: .init(session.session, on: session.first, in: call))
        }
        // Beside boards that are files, which those that leave nothing behind are not.
        try connection.lead(from: session == nil || sessions == nil ? nil : path)
        let lost = session.map {
          CallStateFile.Session(id: UUID($0.session), first: UUID($0.first))
        }
        try connection.keep(
          created: isHosted ? created : nil, session: isHosted ? lost : nil)
      } catch { Self.later(self) { $0.receive(.failed(SafeText(error.sentence))) } }
    }
  }

  /// Goes on with the session in which a run before this one was lost.
  ///
  /// - Returns: false where there is none.
  func resume(_ invitation: Invitation) -> Bool {
    guard let lost = connection?.kept?.takeLost(), board.path == connection?.kept?.board
    else { return false }
    placement.resume(on: Bytes16(lost.first))
    callClient?.resume(lost.id, invitation, on: board.log.genesis, first: lost.first)
    return true
  }
}
