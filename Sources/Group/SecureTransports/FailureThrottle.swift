/// The number of recent failed handshakes from each source.
struct FailureThrottle {
  /// The maximum number of failures in a minute; further links from the same source are refused.
  static let failuresMax = 10
  /// The time for which a failure counts.
  static let memory = Duration.seconds(60)
  /// The maximum number of sources that are counted; failures from further sources are not counted.
  static let sourcesMax = 4_096

  /// In this time, one link of a barred source is let through. So a guest with a ticket gets in
  /// although a stranger at the same address keeps failing.
  static let placeEvery = Duration.seconds(10)

  /// The maximum number of failures here.
  private let failuresMax: Int
  private var failures: [String: Int] = [:]
  /// The barred sources of which a link was let through lately.
  private var takenPlaces: Set<String> = []

  init(failuresMax: Int = Self.failuresMax) { self.failuresMax = failuresMax }

  func isBarred(_ source: String?) -> Bool {
    source.flatMap { failures[$0] }.map { $0 >= failuresMax } ?? false
  }

  /// Takes the place of a barred source.
  ///
  /// - Returns: whether the place was free. The caller then has to free it after `placeEvery`.
  mutating func takePlace(of source: String) -> Bool { takenPlaces.insert(source).inserted }

  mutating func freePlace(of source: String) { takenPlaces.remove(source) }

  /// Counts a failure. A source that is barred already is not barred for longer.
  ///
  /// - Returns: whether the caller has to forget this failure after `memory`.
  mutating func failed(from source: String?) -> Bool {
    guard let source, !isBarred(source), failures[source] != nil || failures.count < Self.sourcesMax
    else {
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
