import BoardModel
import BoardPaper
import EaselBase

/// The positions of the entries in an ordered log. The name of an entry is its position plus 1.
struct ScriptIndex {
  private var positions: [EntryID: Int] = [:]
  /// The numbers of each replica's entries, ascending.
  private var sequences: [ReplicaID: [SequenceNumber]] = [:]
  private let ids: [EntryID]

  init(_ ids: [EntryID]) {
    self.ids = ids
    for (position, id) in ids.enumerated() {
      positions[id] = position
      sequences[id.replica, default: []].append(id.sequence)
    }
    for replica in sequences.keys { sequences[replica]?.sort() }
  }

  func isUnknown(_ replica: ReplicaID) -> Bool { sequences[replica] == nil }

  func name(_ id: EntryID) -> Script.Name? { positions[id].map { $0 + 1 } }

  /// Returns whether a vector covers exactly the entries before `position`. It does not matter
  /// whether it covers the entry at `position`.
  func isAll(_ vector: VersionVector, before position: Int) -> Bool {
    var covered = 0
    for replica in sequences.keys {
      guard let last = last(of: replica, upTo: vector[replica]) else { continue }
      covered += last.count
      if let index = positions[EntryID(replica, last.sequence)], index > position { return false }
    }
    return covered - (vector.covers(ids[position]) ? 1 : 0) == position
  }

  /// Returns the names, in ascending order, of the last entry of each replica that a vector covers.
  func names(upTo vector: VersionVector) -> [Script.Name] {
    vector.known.compactMap { replica, sequence in
      last(of: replica, upTo: sequence).flatMap { name(EntryID(replica, $0.sequence)) }
    }.sorted()
  }

  /// Returns the number of a replica's last entry up to `bound`, and the count of the replica's
  /// entries up to this entry.
  private func last(
    of replica: ReplicaID, upTo bound: SequenceNumber
  ) -> (sequence: SequenceNumber, count: Int)? {
    guard let known = sequences[replica] else { return nil }
    var (low, high) = (0, known.count)
    while low < high {
      let middle = (low + high) / 2
      if known[middle] <= bound { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? (known[low - 1], low) : nil
  }
}

/// The names that the people of a log have in a script.
struct ScriptCast {
  private var names: [AuthorID: String] = [:]
  private var runs: [ReplicaID: Int] = [:]

  init(_ stamps: [Stamp], names given: [AuthorID: String]) {
    var authors: [AuthorID] = []
    var runCounts: [AuthorID: Int] = [:]
    for stamp in stamps where runs[stamp.id.replica] == nil {
      if runCounts[stamp.author] == nil { authors.append(stamp.author) }
      runCounts[stamp.author, default: 0] += 1
      runs[stamp.id.replica] = runCounts[stamp.author]
    }
    guard authors.count > 1 else { return }
    var taken: Set<String> = []
    for (number, author) in authors.enumerated() {
      let wanted = SafeText(given[author] ?? "", limit: .name).string
      var name = wanted.isEmpty ? "p\(number + 1)" : wanted
      var suffix = 2
      while !taken.insert(name).inserted {
        name = Self.name(wanted.isEmpty ? "p" : wanted, number: suffix)
        suffix += 1
      }
      names[author] = name
    }
  }

  /// Returns a name with a number behind it, within the limit of names.
  private static func name(_ base: String, number: Int) -> String {
    var base = base
    while true {
      let name = "\(base)-\(number)"
      if base.isEmpty || SafeText(name, limit: .name).string == name { return name }
      base.removeLast()
    }
  }

  func person(_ stamp: Stamp) -> Script.Person {
    Script.Person(name: names[stamp.author] ?? "", run: runs[stamp.id.replica] ?? 1)
  }
}
