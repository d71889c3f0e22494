import EaselBase
import HeapModule

/// Future events, each with its moment, under a clock that only this agenda moves.
///
/// Events of the same moment come in the order in which they were noted.
public struct Agenda<Event> {
  /// The moment of the last event, or a later moment that `next(until:)` reached without an event.
  public private(set) var now: Uptime
  private var due = Heap<Item>()
  /// The events by number. The sorted items hold only the numbers, so that they are small and of
  /// one type.
  private var events: [UInt64: Event] = [:]
  private var lastNumber: UInt64 = 0

  /// Creates an agenda without events, with the clock at this moment.
  public init(at now: Uptime = Uptime(milliseconds: 0)) { self.now = now }

  /// Whether there are no future events.
  public var isEmpty: Bool { due.isEmpty }
  /// The number of future events.
  public var count: Int { due.count }

  /// Adds an event; an event for the past happens next.
  public mutating func note(_ event: Event, at moment: Uptime) {
    lastNumber += 1
    due.insert(Item(at: moment, number: lastNumber))
    events[lastNumber] = event
  }

  /// Returns the next event due by `end` and moves the clock to its moment. Returns nil if there is
  /// none, and moves the clock to `end`.
  public mutating func next(until end: Uptime) -> Event? {
    guard let first = due.min, first.at <= end else {
      now = max(now, end)
      return nil
    }
    due.removeMin()
    now = max(now, first.at)
    return events.removeValue(forKey: first.number)
  }
}

/// The moment of an event, and its number: of two events at the same moment, the first noted has
/// the smaller number.
private struct Item: Comparable {
  let at: Uptime
  let number: UInt64

  static func < (one: Item, other: Item) -> Bool {
    (one.at, one.number) < (other.at, other.number)
  }
}
