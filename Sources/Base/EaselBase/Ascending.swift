/// Whether the numbers ascend without repetition. In this order, a set of numbers has only one
/// list.
package func isAscending(_ numbers: some Collection<some Comparable>) -> Bool {
  zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
}
