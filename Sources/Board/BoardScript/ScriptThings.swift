import BoardModel
import BoardPaper
import EaselBase

/// The things that each line of a script makes, so that a later line can name all of them.
///
/// If there are more things than one operation may name, a line about everything becomes several
/// operations. The number of things at each line therefore shifts the numbers of all later entries.
struct ScriptThings {
  /// The first entry of each named line.
  private(set) var names: [Script.Name: EntryID] = [:]
  /// The things on the board before the script.
  private let before: [EntryID]
  private let seen: VersionVector
  /// By replica: `lines` holds the indices of the lines that make a thing, ascending; `made` holds
  /// the entries that make these things.
  private var lines: [ReplicaID: [Int]] = [:]
  private var made: [ReplicaID: [EntryID]] = [:]
  /// The index and the replica of each named line.
  private var definitions: [Script.Name: (line: Int, replica: ReplicaID)] = [:]

  /// - Throws: if two lines have the same name, or if a person of the cast has no replica.
  init(
    _ script: Script, replicas: [Script.Person: ReplicaID], seen: VersionVector, before: [EntryID]
  ) throws(ScriptError) {
    (self.seen, self.before) = (seen, before)
    var acts: [(act: Script.Act, name: Script.Name?, replica: ReplicaID)] = []
    var person = Script.Person()
    for (index, line) in script.lines.enumerated() {
      if case .person(let next) = line.command { person = next }
      guard case .act(let act, let name, _) = line.command else { continue }
      guard let replica = replicas[person] else {
        throw ScriptError(line: line.number, column: 1, "nobody plays this part")
      }
      acts.append((act, name, replica))
      if act.makes { lines[replica, default: []].append(index) }
      if case .labelled = act { lines[replica, default: []].append(index) }
      guard let name else { continue }
      guard definitions.updateValue((index, replica), forKey: name) == nil else {
        throw ScriptError(line: line.number, column: 1, "#\(name) names another line already")
      }
    }
    var counts: [ReplicaID: UInt64] = [:]
    // The numbers of made things and of known replicas before the present line.
    var (things, heard) = (before.count, seen.known.count)
    for (act, name, replica) in acts {
      let id = EntryID(replica, SequenceNumber(counts[replica, default: 0] + 1))
      if let name { names[name] = id }
      if act.makes { made[replica, default: []].append(id) }
      let count = operationCount(of: act, things: things, replicas: heard)
      if case .labelled = act {
        // The text and its attachment are the last operations of the line.
        made[replica, default: []]
          .append(EntryID(replica, SequenceNumber(id.sequence.raw + UInt64(count - 2))))
        things += 1
      }
      if counts[replica] == nil, seen[replica].raw == 0 { heard += 1 }
      counts[replica, default: 0] += UInt64(count)
      things += act.makes ? 1 : 0
    }
  }

  /// Returns the things on the board before the script, and the things that the script makes before
  /// a line.
  func all(before line: Int) -> [EntryID] {
    before
      + made.sorted { $0.key < $1.key }.flatMap { $1.prefix(count(of: $0, before: line)) }
  }

  /// Returns all things that the people of these lines make up to and including these lines.
  func all(upTo names: [Script.Name]) -> [EntryID] {
    ends(of: names).sorted { $0.key < $1.key }.flatMap { replica, line in
      made[replica, default: []].prefix(count(of: replica, before: line + 1))
    }
  }

  private func operationCount(of act: Script.Act, things: Int, replicas: Int) -> Int {
    switch act {
    case .group(let targets):
      operationCount(
        of: .change(targets, .setGroup(nil)), things: things, replicas: replicas)
    case .change(.all, .hide): Self.parts(of: replicas, by: Limits.replicas)
    case .change(.all, _): Self.parts(of: things, by: Limits.targets)
    case .change(.upTo, .hide): 1
    case .change(.upTo(let names), _):
      Self.parts(
        of: ends(of: names).reduce(0) { $0 + count(of: $1.key, before: $1.value + 1) },
        by: Limits.targets)
    case .attached(_, let targets): 1 + targets.count
    case .labelled(let act, _):
      operationCount(of: act, things: things, replicas: replicas) + 2
    default: 1
    }
  }

  private static func parts(of count: Int, by size: Int) -> Int {
    max((count + size - 1) / size, 1)
  }

  /// Returns the last of the named lines for each replica.
  private func ends(of names: [Script.Name]) -> [ReplicaID: Int] {
    var ends: [ReplicaID: Int] = [:]
    for definition in names.compactMap({ definitions[$0] }) {
      ends[definition.replica] = max(ends[definition.replica] ?? 0, definition.line)
    }
    return ends
  }

  private func count(of replica: ReplicaID, before line: Int) -> Int {
    lines[replica, default: []].partitioningIndex { $0 >= line }
  }
}

extension Script.Act {
  /// Whether the act puts a thing on the board.
  fileprivate var makes: Bool {
    switch self {
    case .draw, .write, .picture, .attached, .labelled: true
    case .setPaper, .change, .group, .attach, .rewrite, .undo, .redo, .cancel, .restore, .takeBack:
      false
    }
  }
}
