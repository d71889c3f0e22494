import EaselBase

/// Future events, each with its moment, under a clock that only this agenda moves.
///
/// Events of the same moment come in the order in which they were noted.
public struct Agenda<Event> {
  /// The moment of the last event, or the later moment up to which no event was due.
  public private(set) var now: Uptime
  private var moments = Moments()
  /// The events are kept apart, so that the sorted items are small and of one type.
  private var events: [Event?] = []
  private var free: [Int] = []

  public init(at now: Uptime = Uptime(milliseconds: 0)) { self.now = now }

  public var isEmpty: Bool { moments.count == 0 }
  public var count: Int { moments.count }

  /// Adds an event; an event for the past happens next.
  public mutating func note(_ event: Event, at moment: Uptime) {
    moments.note(keep(event), at: moment)
  }

  /// Returns the next event due by `end` and moves the clock to its moment. Returns nil if there is
  /// none, and moves the clock to `end`.
  public mutating func next(until end: Uptime) -> Event? {
    guard let (at, place) = moments.next(until: end) else {
      now = max(now, end)
      return nil
    }
    now = max(now, at)
    defer { events[place] = nil }
    free.append(place)
    return events[place]
  }

  private mutating func keep(_ event: Event) -> Int {
    guard let place = free.popLast() else {
      events.append(event)
      return events.count - 1
    }
    events[place] = event
    return place
  }
}

/// Numbers, each with its moment; the earliest comes first, and at equal moments the first noted.
private struct Moments {
  /// A heap: no item is due before its parent, at half its index.
  private var heap: [Item] = []
  private var noted: UInt64 = 0

  private struct Item {
    let at: Uptime
    let order: UInt64
    let number: Int

    func precedes(_ other: Item) -> Bool { (at, order) < (other.at, other.order) }
  }

  var count: Int { heap.count }

  mutating func note(_ number: Int, at moment: Uptime) {
    noted += 1
    heap.append(Item(at: moment, order: noted, number: number))
    var place = heap.count - 1
    while place > 0, heap[place].precedes(heap[(place - 1) / 2]) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func next(until end: Uptime) -> (at: Uptime, number: Int)? {
    guard let first = heap.first, first.at <= end else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink()
    }
    return (first.at, first.number)
  }

  private mutating func sink() {
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < heap.count && heap[child].precedes(heap[least]) {
        least = child
      }
      guard least != place else { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}
