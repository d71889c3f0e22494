import EaselBase
import Testing

@testable import GroupPlayback

/// People around one table: each message arrives at once, and time passes only when a test says so.
struct PlaybackTable {
  private(set) var groups: [Bytes16: PlaybackGroup] = [:]
  private(set) var now = HostTime(microseconds: 1_000_000)
  /// The commands that each player was given.
  private(set) var controls: [Bytes16: [PlaybackControl]] = [:]
  /// The messages that were sent, in order, without beats.
  private(set) var sent: [PlaybackMessage] = []
  /// The people whose player needs a test's word to become ready.
  var slow: Set<Bytes16> = []
  /// The people whom nothing reaches and who do nothing.
  var stopped: Set<Bytes16> = []
  private var here: [Bytes16] = []
  private var watchers: Set<Bytes16> = []

  static let (ann, bob, cleo) = (id(1), id(2), id(3))
  static func id(_ number: UInt64) -> Bytes16 { Bytes16(high: 0, low: number) }

  /// Lets people come, each with this item.
  init(_ people: [Bytes16] = [ann, bob], item: String? = "film") {
    for person in people { come(person, item: item) }
    pass(.seconds(2))
  }

  mutating func come(_ person: Bytes16, item: String? = "film", watches: Bool = false) {
    groups[person] = PlaybackGroup(me: person)
    here.append(person)
    if watches { watchers.insert(person) }
    participantsChanged()
    act(person) { $0.changeItem(to: item, proposing: nil, at: $1) }
  }

  /// Leaves the group, but not the session, and comes back to the group.
  mutating func comeBack(_ person: Bytes16, item: String? = "film") {
    act(person) { $0.detach(at: $1) }
    groups[person] = PlaybackGroup(me: person)
    participantsChanged()
    act(person) { $0.changeItem(to: item, proposing: nil, at: $1) }
  }

  mutating func leave(_ person: Bytes16) {
    here.removeAll { $0 == person }
    participantsChanged()
  }

  private mutating func participantsChanged() {
    let people = here.map { PlaybackParticipant($0, mayCommand: !watchers.contains($0)) }
    for person in here {
      act(person) { $0.participantsChanged(to: people, at: $1) }
    }
  }

  /// Lets a person act, with all that follows at once.
  mutating func act(
    _ person: Bytes16, _ event: (inout PlaybackGroup, HostTime) -> [PlaybackAction]
  ) {
    var due = [(person, handle(person, event))]
    while !due.isEmpty {
      let (actor, actions) = due.removeFirst()
      for action in actions {
        switch action {
        case .send(let message, let to, _):
          if case .clock = message {} else { sent.append(message) }
          for reader in here where reader != actor && isRecipient(reader, of: to) {
            if !stopped.contains(reader) {
              due.append((reader, handle(reader) { $0.receive(message, from: actor, at: $1) }))
            }
          }
        case .control(let control):
          controls[actor, default: []].append(control)
          if !slow.contains(actor) {
            due.append((actor, handle(actor) { $0.becameReady(for: control.number, at: $1) }))
          }
        case .othersChanged, .nextRateChanged: break
        }
      }
    }
  }

  private func isRecipient(_ reader: Bytes16, of recipients: PlaybackRecipients) -> Bool {
    if case .only(let chosen) = recipients { chosen.contains(reader) } else { true }
  }

  private mutating func handle(
    _ person: Bytes16, _ event: (inout PlaybackGroup, HostTime) -> [PlaybackAction]
  ) -> [PlaybackAction] {
    guard var group = groups[person] else { return [] }
    defer { groups[person] = group }
    return event(&group, now)
  }

  /// Lets time pass, and wakes whoever is due.
  mutating func pass(_ duration: Duration) {
    let end = now.advanced(by: duration)
    while true {
      let due = here.filter { !stopped.contains($0) }
        .compactMap { person in groups[person]?.deadline.map { (max($0, now), person) } }
        .min { $0 < $1 }
      guard let (time, person) = due, time <= end else { break }
      now = time
      act(person) { $0.woke(at: $1) }
    }
    now = end
  }

  // MARK: What is seen

  /// The moment of a person's player in milliseconds, by the last commands for it.
  func player(_ person: Bytes16) -> Int64? {
    groups[person]?.order.map { $0.timing.itemTime(at: now).microseconds / 1_000 }
  }

  func rate(_ person: Bytes16) -> Float? { groups[person]?.order?.timing.rate }

  /// The kinds of a person's commands since the last call of ``forget()``.
  func kinds(_ person: Bytes16) -> [String] {
    controls[person, default: []].map { control in
      switch control.kind {
      case .play: "play"
      case .pause(let rate): rate == nil ? "pause" : "pause, get ready"
      case .seek(_, let rate, _): rate == nil ? "seek" : "seek, get ready"
      case .buffer: "get ready"
      }
    }
  }

  mutating func forget() { (controls, sent) = ([:], []) }

  // MARK: Short words

  mutating func play(_ person: Bytes16, at rate: Float = 1) {
    act(person) { $0.changeRate(to: rate, at: $1) }
  }
  mutating func choose(_ person: Bytes16, _ rate: Float) {
    act(person) { $0.chooseRate(rate, at: $1) }
  }
  mutating func pause(_ person: Bytes16) { act(person) { $0.changeRate(to: 0, at: $1) } }
  mutating func seek(_ person: Bytes16, to seconds: Int64) {
    act(person) { $0.seek(to: ItemTime(microseconds: seconds * 1_000_000), at: $1) }
  }
  mutating func suspend(_ person: Bytes16, _ id: UInt64 = 1, for reason: String = "mine") {
    act(person) { $0.beginSuspension(id, for: reason, at: $1) }
  }
  mutating func resume(_ person: Bytes16, _ id: UInt64 = 1, proposing seconds: Int64? = nil) {
    let moment = seconds.map { ItemTime(microseconds: $0 * 1_000_000) }
    act(person) { $0.endSuspension(id, proposing: moment, at: $1) }
  }
  mutating func open(_ person: Bytes16, _ item: String?, at seconds: Int64? = nil) {
    act(person) { group, now in
      group.changeItem(
        to: item,
        proposing: seconds.map {
          PlaybackTiming(
            rate: 0, itemTime: ItemTime(microseconds: $0 * 1_000_000), hostTime: now)
        }, at: now)
    }
  }
  mutating func becomeReady(_ person: Bytes16) {
    guard let number = controls[person]?.last?.number else { return }
    act(person) { $0.becameReady(for: number, at: $1) }
  }
}
