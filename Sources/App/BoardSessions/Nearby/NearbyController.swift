import BoardContract
import BoardFiles
import BoardLog
import EaselBase
import GroupBase
import GroupCore
import GroupSecurity
import LocalDiscovery
import OpenGroupActivities
import SecureTransports
import SocketTransports
import SystemFiles

/// Makes this run findable in its network, finds others there, and meets one of them. This run
/// listens only while it is findable.
@MainActor package final class NearbyController {
  private unowned let controller: BoardController
  /// The name of this run in its network, a new one each time that the run becomes findable.
  private var instance = NearbyFacts.instance()
  private var discovery: LocalDiscovery?
  private var listener: Listener?
  /// The meeting in which this user is the guest.
  private var client: MeetingClient?
  /// The number of meetings as a guest. It tells the events of the present one.
  private var clientCount = 0
  /// The person whom this user meets as a guest; nil before the key is proved.
  private var host: MeetingPartner?
  /// The person whom this user chose to meet.
  private var chosen: NearbyPerson?
  /// Makes the connection with which this run joins the call of another user by a ticket.
  package var connectionByTicket: ((Ticket) -> CallConnection)?

  /// The place where guests meet this user.
  private struct Listener {
    let server: MeetingServer
    let port: UInt16
    let role: Role
    /// The meeting with a guest that the screen shows; nil if it shows none.
    var shown: (link: LinkID, guest: MeetingPartner)?
  }

  init(_ controller: BoardController) { self.controller = controller }

  /// Closes the listener and all meetings, and is findable no more.
  package func stop() {
    discovery?.stop()
    listener?.server.stop()
    endAsGuest()
    (discovery, listener) = (nil, nil)
  }

  // MARK: Discovery

  func set(_ mode: NearbyMode, in connection: CallConnection) {
    discovery?.stop()
    discovery = nil
    // A name that stayed would connect the times at which this run was findable.
    if listener == nil { instance = NearbyFacts.instance() }
    switch mode {
    case .off:
      listener?.server.stop()
      listener = nil
    case .findable(let mayDraw): announce(to: mayDraw ? .draw : .watch, in: connection)
    case .looking(let mayDraw, let known):
      announce(to: mayDraw ? .draw : .watch, in: connection)
      browse(knowing: known)
    }
  }

  private func announce(to role: Role, in connection: CallConnection) {
    do throws(TransportFault) {
      if listener?.role != role { try listen(to: role, in: connection) }
    } catch { return report(.notFindable(SafeText("\(error)"))) }
    guard let port = listener?.port else { return }
    let author = Self.author(of: connection)
    started().announce({ [instance] in
      NearbyAnnouncement(
        instance: instance, port: port, mayDraw: role == .draw,
        mark: NearbyMark.bytes(of: author, at: SystemClock.now().wall))
    }) { [weak controller] event in
      guard case .noMulticast = event else { return }
      BoardController.later(controller) { $0.receive(.call(.nearby(.noMulticast))) }
    }
  }

  private func listen(to role: Role, in connection: CallConnection) throws(TransportFault) {
    listener?.server.stop()
    listener = nil
    let transport = TCPTransport(usesDatagrams: false)
    // The discovery knows IPv4 addresses only.
    let addresses = try transport.listen(at: "tcp://0.0.0.0:0")
    guard let port = addresses.first?.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw TransportFault(nil, .unreachable)
    }
    let participant = participant(to: role, in: connection)
    let server = MeetingServer(
      participant, over: transport, isNear: { NearbyFacts.isNear($0) }
    ) { [weak controller] event in
      BoardController.later(controller) { $0.call.nearby.handle(event, at: port) }
    }
    listener = Listener(server: server, port: port, role: role)
  }

  private func browse(knowing known: [AuthorID]) {
    let own = controller.user.person.author
    started().browse(NearbyFacts.browser(besides: instance)) { [weak controller] event in
      let search: NearbySearch
      switch event {
      case .noMulticast: search = .noMulticast
      case .found(let runs): search = .found(NearbyFacts.people(runs, besides: own, known: known))
      }
      BoardController.later(controller) { $0.receive(.call(.nearby(search))) }
    }
  }

  private func started() -> LocalDiscovery {
    if let discovery { return discovery }
    let new = LocalDiscovery { Uptime(milliseconds: SystemClock.uptime()) }
    discovery = new
    return new
  }

  private func participant(to role: Role, in connection: CallConnection) -> MeetingParticipant {
    connection.membership.meetingParticipant(
      named: controller.user.person.name.string, role: role)
  }

  private static func author(of connection: CallConnection) -> [UInt8] {
    ReplicaGenesis.author(of: connection.membership.identityKey).raw.bytes
  }

  private func report(_ search: NearbySearch) { controller.receive(.call(.nearby(search))) }
  private func report(_ event: MeetingEvent) { controller.receive(.call(.meeting(event))) }

  // MARK: Meeting

  private func handle(_ event: MeetingServer.Event, at port: UInt16) {
    guard port == listener?.port else { return }
    switch event {
    case .met(let partner, let link, let source):
      if client != nil {
        guard yields(to: partner, from: source) else {
          listener?.server.decline(link)
          return report(.busy(Meeting(partner, isHost: true).name))
        }
        endAsGuest()
      }
      listener?.shown = (link, partner)
      report(.began(Meeting(partner, isHost: true, number: link.raw)))
    case .busy(let partner): report(.busy(Meeting(partner, isHost: true).name))
    case .gave(let link):
      // The ticket passed, and the guest comes into this call.
      if let shown = listener?.shown, shown.link == link {
        controller.call.connection?.membership.noteMet(shown.guest.identityKey)
      }
      ended(.done, over: link)
    case .ended(let end, let link): ended(MeetingOutcome(end), over: link)
    }
  }

  /// Reports the end of a meeting with a guest, if it is the one that the screen shows.
  private func ended(_ outcome: MeetingOutcome, over link: LinkID) {
    guard listener?.shown?.link == link else { return }
    listener?.shown = nil
    report(.ended(outcome))
  }

  private func yields(to partner: MeetingPartner, from source: String?) -> Bool {
    guard let own = controller.call.connection?.membership.identityKey, let chosen else {
      return false
    }
    return NearbyFacts.yields(
      own, to: partner.identityKey, from: source, chosen: chosen.address.string,
      host: host?.identityKey)
  }

  private func endAsGuest() {
    let ended = client
    forgetClient()
    ended?.cancel()
  }

  private func forgetClient() { (client, host, chosen) = (nil, nil, nil) }

  /// Begins a meeting in which this user is the guest.
  func meet(_ person: NearbyPerson, in connection: CallConnection) {
    guard client == nil else { return }
    var chance = SystemRandomNumberGenerator()
    do throws(MeetingError) {
      let guest = try MeetingGuest(
        participant(to: .draw, in: connection),
        chance: chance.bytes(MeetingParticipant.chanceLength))
      clientCount += 1
      chosen = person
      listener?.shown = nil
      let number = clientCount
      client = MeetingClient(
        guest, at: person.address.string, over: TCPTransport(usesDatagrams: false)
      ) {
        [weak controller] event in
        BoardController.later(controller) { $0.call.nearby.handle(event, of: person, number) }
      }
    } catch { report(.ended(.forged)) }
  }

  private func handle(
    _ event: MeetingClient.Event, of person: NearbyPerson, _ number: Int
  ) {
    guard client != nil, number == clientCount else { return }
    switch event {
    case .met(let partner):
      host = partner
      var meeting = Meeting(partner, isHost: false, number: UInt64(number))
      meeting.announced = person.author
      report(.began(meeting))
    case .ended(let end):
      forgetClient()
      report(.ended(MeetingOutcome(end)))
    case .received(let ticket):
      let host = host
      forgetClient()
      report(.ended(.done))
      do throws(UserError) {
        join(by: try NearbyFacts.sorted(ticket, first: person.address.string), of: host)
      } catch { controller.receive(.failed(SafeText(error.sentence))) }
    }
  }

  /// Answers a meeting. If another one stands by now, the answer counts for neither.
  ///
  /// - Parameter meeting: nil for the person whom this user chose, before there are words.
  func answer(_ meeting: Meeting?, accepts: Bool, in connection: CallConnection) {
    if let meeting, meeting.isHost {
      return answer(LinkID(meeting.number), accepts: accepts, in: connection)
    }
    guard let client, meeting == nil || meeting?.number == UInt64(clientCount) else { return }
    guard accepts else { return client.cancel() }
    if client.confirm() { report(.confirmed) }
  }

  /// Answers the guest over this link.
  private func answer(_ link: LinkID, accepts: Bool, in connection: CallConnection) {
    guard let listener else { return }
    guard accepts else { return listener.server.decline(link) }
    do throws(UserError) {
      let ticket = try connection.meetingTicket(to: listener.role)
      if listener.server.confirm(link, with: ticket) { report(.confirmed) }
    } catch {
      ended(.failed(SafeText(error.sentence)), over: link)
      listener.server.decline(link)
    }
  }

  /// Changes to the call of the ticket, once a member there has let this run in.
  private func join(by ticket: Ticket, of host: MeetingPartner?) {
    guard let next = connectionByTicket?(ticket) else { return }
    if let host { next.membership.noteMet(host.identityKey) }
    let system = next.enter(as: controller.user.person.name)
    Task { [weak controller] in
      var fault = TransportFault(nil, .unreachable)
      for address in ticket.addresses {
        do throws(TransportFault) {
          try await system.connect(to: address)
          controller?.call.change(to: next, toJoin: nil)
          return
        } catch { fault = error }
      }
      system.leaveCall()
      controller?.receive(.failed(SafeText("you did not get in: \(fault)")))
    }
  }
}

extension CallConnection {
  /// Returns the ticket that a guest of a meeting gets. This run then listens for guests.
  fileprivate func meetingTicket(to role: Role) throws(UserError) -> Ticket {
    try listen()
    guard hasNetwork, let tickets = try tickets() else { throw UserError(Self.noNetwork) }
    return role == .draw ? tickets.drawing ?? tickets.watching : tickets.watching
  }
}

extension Meeting {
  /// - Parameter number: the number of the link or of the guest's meeting.
  package init(_ partner: MeetingPartner, isHost: Bool, number: UInt64 = 0) {
    let name = SafeText(String(decoding: partner.name, as: UTF8.self), limit: .name)
    self.init(
      number: number, author: ReplicaGenesis.author(of: partner.identityKey),
      name: name.string.isEmpty ? SafeText("somebody") : name, words: partner.words,
      mayDraw: partner.role == .draw, isHost: isHost)
  }
}

extension MeetingOutcome {
  package init(_ end: MeetingEnd) {
    self =
      switch end {
      case .refused(.declined): .declined
      case .refused(.busy): .busy
      case .refused(.tooManyAttempts): .tooManyTries
      case .refused(.noAnswer), .refused(.unknown), .noAnswer: .noAnswer
      case .refused, .failed(.malformed), .failed(.cryptographyFailed): .forged
      case .failed(.version): .failed(SafeText("the other Easel has another version"))
      case .failed(.ownKey): .oneself
      case .left: .left
      case .fault(let fault): fault.cause == .broken ? .gone : .failed(SafeText("\(fault)"))
      }
  }
}
