import EaselBase

/// A table with one value for each link of a member, in the order of the link IDs.
///
/// It uses two arrays rather than a dictionary: an envelope that is passed on goes over all links,
/// thousands of times a second, while a new link is rare.
public struct LinkTable<Value> {
  public private(set) var links: [LinkID] = []
  private var values: [Value] = []

  public init() {}

  public var count: Int { links.count }
  public var isEmpty: Bool { links.isEmpty }
  public var indices: Range<Int> { links.indices }

  /// The value at an index.
  public subscript(index index: Int) -> Value {
    get { values[index] }
    _modify { yield &values[index] }
  }

  public subscript(link: LinkID) -> Value? {
    get { index(of: link).map { values[$0] } }
    set {
      let place = place(of: link)
      let isKnown = place < links.count && links[place] == link
      switch (newValue, isKnown) {
      case (let value?, true): values[place] = value
      case (let value?, false):
        links.insert(link, at: place)
        values.insert(value, at: place)
      case (nil, true):
        links.remove(at: place)
        values.remove(at: place)
      case (nil, false): break
      }
    }
  }

  public func index(of link: LinkID) -> Int? {
    let place = place(of: link)
    return place < links.count && links[place] == link ? place : nil
  }

  public mutating func remove(_ link: LinkID) -> Value? {
    defer { self[link] = nil }
    return self[link]
  }

  /// Returns the links that satisfy a condition, in order.
  public func filter(_ holds: (LinkID, Value) -> Bool) -> [LinkID] {
    indices.filter { holds(links[$0], values[$0]) }.map { links[$0] }
  }

  private func place(of link: LinkID) -> Int {
    var (low, high) = (0, links.count)
    while low < high {
      let middle = (low + high) / 2
      if links[middle] < link { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension LinkTable: Sendable where Value: Sendable {}
