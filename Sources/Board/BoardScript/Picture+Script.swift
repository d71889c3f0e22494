import BoardModel
import EaselBase

extension Picture {
  /// Creates the picture that a script draws. The same script always gives each of its people the
  /// same id.
  ///
  /// - Throws: the first error of the script.
  public init(script text: String) throws(ScriptError) {
    self.init()
    let script = try Script(parsing: text)
    var replicas: [Script.Person: ReplicaID] = [:]
    for (index, person) in script.cast.enumerated() {
      replicas[person] = ReplicaID(Bytes16(high: 0, low: UInt64(index + 1)))
    }
    let names = Array(replicas.keys).map(\.name).sorted()
    var player = try ScriptPlayer(script, replicas: replicas)
    var seen = VersionVector()
    var lamport = Lamport(0)
    while let step = try player.next() {
      guard case .operation(let operation, let person) = step, let replica = replicas[person],
        let number = seen[replica].next, let time = lamport.next
      else { continue }
      lamport = time
      let id = EntryID(replica, number)
      seen.include(id)
      let author = AuthorID(Bytes16(high: 1, low: UInt64(names.firstIndex(of: person.name) ?? 0)))
      _ = apply(operation, Stamp(id: id, author: author, lamport: time, at: 0, lasted: 0))
    }
  }
}
