import BoardCodec
import BoardEvents
import BoardModel
import EaselBase
import EaselPlatform
import GroupBase
import GroupCore
import GroupSecurity
import OpenGroupActivities
import SecureTransports
import SocketTransports
import SystemFiles

/// This user's rings at other users of this machine, and the answers to theirs.
@MainActor final class RingController {
  private unowned let controller: BoardController
  private var passes = RingPasses()
  /// The rings of this user that have no answer yet, by user.
  private var outgoing: [uid_t: RingClient] = [:]
  /// The rings that wait for this user's answer, by number.
  private var incoming: [UInt64: (user: uid_t, message: RingMessage)] = [:]

  /// The maximum number of people that the list shows.
  nonisolated static let peopleMax = 64

  init(_ controller: BoardController) { self.controller = controller }

  // MARK: Other users

  /// Lists the doors on another thread, and tells the user.
  func findPeople() {
    Task { [weak controller] in
      let people = await besideMainThread { Self.people() }
      controller?.receive(.call(.peopleHere(people)))
    }
  }

  private nonisolated static func people() -> [PersonHere] {
    let doors = UserRendezvous.all(temporaryFolder: CallConnection.doors)
    let others = doors.map(\.user).filter { $0 != geteuid() }.sorted().prefix(peopleMax)
    return others.map { PersonHere(user: $0, login: AdmissionRequests.name(of: $0)) }
  }

  // MARK: Ringing

  /// Rings at another user's door. Makes a pass first, with which that user can come in.
  func ring(_ person: PersonHere, _ invitation: Invitation, in connection: CallConnection) {
    let user = person.user
    guard outgoing[user] == nil else { return report(person, .tooSoon) }
    guard connection.membership.mayAdmit, let role = connection.role else {
      return report(person, .failed(SafeText("you cannot let others in here")))
    }
    do throws(TransportFault) {
      try connection.openDoorOfProcess()
    } catch { return report(person, .failed(SafeText("\(error)"))) }
    let now = controller.uptime
    passes.add(user, to: role, in: scope(connection), at: now)
    let message = RingMessage(
      identityKey: connection.membership.identityKey,
      title: Array(SafeText(controller.board.name.string, limit: .name).string.utf8),
      session: controller.placement.open?.session, role: role,
      picture: invitation.miniature.encoded(), process: UInt32(getpid()))
    let door = UserRendezvous(of: user, temporaryFolder: CallConnection.doors)
    outgoing[user] = RingClient(message, at: door.address, over: UnixTransport(at: door)) {
      [weak controller] outcome in
      BoardController.later(controller) { $0.call.rings.ended(person, outcome) }
    }
  }

  private func ended(_ person: PersonHere, _ outcome: RingClient.Outcome) {
    outgoing[person.user] = nil
    let shown = RingOutcome(outcome)
    // A person who accepted comes now; all others keep no right.
    if shown != .accepted { passes.remove(person.user) }
    report(person, shown)
  }

  private func report(_ person: PersonHere, _ outcome: RingOutcome) {
    controller.receive(.call(.ringAnswered(person, outcome)))
  }

  // MARK: Passes

  private func scope(_ connection: CallConnection) -> RingPasses.Scope {
    RingPasses.Scope(
      board: controller.board.log.board, session: controller.placement.open?.session,
      keys: connection.membership.epochNumber)
  }

  /// Returns the role with which a user at the door comes in without a question.
  func redeem(_ request: AdmissionRequest, of user: uid_t, in connection: CallConnection) -> Role? {
    guard case .user(let toDraw) = request.origin, !connection.admissions.asksTickets else {
      return nil
    }
    return passes.redeem(
      user, wishing: toDraw ? .draw : .watch, in: scope(connection), at: controller.uptime)
  }

  /// Ends all passes and rings of this user, because the session or the call is over.
  func endAll() {
    passes.removeAll()
    for client in outgoing.values { client.cancel() }
    outgoing = [:]
  }

  // MARK: Being rung

  func handle(_ event: RingRequests.Event) {
    switch event {
    case .rang(let number, let user, let message):
      incoming[number] = (user, message)
      controller.receive(.call(.rang(RingInvitation(message, from: user, number: number))))
    case .ended(let number):
      guard incoming.removeValue(forKey: number) != nil else { return }
      controller.receive(.call(.ringEnded(number)))
    }
  }

  /// Answers a ring. If this user accepts, this run knocks at the door of the process that rang, and
  /// changes to that call once it is let in.
  func answer(_ number: UInt64, accepts: Bool, in connection: CallConnection) {
    guard let (user, message) = incoming.removeValue(forKey: number),
      connection.ringRequests.answer(number, accepts: accepts), accepts
    else { return }
    let door = UserRendezvous(of: user, temporaryFolder: CallConnection.doors)
      .ofProcess(pid_t(bitPattern: message.process))
    guard let next = controller.call.connectionToUser?(door, message.role) else { return }
    let system = next.enter(as: controller.user.person.name)
    next.membership.observe { [weak controller] event in
      guard case .asked = event else { return }
      BoardController.later(controller) { $0.receive(.call(.asked)) }
    }
    let name = AdmissionRequests.name(of: user).string
    Task { [weak controller] in
      do throws(TransportFault) {
        try await system.connect(to: door.address)
        controller?.call.change(to: next, toJoin: message.session)
      } catch {
        system.leaveCall()
        controller?.receive(.failed(SafeText("you did not reach \(name): \(error)")))
      }
    }
  }
}

extension RingOutcome {
  /// The line lets the other person come without a ring.
  init(_ outcome: RingClient.Outcome) {
    let line = SafeText("easel join @\(User.login ?? "\(getuid())")")
    self =
      switch outcome {
      case .answered(.accepted): .accepted
      case .answered(.declined): .declined
      case .answered(.unanswered): .unanswered
      case .answered(.tooSoon): .tooSoon
      case .older: .older(line: line)
      case .failed(let fault):
        switch fault.cause {
        case .nobody, .broken, .notEasel, .unreadable: .away(line: line)
        default: .failed(SafeText("\(fault)"))
        }
      }
  }
}

extension RingInvitation {
  fileprivate init(_ message: RingMessage, from user: uid_t, number: UInt64) {
    let miniature: Miniature
    do { miniature = try Miniature(decoding: message.picture) } catch {
      // A ring without a valid picture is shown without one.
      miniature = Miniature()
    }
    self.init(
      number: number, name: AdmissionRequests.name(of: user), identityKey: message.identityKey,
      title: SafeText(String(decoding: message.title, as: UTF8.self), limit: .name),
      miniature: miniature, mayDraw: message.role == .draw)
  }
}

extension CallConnection {
  /// Opens the door of this process, at which the users that this run rang knock.
  ///
  /// - Throws: the fault that prevents it; nothing if the door is open already.
  func openDoorOfProcess() throws(TransportFault) {
    let rendezvous = UserRendezvous(of: geteuid(), temporaryFolder: Self.doors)
      .ofProcess(getpid())
    guard let door = door.transport.withLock({ $0 }) else {
      throw TransportFault(rendezvous.address, .nobody)
    }
    do throws(TransportFault) {
      try door.open(rendezvous, takesRings: false)
    } catch {
      guard error.cause == .inUse else { throw error }
    }
  }
}
