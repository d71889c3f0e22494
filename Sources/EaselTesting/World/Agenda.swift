import Sharing

/// What is to happen, each thing at its moment, under a clock that nothing else moves.
///
/// Of one moment in the order in which they were noted.
public struct Agenda<Event> {
  /// The moment of the last event taken, or up to which there was none.
  public private(set) var now: Uptime
  /// A heap: none is due before the one at half its place.
  private var heap: [Item] = []
  /// Apart, so that what moves in the heap is small.
  private var events: [Event?] = []
  private var free: [Int] = []
  private var noted: UInt64 = 0

  private struct Item {
    let at: Uptime
    let order: UInt64
    let place: Int

    func precedes(_ other: Item) -> Bool { (at, order) < (other.at, other.order) }
  }

  public init(at now: Uptime = Uptime(milliseconds: 0)) { self.now = now }

  public var isEmpty: Bool { heap.isEmpty }
  public var count: Int { heap.count }

  /// What is noted for the past happens next.
  public mutating func note(_ event: Event, at moment: Uptime) {
    noted += 1
    heap.append(Item(at: moment, order: noted, place: keep(event)))
    var place = heap.count - 1
    while place > 0, heap[place].precedes(heap[(place - 1) / 2]) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// The next event due by then, at whose moment the clock stands; nil where there is none, and the
  /// clock stands there.
  public mutating func next(until end: Uptime) -> Event? {
    guard let first = heap.first, first.at <= end else {
      now = max(now, end)
      return nil
    }
    now = max(now, first.at)
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink()
    }
    defer { events[first.place] = nil }
    free.append(first.place)
    return events[first.place]
  }

  private mutating func keep(_ event: Event) -> Int {
    guard let place = free.popLast() else {
      events.append(event)
      return events.count - 1
    }
    events[place] = event
    return place
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
