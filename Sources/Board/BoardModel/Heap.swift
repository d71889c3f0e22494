/// A binary heap. The caller passes the order of the elements, because the order of slots follows from
/// the operations.
struct Heap<Element: Sendable>: Sendable {
  private(set) var elements: [Element] = []

  /// The element above all others.
  var top: Element? { elements.first }

  mutating func insert(_ element: Element, by isAbove: (Element, Element) -> Bool) {
    var index = elements.count
    elements.append(element)
    while index > 0, isAbove(elements[index], elements[(index - 1) / 2]) {
      elements.swapAt((index - 1) / 2, index)
      index = (index - 1) / 2
    }
  }

  mutating func pop(by isAbove: (Element, Element) -> Bool) -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let top = elements.first else { return last }
    elements[0] = last
    var index = 0
    while 2 * index + 1 < elements.count {
      var child = 2 * index + 1
      if child + 1 < elements.count, isAbove(elements[child + 1], elements[child]) { child += 1 }
      guard isAbove(elements[child], elements[index]) else { break }
      elements.swapAt(index, child)
      index = child
    }
    return top
  }
}
