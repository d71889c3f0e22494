import EaselBase
import GroupBase

/// Decides which messages between nodes 0, 1, 2 … are lost, doubled, delayed or overtaken.
///
/// It carries no messages itself. The caller asks for the moments at which a message arrives; the
/// same seed gives the same answers.
public struct NetworkModel: Sendable {
  /// The faults that messages meet from now on.
  public var weather: Weather
  /// The directions in which no message arrives.
  public var cut: Set<Direction> = []
  private var cloggedUntil: [Direction: Uptime] = [:]
  private var lastArrival: [LinkID: Uptime] = [:]

  /// The faults of a network.
  public struct Weather: Hashable, Sendable {
    /// The number of a hundred messages that are lost.
    public var lossPercent: UInt64
    /// The number of a hundred messages that arrive twice.
    public var doublingPercent: UInt64
    /// The shortest and the longest delay of a message; the network counts whole milliseconds.
    public var delay: ClosedRange<Duration>
    /// Whether messages of one link may overtake each other.
    public var isReordering: Bool

    /// Creates faults; by default only a delay of 1 to 10 milliseconds.
    public init(
      lossPercent: UInt64 = 0, doublingPercent: UInt64 = 0,
      delay: ClosedRange<Duration> = .milliseconds(1)...(.milliseconds(10)),
      isReordering: Bool = false
    ) {
      self.lossPercent = lossPercent
      self.doublingPercent = doublingPercent
      self.delay = delay
      self.isReordering = isReordering
    }

    /// The range of `delay` in milliseconds.
    package var delayMilliseconds: ClosedRange<Int64> {
      get { delay.lowerBound.milliseconds...delay.upperBound.milliseconds }
      set { delay = .milliseconds(newValue.lowerBound)...(.milliseconds(newValue.upperBound)) }
    }
  }

  /// A direction from one node to another, not back.
  public struct Direction: Hashable, Sendable {
    /// The number of the sending node.
    public let from: Int
    /// The number of the receiving node.
    public let to: Int

    /// Creates a direction between two nodes.
    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// Creates a network without cut or clogged directions.
  public init(_ weather: Weather = Weather()) { self.weather = weather }

  /// Delays all messages in this direction until `end` or later. The last call for a direction counts.
  public mutating func clog(_ direction: Direction, until end: Uptime) {
    cloggedUntil[direction] = end
  }

  /// Opens all cut and clogged directions. The faults in `weather` stay.
  public mutating func clear() {
    cut = []
    cloggedUntil = [:]
  }

  /// Returns the arrival moments of a message that is sent now: none, one or two.
  public mutating func arrivals(
    over link: LinkID, in direction: Direction, at now: Uptime, using chance: inout SplitMix64
  ) -> [Uptime] {
    if cut.contains(direction) || chance.percent(weather.lossPercent) { return [] }
    let copies = chance.percent(weather.doublingPercent) ? 2 : 1
    return (0..<copies).map { _ in
      var at = now.advanced(by: delay(using: &chance))
      if let end = cloggedUntil[direction] { at = max(at, end) }
      if !weather.isReordering {
        at = max(at, lastArrival[link] ?? at)
        lastArrival[link] = at
      }
      return at
    }
  }

  /// Returns a mostly short delay: the smaller of two random numbers within the range.
  private func delay(using chance: inout SplitMix64) -> Int64 {
    let range = weather.delayMilliseconds
    let width = UInt64(clamping: range.upperBound - range.lowerBound) + 1
    return range.lowerBound + Int64(min(chance.next() % width, chance.next() % width))
  }

  /// Forgets a link over which no more messages come.
  public mutating func forget(_ link: LinkID) { lastArrival[link] = nil }
}

extension SplitMix64 {
  /// Returns true in this many of a hundred cases; always from 100 on.
  public mutating func percent(_ percent: UInt64) -> Bool {
    percent > 0 && next() % 100 < percent
  }

  /// Returns a number in 0 ..< count, or 0 if `count` is 0: faster than `Int.random` and even
  /// enough for a test.
  public mutating func below(_ count: Int) -> Int { count > 0 ? Int(next() % UInt64(count)) : 0 }

  /// Returns a number in the range, both ends included. The difference of the ends of the range
  /// must fit into `Int64`.
  public mutating func among(_ range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(next() % (UInt64(range.upperBound - range.lowerBound) + 1))
  }
}
