/// Each once, in order: what is listed so has one form.
package func isAscending(_ numbers: some Collection<some Comparable>) -> Bool {
  zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
}
