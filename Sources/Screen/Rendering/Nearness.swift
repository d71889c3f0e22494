/// How far two words lie apart, for suggestions.
enum Nearness {
  /// The nearest of some words, if it is at most two letters away (Levenshtein, 1966).
  static func nearest(to word: String, among known: [String]) -> String? {
    let ranked = known.map { (word: $0, distance: distance(word, $0)) }
    return ranked.min { $0.distance < $1.distance }.flatMap { $0.distance <= 2 ? $0.word : nil }
  }

  /// Letters to insert, remove or replace; of words longer than 64 letters, 65.
  static func distance(_ one: String, _ other: String) -> Int {
    guard one.utf8.count <= 64, other.utf8.count <= 64 else { return 65 }
    let other = Array(other)
    var row = Array(0...other.count)
    for (index, letter) in one.enumerated() {
      var last = row[0]
      row[0] = index + 1
      for (column, target) in other.enumerated() {
        let kept = last + (letter == target ? 0 : 1)
        last = row[column + 1]
        row[column + 1] = min(kept, last + 1, row[column] + 1)
      }
    }
    return row[other.count]
  }
}
