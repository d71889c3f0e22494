import EaselBase
import GroupBase
import GroupTesting

/// A network that carries messages between members 0, 1, 2 … under a clock of its own.
struct SimulatedPost<Message> {
  var weather: Weather
  var chance: SplitMix64
  private var agenda = Agenda<Delivery>()
  /// Unreliable messages of a pair may overtake each other.
  private var datagrams = NetworkModel()
  private var streams = NetworkModel()
  /// The island of each member; members on different islands do not hear each other.
  private(set) var islands: [Int: Int] = [:]
  /// The reliable messages that wait for the end of a partition, in order.
  private var held: [Delivery] = []

  struct Delivery {
    let from: Int
    let to: Int
    let mode: DeliveryMode
    let message: Message
  }

  init(_ weather: Weather, seed: UInt64) {
    self.weather = weather
    chance = SplitMix64(seed: seed)
  }

  var now: Uptime { agenda.now }

  mutating func send(_ message: Message, from: Int, to: Int, _ mode: DeliveryMode) {
    let delivery = Delivery(from: from, to: to, mode: mode, message: message)
    let link = LinkID(UInt64(from) << 32 | UInt64(to))
    let direction = NetworkModel.Direction(from: from, to: to)
    let delay = Duration.zero...(.milliseconds(weather.delayMax))
    let arrivals: [Uptime]
    switch mode {
    case .unreliable:
      datagrams.weather = .init(
        lossPercent: weather.lossPercent, doublingPercent: weather.doublingPercent, delay: delay,
        isReordering: true)
      arrivals = datagrams.arrivals(over: link, in: direction, at: now, using: &chance)
    case .reliable:
      // A lost piece of a reliable stream is sent again after 150 ms and holds up what follows.
      var sent = now
      while chance.percent(weather.lossPercent) { sent = sent.advanced(by: 150) }
      streams.weather = .init(delay: delay)
      arrivals = streams.arrivals(over: link, in: direction, at: sent, using: &chance)
    }
    for moment in arrivals { agenda.note(delivery, at: moment) }
  }

  /// Returns the next message that arrives until then, and moves the clock to its moment. Returns nil
  /// if there is none, and moves the clock to the end.
  mutating func next(until end: Uptime) -> Delivery? {
    while let delivery = agenda.next(until: end) {
      if islands[delivery.from, default: 0] == islands[delivery.to, default: 0] { return delivery }
      if delivery.mode == .reliable, weather.keepsReliable { held.append(delivery) }
    }
    return nil
  }

  /// Parts the members anew. Held messages are tried again, before all that follows them.
  mutating func part(_ islands: [Int: Int]) {
    self.islands = islands
    for delivery in held { agenda.note(delivery, at: now) }
    held = []
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

extension ParticipantID {
  /// The participant that the tests call by that number.
  static func test(_ index: Int) -> ParticipantID {
    ParticipantID(MemberID(UInt64(index)), join: 1)
  }
}
