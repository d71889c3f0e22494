import BoardContract
import BoardFiles
import BoardSessions
import EaselBase
import EaselPlatform
import GroupSecurity
import LocalDiscovery
import ScreenContract
import SecureTransports
import SocketTransports
import Synchronization
import SystemFiles

/// A meeting at the command line, in which this user is the guest: `easel join --nearby`.
struct NearbyMeeting {
  let localAuthor: LocalAuthor
  let known: KnownPeople
  /// The role that this user wants at most.
  let role: Role

  /// The longest time to look for people before the first one is found.
  private static let patience = Duration.seconds(20)
  /// After the first answer, others have this time to answer.
  private static let gathering = Duration.seconds(2)
  private static let nobody =
    "nobody nearby was found. The other person presses I and then n; a firewall may hide people."
  static let noMulticast = "this network carries no multicast: nobody nearby can be found."

  /// Finds a person, and returns the place to join by the ticket that the person gave.
  func target(_ settings: CallSettings) throws(UserError) -> JoinTarget {
    let person = try choose(among: try find())
    let (ticket, host) = try meet(person)
    let target = JoinTarget(
      by: try NearbyFacts.sorted(ticket, first: person.address.string), localAuthor, settings)
    target.connection.membership.noteMet(host)
    return target
  }

  private func find() throws(UserError) -> [NearbyPerson] {
    let notice = WaitNotice("Looking for people nearby… Ctrl-C cancels.")
    defer { notice.end() }
    let events = Mutex<LocalDiscovery.Event?>(nil)
    let isNews = WakePipe()
    let discovery = LocalDiscovery { Uptime(milliseconds: SystemClock.uptime()) }
    defer { discovery.stop() }
    discovery.browse(NearbyFacts.browser(besides: [])) { event in
      if case .found(let runs) = event, runs.isEmpty { return }
      events.withLock { $0 = event }
      isNews.ring()
    }
    MainActor.assumeIsolated {
      MainLoop.run(until: isNews, milliseconds: Self.patience.milliseconds)
      MainLoop.run(until: WakePipe(), milliseconds: Self.gathering.milliseconds)
    }
    switch events.withLock({ $0 }) {
    case .found(let runs):
      let people = NearbyFacts.people(
        runs, besides: localAuthor.person().author, known: known.inOrder.map(\.author))
      guard people.isEmpty else { return people }
      throw UserError(Self.nobody)
    case .noMulticast: throw UserError(Self.noMulticast)
    case nil:
      throw UserError(Self.nobody)
    }
  }

  private func choose(among people: [NearbyPerson]) throws(UserError) -> NearbyPerson {
    for (index, person) in people.enumerated() {
      let name = person.author.flatMap { known[$0] }.map { "perhaps \($0.fullName)" }
      let host = person.address.string.dropFirst("tcp://".count).prefix { $0 != ":" }
      let right = person.mayDraw ? "lets you draw" : "lets you watch"
      Report.line(SafeText("\(index + 1)  \(name ?? "somebody at \(host)"), \(right)"))
    }
    guard let number = Int(try answer("Whom do you meet? ")), people.indices.contains(number - 1)
    else { throw UserError("nobody was chosen.", code: UserError.usage) }
    return people[number - 1]
  }

  /// - Returns: the ticket, and the identity key of the person who gave it.
  private func meet(
    _ person: NearbyPerson
  ) throws(UserError) -> (ticket: Ticket, host: [UInt8]) {
    var chance = SystemRandomNumberGenerator()
    let events = Mutex<[MeetingClient.Event]>([])
    let isNews = WakePipe()
    let guest: MeetingGuest
    do {
      guest = try MeetingGuest(
        MeetingParticipant(
          localAuthor.identity, name: Array(localAuthor.name.string.utf8), role: role),
        chance: chance.bytes(MeetingParticipant.chanceLength))
    } catch { throw UserError("the meeting could not begin.") }
    let client = MeetingClient(
      guest, at: person.address.string, over: TCPTransport(usesDatagrams: false)
    ) { event in
      events.withLock { $0.append(event) }
      isNews.ring()
    }
    defer { client.cancel() }
    var host: [UInt8] = []
    while true {
      MainActor.assumeIsolated { MainLoop.run(until: isNews) }
      for event in events.withLock({ events in
        defer { events = [] }
        return events
      }) {
        switch event {
        case .met(let partner):
          host = partner.identityKey
          var meeting = Meeting(partner, isHost: false)
          meeting.announced = person.author
          try compare(meeting, client)
        case .received(let ticket): return (ticket, host)
        case .ended(let end): throw UserError(MeetingOutcome(end).sentence)
        }
      }
    }
  }

  /// Shows the words, and asks the user. What was typed in the first second does not count.
  private func compare(_ meeting: Meeting, _ client: MeetingClient) throws(UserError) {
    let right = meeting.mayDraw ? "draw" : "watch"
    let isRecognised = known.recognised(in: meeting) != nil
    let introduction = isRecognised ? "" : "Somebody says: \(meeting.name.string). "
    Report.line(SafeText(introduction + known.advice(on: meeting)))
    Report.line(SafeText("    \(meeting.words.joined(separator: "  "))"))
    MainActor.assumeIsolated {
      MainLoop.run(until: WakePipe(), milliseconds: MeetingTimes.reading.milliseconds + 50)
    }
    tcflush(STDIN_FILENO, TCIFLUSH)
    let said = try answer(
      "Do both screens show these words? You get the ticket to \(right). [y/N] ")
    guard said.lowercased() == "y" else {
      throw UserError("you did not confirm. No ticket passed.")
    }
    // If the meeting is over, its end tells so.
    guard client.confirm() else { return }
    Report.notice("waiting until \(meeting.name.string) confirms; Ctrl-C cancels.")
  }

  private func answer(_ question: String) throws(UserError) -> String {
    Report.prompt(question)
    guard let line = readLine() else { throw UserError("there was no answer.") }
    return line.trimmed
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension MeetingOutcome {
  /// The end of a meeting without a ticket, for the command line.
  fileprivate var sentence: String {
    switch self {
    case .done: "the ticket passed."
    case .declined: "the other person declined. No ticket passed."
    case .busy: "the other person meets somebody else now. Try again in a minute."
    case .tooManyTries: "three tries failed there. Try again in a minute."
    case .noAnswer: "there was no answer within a minute. No ticket passed."
    case .oneself: "that is your own Easel."
    case .forged: "no ticket passed: a message was changed. Somebody may be between you."
    case .left: "you gave up. No ticket passed."
    case .gone: "the other person is gone. No ticket passed."
    case .failed(let reason): "no ticket passed: \(reason.clause)."
    }
  }
}
