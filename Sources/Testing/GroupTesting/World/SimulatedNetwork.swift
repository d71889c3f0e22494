import EaselBase

/// What becomes of messages between nodes 0, 1, 2 …: lost, doubled, delayed, overtaken.
///
/// It carries nothing itself. Whoever does asks for the moments at which a message arrives; the same
/// seed gives the same answers.
public struct SimulatedNetwork: Sendable {
  public var weather: Weather
  /// Along these nothing arrives.
  public var cut: Set<Way> = []
  private var cloggedUntil: [Way: Uptime] = [:]
  private var lastArrival: [LinkID: Uptime] = [:]

  public struct Weather: Hashable, Sendable {
    /// Of a hundred messages.
    public var lossPercent: UInt64
    public var doublingPercent: UInt64
    /// Milliseconds.
    public var delay: ClosedRange<Int64>
    /// Messages of one link overtake each other.
    public var isReordering: Bool

    public init(
      lossPercent: UInt64 = 0, doublingPercent: UInt64 = 0, delay: ClosedRange<Int64> = 1...10,
      isReordering: Bool = false
    ) {
      self.lossPercent = lossPercent
      self.doublingPercent = doublingPercent
      self.delay = delay
      self.isReordering = isReordering
    }
  }

  /// From one node to another, not back.
  public struct Way: Hashable, Sendable {
    public let from: Int
    public let to: Int

    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  public init(_ weather: Weather = Weather()) { self.weather = weather }

  /// All arrives on that way, but not before then.
  public mutating func clog(_ way: Way, until end: Uptime) { cloggedUntil[way] = end }

  public mutating func clear() {
    cut = []
    cloggedUntil = [:]
  }

  /// When a message arrives that is sent now; never, once or twice.
  public mutating func arrivals(
    over link: LinkID, along way: Way, at now: Uptime, using chance: inout SplitMix64
  ) -> [Uptime] {
    if cut.contains(way) || chance.percent(weather.lossPercent) { return [] }
    let copies = chance.percent(weather.doublingPercent) ? 2 : 1
    return (0..<copies).map { _ in
      var at = now.advanced(by: delay(using: &chance))
      if let end = cloggedUntil[way] { at = max(at, end) }
      if !weather.isReordering {
        at = max(at, lastArrival[link] ?? at)
        lastArrival[link] = at
      }
      return at
    }
  }

  /// Mostly short: of two numbers within the range the smaller one.
  private func delay(using chance: inout SplitMix64) -> Int64 {
    let width = UInt64(clamping: weather.delay.upperBound - weather.delay.lowerBound) + 1
    return weather.delay.lowerBound + Int64(min(chance.next() % width, chance.next() % width))
  }

  /// Nothing more comes over that link.
  public mutating func forget(_ link: LinkID) { lastArrival[link] = nil }
}

extension SplitMix64 {
  /// True so many times of a hundred.
  public mutating func percent(_ percent: UInt64) -> Bool {
    percent > 0 && next() % 100 < percent
  }

  /// One of 0 ..< count, and 0 where there is none: faster than `Int.random` and as even as a test
  /// needs.
  public mutating func below(_ count: Int) -> Int { count > 0 ? Int(next() % UInt64(count)) : 0 }

  public mutating func among(_ range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(next() % (UInt64(range.upperBound - range.lowerBound) + 1))
  }
}
