import EaselBase
import GroupBase
import GroupCore
import GroupTesting
import GroupWire
import Testing

/// Calls of several members over links with weather, under a clock that only a test moves.
///
/// The same seed gives the same run.
struct CallWorld {
  /// The events of one member, in order.
  enum Seen: Hashable {
    case session(SessionID, SessionChange)
    case message([UInt8], from: ParticipantID)
    case eligible(Bool)
    case undelivered(MemberID)
    case hasRoom
  }

  enum Event {
    case arrives(LinkMessage, LinkID, at: MemberID)
    case answers(LinkID, of: MemberID, MemberID)
    case breaks(LinkID, at: MemberID)
  }

  var chance: SplitMix64
  private var network = NetworkModel()
  private(set) var now = Uptime(milliseconds: 0)
  var agenda = Agenda<Event>()
  private(set) var calls: [MemberID: Call] = [:]
  private(set) var seen: [MemberID: [Seen]] = [:]
  /// How often each envelope was handed to a link.
  private var carried: [MemberID: [UInt64: Int]] = [:]
  /// Pairs of members between which nothing arrives.
  var cut: Set<Set<MemberID>> = []
  /// The members that dial by themselves.
  var redials: [MemberID: Reconnector] = [:]
  /// Pairs of which the first cannot dial the second, and learns that, or does not.
  var refusing: Set<[MemberID]> = []
  var hanging: Set<[MemberID]> = []
  var dials = 0
  /// To these nothing arrives.
  var deaf: Set<MemberID> = []
  /// The members that the others know as watchers.
  var watchers: Set<MemberID> = []
  /// The most bytes that one message over a link took.
  private(set) var largest = 0
  var lastLink: UInt64 = 0
  /// The far end of each link, by the near end.
  var links: [MemberID: [LinkID: (member: MemberID, link: LinkID)]] = [:]

  /// The faults of the links; a greeting meets only their delay.
  var weather: NetworkModel.Weather {
    get { network.weather }
    set { network.weather = newValue }
  }

  /// How often the most travelled envelope of this member was handed to a link.
  func copies(from origin: MemberID) -> Int { carried[origin]?.values.max() ?? 0 }

  /// How many envelopes of this member were handed to links.
  func envelopes(from origin: MemberID) -> Int { carried[origin]?.count ?? 0 }

  init(seed: UInt64) { chance = SplitMix64(seed: seed) }

  mutating func add(_ raw: UInt64, kind: MemberProfile.Kind = .person) -> MemberID {
    let member = MemberID(raw)
    calls[member] = Call(
      me: member, profile: MemberProfile(kind: kind), coding: WireCoding.call, at: now)
    seen[member] = []
    return member
  }

  mutating func dial(_ member: MemberID, _ other: MemberID) {
    lastLink += 2
    let (near, far) = (LinkID(lastLink), LinkID(lastLink + 1))
    links[member, default: [:]][near] = (other, far)
    links[other, default: [:]][far] = (member, near)
    redials[member]?.dialled(near, at: now)
    update(member) { $0.opened(near, isDialled: true, at: $1) }
    update(other) { $0.opened(far, isDialled: false, at: $1) }
  }

  /// Both ends learn that their links are gone.
  mutating func hangUp(_ member: MemberID, _ other: MemberID) {
    for (link, far) in links[member] ?? [:] where far.member == other { close(link, of: member) }
  }

  /// The process ends without a word.
  mutating func kill(_ member: MemberID) {
    for link in (links[member] ?? [:]).keys.sorted() { close(link, of: member) }
    calls[member] = nil
    redials[member] = nil
  }

  /// Does something to one member's call, and what follows from it.
  mutating func update(_ member: MemberID, _ event: (inout Call, Uptime) -> [Call.Action]) {
    guard var call = calls[member] else { return }
    call.isWatcher = watchers.contains(member)
    let actions = event(&call, now)
    calls[member] = call
    perform(actions, of: member)
    redial(member)
  }

  /// From now on it says where it can be dialled and finds itself another upstream.
  mutating func redials(_ member: MemberID) {
    redials[member] = Reconnector(me: member)
    update(member) { $0.changeProfile(MemberProfile(addresses: ["\(member.raw)"]), at: $1) }
  }

  /// Lets time pass.
  mutating func run(milliseconds: Int64) {
    let end = now.advanced(by: milliseconds)
    for _ in 0..<1_000_000 {
      let deadline = nextDeadline
      let event = agenda.next(until: max(now, min(deadline ?? end, end)))
      now = agenda.now
      if let event {
        handle(event)
      } else if let deadline, deadline <= now {
        wake()
      } else if now == end {
        return
      }
    }
    Issue.record("a deadline that never passes")
  }

  private var nextDeadline: Uptime? {
    (calls.values.compactMap(\.deadline) + redials.values.compactMap(\.deadline)).min()
  }

  private mutating func wake() {
    for member in calls.keys.sorted() {
      if (calls[member]?.deadline).map({ $0 <= now }) ?? false {
        update(member) { $0.woke(at: $1) }
      }
      if (redials[member]?.deadline).map({ $0 <= now }) ?? false { redial(member) }
    }
  }

  private mutating func handle(_ event: Event) {
    switch event {
    case .arrives(let message, let link, let member):
      guard links[member]?[link] != nil else { return }
      var rank = AdmissionRule.Rank.drawer
      if case .envelope(let envelope) = message, watchers.contains(envelope.origin) {
        rank = .watcher
      }
      update(member) { $0.received(message, over: link, by: rank, at: $1) }
    case .breaks(let link, let member):
      links[member]?[link] = nil
      redials[member]?.closed(link, nil, at: now, using: &chance)
      update(member) { $0.closed(link, at: $1) }
    case .answers(let near, let member, let other): connect(near, of: member, to: other)
    }
  }

  private mutating func perform(_ actions: [Call.Action], of member: MemberID) {
    for action in actions {
      switch action {
      case .transmit(let message, let link): transmit(message, over: link, from: member)
      case .close(let link, _): close(link, of: member)
      case .session(let session, let change): seen[member]?.append(.session(session, change))
      case .deliver(let messages, let sender, _):
        seen[member]? += messages.map { .message($0.bytes, from: sender) }
      case .eligible(let isEligible): seen[member]?.append(.eligible(isEligible))
      case .undelivered(let reader): seen[member]?.append(.undelivered(reader))
      case .hasRoom: seen[member]?.append(.hasRoom)
      case .linked(let other, let link): redials[member]?.linked(link, to: other, at: now)
      case .lostUpstream(let link, let reason):
        redials[member]?.closed(link, reason, at: now, using: &chance)
      case .membersChanged: break
      }
    }
  }

  private mutating func transmit(_ message: LinkMessage, over link: LinkID, from member: MemberID) {
    guard let far = links[member]?[link] else { return }
    if case .envelope(let envelope) = message {
      carried[envelope.origin, default: [:]][envelope.number, default: 0] += 1
      largest = max(largest, message.encoded().count)
    }
    if cut.contains([member, far.member]) || deaf.contains(far.member) { return }
    let weather = network.weather
    // Greetings are part of making a connection, which is made or not.
    if case .hello = message { network.weather = .init(delay: weather.delay) }
    let direction = NetworkModel.Direction(
      from: Int(truncatingIfNeeded: member.raw), to: Int(truncatingIfNeeded: far.member.raw))
    for moment in network.arrivals(over: far.link, in: direction, at: now, using: &chance) {
      agenda.note(.arrives(message, far.link, at: far.member), at: moment)
    }
    network.weather = weather
  }

  mutating func close(_ link: LinkID, of member: MemberID) {
    guard let far = links[member]?.removeValue(forKey: link) else { return }
    update(member) { $0.closed(link, at: $1) }
    // Behind all messages that are on their way.
    let pause = network.weather.delayMilliseconds.upperBound + 1
    agenda.note(.breaks(far.link, at: far.member), at: now.advanced(by: pause))
  }
}
