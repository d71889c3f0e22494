/// A binary heap. The caller passes the order of the elements, because the order of slots follows from
/// the operations.
struct Heap<Element: Sendable>: Sendable {
  private(set) var elements: [Element] = []

  /// The element above all others.
  var top: Element? { elements.first }

  mutating func insert(_ element: Element, by isAbove: (Element, Element) -> Bool) {
    var place = elements.count
    elements.append(element)
    while place > 0, isAbove(elements[place], elements[(place - 1) / 2]) {
      elements.swapAt((place - 1) / 2, place)
      place = (place - 1) / 2
    }
  }

  mutating func pop(by isAbove: (Element, Element) -> Bool) -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let top = elements.first else { return last }
    elements[0] = last
    var place = 0
    while 2 * place + 1 < elements.count {
      var child = 2 * place + 1
      if child + 1 < elements.count, isAbove(elements[child + 1], elements[child]) { child += 1 }
      guard isAbove(elements[child], elements[place]) else { break }
      elements.swapAt(place, child)
      place = child
    }
    return top
  }
}
