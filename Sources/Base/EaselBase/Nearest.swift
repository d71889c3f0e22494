/// Returns the candidate that the user most likely meant by `word`: the one that is the fewest
/// edits away, at most `limit`; among equals the first. Returns nil if no candidate is that near.
///
/// An edit is one scalar inserted, dropped or replaced, or two neighbours exchanged.
public func nearest(
  to word: String, among candidates: some Swift.Sequence<String>, within limit: Int = 2
) -> String? {
  var best: (candidate: String, distance: Int)?
  for candidate in candidates {
    let distance = edits(from: word, to: candidate)
    if distance <= limit, distance < (best?.distance ?? .max) { best = (candidate, distance) }
  }
  return best?.candidate
}

/// Returns the number of edits between two words. Different words count as far apart if one has
/// more than 64 scalars.
private func edits(from left: String, to right: String) -> Int {
  let a = Array(left.unicodeScalars.prefix(65))
  let b = Array(right.unicodeScalars.prefix(65))
  guard a.count < 65, b.count < 65 else { return left == right ? 0 : .max }
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for (i, from) in a.enumerated() {
    var row = [i + 1]
    for (j, to) in b.enumerated() {
      var cost = min(last[j] + (from == to ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, from == b[j - 1], a[i - 1] == to { cost = min(cost, beforeLast[j - 1] + 1) }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}

/// Whether `word` is a typing slip of `candidate`: two neighbours exchanged, a letter typed twice
/// or, in a word of more than 5 letters, a letter left out inside. Another letter or another ending
/// makes another word, such as a name.
public func isSlip(_ word: String, of candidate: String) -> Bool {
  let (typed, meant) = (Array(word), Array(candidate))
  let index = zip(typed, meant).prefix { $0 == $1 }.count
  var mended = typed
  switch typed.count - meant.count {
  case 0 where index + 1 < typed.count: mended.swapAt(index, index + 1)
  case 1 where index > 0 && typed[index] == typed[index - 1]: mended.remove(at: index)
  case -1 where index > 0 && index < typed.count && meant.count > 5:
    mended.insert(meant[index], at: index)
  default: return false
  }
  return mended == meant
}
