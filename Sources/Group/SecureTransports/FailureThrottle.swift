/// How often somebody from one place failed at the door of late.
struct FailureThrottle {
  /// As many may fail in a minute; who comes then from the same place is turned away.
  static let failuresMax = 10
  /// A failure counts for this long, milliseconds.
  static let memory = 60_000
  /// Places that are told apart; of more only as many are remembered as were there first.
  static let sourcesMax = 4_096

  private var failures: [String: Int] = [:]

  func isBarred(_ source: String?) -> Bool {
    source.flatMap { failures[$0] }.map { $0 >= Self.failuresMax } ?? false
  }

  /// - Returns: whether it is to be forgotten in a while.
  mutating func failed(from source: String?) -> Bool {
    guard let source, failures[source] != nil || failures.count < Self.sourcesMax else {
      return false
    }
    failures[source, default: 0] += 1
    return true
  }

  mutating func forget(one source: String?) {
    guard let source, let count = failures[source] else { return }
    failures[source] = count > 1 ? count - 1 : nil
  }
}
