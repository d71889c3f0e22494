import EaselBase
import GroupBase
import GroupTesting

/// Carries letters between members 0, 1, 2 … through bad weather, by a clock of its own.
struct Post<Message> {
  var weather: Weather
  var chance: SplitMix64
  private(set) var now = Uptime(milliseconds: 0)
  /// By the millisecond at which they arrive, each millisecond's in the order sent.
  private var letters: [Int64: [Letter]] = [:]
  private var lastDue: [Pair: Int64] = [:]
  /// Which island each member is on; those on different ones do not hear each other.
  private(set) var islands: [Int: Int] = [:]

  struct Letter {
    let from: Int
    let to: Int
    let mode: DeliveryMode
    let message: Message
  }

  private struct Pair: Hashable {
    let from: Int
    let to: Int
  }

  init(_ weather: Weather, seed: UInt64) {
    self.weather = weather
    chance = SplitMix64(seed: seed)
  }

  mutating func send(_ message: Message, from: Int, to: Int, _ mode: DeliveryMode) {
    let copies = mode == .unreliable && chance.percent(weather.doublingPercent) ? 2 : 1
    for _ in 0..<copies where mode == .reliable || !chance.percent(weather.lossPercent) {
      enqueue(message, from: from, to: to, mode)
    }
  }

  /// The next letter that arrives until then, at whose arrival the clock stands; nil when there is
  /// none, and the clock stands there.
  mutating func next(until end: Uptime) -> Letter? {
    while now <= end {
      guard let letter = letters[now.milliseconds]?.first else {
        letters[now.milliseconds] = nil
        guard now < end else { return nil }
        now = now.advanced(by: 1)
        continue
      }
      letters[now.milliseconds]?.removeFirst()
      if islands[letter.from, default: 0] == islands[letter.to, default: 0] { return letter }
      if letter.mode == .reliable, weather.keepsReliable { wait(letter) }
    }
    return nil
  }

  mutating func part(_ islands: [Int: Int]) { self.islands = islands }

  /// A lost piece of a reliable stream is sent again after 150 ms and holds up what follows.
  private mutating func enqueue(_ message: Message, from: Int, to: Int, _ mode: DeliveryMode) {
    var due = now.milliseconds + .random(in: 0...weather.delayMax, using: &chance)
    if mode == .reliable {
      while chance.percent(weather.lossPercent) { due += 150 }
      due = max(due, lastDue[Pair(from: from, to: to)] ?? 0)
      lastDue[Pair(from: from, to: to)] = due
    }
    letters[due, default: []].append(Letter(from: from, to: to, mode: mode, message: message))
  }

  /// Tried again later, and before all that follows it.
  private mutating func wait(_ letter: Letter) {
    let due = now.milliseconds + 150
    var late = [letter]
    for time in now.milliseconds..<due {
      let isLate = { (other: Letter) in
        other.mode == .reliable && other.from == letter.from && other.to == letter.to
      }
      late += letters[time]?.filter(isLate) ?? []
      letters[time]?.removeAll(where: isLate)
    }
    letters[due] = late + (letters[due] ?? [])
    let pair = Pair(from: letter.from, to: letter.to)
    lastDue[pair] = max(lastDue[pair] ?? 0, due)
  }
}

struct Weather {
  var lossPercent: UInt64 = 0
  var doublingPercent: UInt64 = 0
  /// Milliseconds.
  var delayMax: Int64 = 50
  /// Whether reliable messages wait for a partition's end or are lost with their links.
  var keepsReliable = true

  static func any(using chance: inout SplitMix64) -> Weather {
    Weather(
      lossPercent: .random(in: 0...30, using: &chance),
      doublingPercent: .random(in: 0...30, using: &chance),
      delayMax: .random(in: 1...150, using: &chance),
      keepsReliable: Bool.random(using: &chance))
  }
}

extension SplitMix64 {
  mutating func percent(_ percent: UInt64) -> Bool { next() % 100 < percent }
}

extension ParticipantID {
  /// The participant that the tests call by that number.
  static func test(_ index: Int) -> ParticipantID {
    ParticipantID(MemberID(UInt64(index)), join: 1)
  }
}
