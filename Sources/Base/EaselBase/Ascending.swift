/// Whether the numbers ascend, each once. A list in this order has only one form.
package func isAscending(_ numbers: some Collection<some Comparable>) -> Bool {
  zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
}
