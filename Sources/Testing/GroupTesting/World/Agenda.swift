import EaselBase

/// What is to happen, each thing at its moment, under a clock that nothing else moves.
///
/// Of one moment in the order in which they were noted.
public struct Agenda<Event> {
  /// The moment of the last event taken, or up to which there was none.
  public private(set) var now: Uptime
  private var moments = Moments()
  /// Apart, so that what is sorted is small and of one type.
  private var events: [Event?] = []
  private var free: [Int] = []

  public init(at now: Uptime = Uptime(milliseconds: 0)) { self.now = now }

  public var isEmpty: Bool { moments.count == 0 }
  public var count: Int { moments.count }

  /// What is noted for the past happens next.
  public mutating func note(_ event: Event, at moment: Uptime) {
    moments.note(keep(event), at: moment)
  }

  /// The next event due by then, at whose moment the clock stands; nil where there is none, and the
  /// clock stands there.
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

/// Numbers, each with its moment, the earliest first and of one moment the one noted first.
private struct Moments {
  /// A heap: none is due before the one at half its place.
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
