extension Array {
  /// Returns the first index for whose element `isInSecond` is true, by bisection; the count if
  /// there is none. All such elements must come last in the array.
  @inlinable
  package func partitioningIndex(where isInSecond: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isInSecond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
