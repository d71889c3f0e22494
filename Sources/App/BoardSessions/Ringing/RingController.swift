import BoardCodec
import BoardContract
import BoardLog
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
@MainActor package final class RingController {
  private unowned let controller: BoardController
  private var passes = RingPasses()
  /// A ring of this user that has no answer yet.
  private struct Outgoing {
    let person: PersonHere
    let client: RingClient
    let ended: (RingOutcome) -> Void
  }

  private var outgoing: [uid_t: Outgoing] = [:]
  /// A ring that waits for this user's answer.
  private struct Incoming {
    let user: uid_t
    let message: RingMessage
    /// Gives the answer to the run that has the door; returns false if the ring waits no longer.
    let answer: (_ accepts: Bool) -> Bool
  }

  /// The rings that wait for this user's answer, by number.
  private var incoming: [UInt64: Incoming] = [:]
  /// The number of rings that came from the doors of this user's other runs.
  private var carriedCount: UInt64 = 0
  /// Reaches this user's other runs; nil without a screen for drawing.
  package weak var relay: (any RingRelay)?

  /// The maximum number of people that the list shows.
  nonisolated static let peopleMax = 64

  init(_ controller: BoardController) { self.controller = controller }

  // MARK: Other users

  /// Lists the doors on another thread, and tells the user. Without a connection nobody can be rung.
  func findPeople() {
    guard controller.call.connection != nil else { return }
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
  ///
  /// - Parameter ended: called once: with the answer, or with `unanswered` if this user ends the ring.
  func ring(
    _ person: PersonHere, _ invitation: Invitation, in connection: CallConnection,
    ended: @escaping (RingOutcome) -> Void = { _ in }
  ) {
    let user = person.user
    func fail(_ outcome: RingOutcome) {
      ended(outcome)
      report(person, outcome)
    }
    guard outgoing[user] == nil else { return fail(.tooSoon) }
    guard connection.membership.mayAdmit, let role = connection.role else {
      return fail(.failed(SafeText("you cannot let others in here")))
    }
    do throws(TransportFault) {
      try connection.openDoorOfProcess()
    } catch { return fail(.failed(SafeText("\(error)"))) }
    let now = controller.uptime
    passes.add(user, to: role, in: scope(connection), at: now)
    let message = RingMessage(
      identityKey: connection.membership.identityKey,
      title: Array(SafeText(controller.board.name.string, limit: .name).string.utf8),
      session: controller.placement.open?.session.raw, role: role,
      picture: invitation.miniature.encoded(), process: UInt32(getpid()))
    let door = UserRendezvous(of: user, temporaryFolder: CallConnection.doors)
    let client = RingClient(message, at: door.address, over: UnixTransport(at: door)) {
      [weak controller] outcome in
      BoardController.later(controller) { $0.call.rings.ended(user, outcome) }
    }
    outgoing[user] = Outgoing(person: person, client: client, ended: ended)
  }

  private func ended(_ user: uid_t, _ outcome: RingClient.Outcome) {
    let ring = outgoing.removeValue(forKey: user)
    let outcome = RingOutcome(outcome)
    // A person who accepted comes now; all others keep no right.
    if outcome != .accepted { passes.remove(user) }
    ring?.ended(outcome)
    if let ring { report(ring.person, outcome) }
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
    let rings = outgoing.values
    outgoing = [:]
    for ring in rings {
      ring.client.cancel()
      ring.ended(.unanswered)
    }
  }

  // MARK: Being rung

  func handle(_ event: RingRequests.Event, of connection: CallConnection) {
    switch event {
    case .rang(let number, let user, let message):
      incoming[number] = Incoming(user: user, message: message) {
        [ringRequests = connection.ringRequests] in
        ringRequests.answer(number, accepts: $0)
      }
      let ring = CarriedRing(user: user, message: message.bytes)
      if relay?.carry(ring, numbered: number) != true { show(number) }
    case .ended(let number):
      relay?.end(number)
      withdraw(number)
    }
  }

  /// Shows a ring that waits here to the user.
  package func show(_ number: UInt64) {
    guard let ring = incoming[number] else { return }
    controller.receive(
      .call(.rang(RingInvitation(ring.message, from: ring.user, number: number))))
  }

  /// Shows a ring that came to the door of another run of this user.
  ///
  /// - Parameter answer: gives the answer to that run; returns false if the ring waits no longer.
  /// - Returns: the number of the ring here; nil if it is no ring.
  package func receive(
    _ ring: CarriedRing, answer: @escaping (_ number: UInt64, _ accepts: Bool) -> Bool
  ) -> UInt64? {
    guard let message = RingMessage(ring.message) else { return nil }
    carriedCount += 1
    // The rings of this run's own door have small numbers.
    let number = carriedCount | 1 << 63
    incoming[number] = Incoming(user: ring.user, message: message) { answer(number, $0) }
    show(number)
    return number
  }

  /// Takes the answer that this user gave to a ring in another run.
  package func answered(_ number: UInt64, accepts: Bool) {
    _ = incoming.removeValue(forKey: number)?.answer(accepts)
  }

  /// Shows a ring no longer.
  package func withdraw(_ number: UInt64) {
    guard incoming.removeValue(forKey: number) != nil else { return }
    controller.receive(.call(.ringEnded(number)))
  }

  /// Answers a ring. If this user accepts, this run knocks at the door of the process that rang, and
  /// changes to that call once it is let in.
  func answer(_ number: UInt64, accepts: Bool) {
    guard let ring = incoming.removeValue(forKey: number), ring.answer(accepts), accepts else {
      return
    }
    let (user, message) = (ring.user, ring.message)
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
        controller?.call.change(to: next, toJoin: message.session.map { SessionUUID($0) })
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
      number: number, name: AdmissionRequests.name(of: user),
      author: ReplicaGenesis.author(of: message.identityKey),
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
