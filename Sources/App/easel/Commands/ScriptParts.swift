import BoardCodec
import BoardContract
import BoardDocument
import BoardFiles
import BoardLog
import BoardModel
import BoardScript
import BoardSessions
import EaselBase
import SystemFiles
import WhiteboardUI

/// Assigns the people of a script to artists.
struct ScriptParts {
  /// The author that plays a person of the script, and its replica.
  private struct Part {
    let localAuthor: LocalAuthor
    let genesis: ReplicaGenesis
  }

  private let parts: [Script.Person: Part]
  private let artists: [LocalAuthor]

  /// - Parameter localAuthor: plays the part to which the script gives no name.
  /// - Throws: if the script cannot be played to its end.
  init(_ script: Script, localAuthor: LocalAuthor) throws {
    var artists = ["": localAuthor]
    var parts: [Script.Person: Part] = [:]
    for person in script.cast {
      let localAuthor = artists[person.name] ?? LocalAuthor.temporary(person.name)
      artists[person.name] = localAuthor
      parts[person] = Part(localAuthor: localAuthor, genesis: localAuthor.replicaGenesis())
    }
    (self.parts, self.artists) = (parts, Array(artists.values))
    let replicas = replicas(on: BoardGenesis.unowned.id)
    var rehearsal = try ScriptPlayer(script, replicas: replicas)
    while try rehearsal.next() != nil {}
  }

  func replicas(on board: BoardID) -> [Script.Person: ReplicaID] {
    parts.mapValues { $0.genesis.replica(on: board) }
  }

  /// Returns the people who are authors of these entries.
  func people(behind entries: [Entry]) -> [Person] {
    let authors = Set(entries.map(\.stamp.author))
    return artists.map { $0.person() }.filter { authors.contains($0.author) }
  }

  /// Records an operation of a person of the script as that person's entry.
  ///
  /// - Parameters:
  ///   - things: how many things are visible on the board.
  ///   - time: the clock at the end of the operation, milliseconds since 1970.
  func entry(
    _ operation: Operation, by person: Script.Person, in log: inout Log, things: Int, at time: Int64
  ) throws -> Entry {
    let adds = if case .make = operation.action { true } else { false }
    guard let part = parts[person] else { throw UserError("the board is full.") }
    let author = part.genesis.author
    let lack = BoardQuota().lack(
      for: .draw, things: things + (adds ? 1 : 0), charge: log.charge(of: author), bytes: 0,
      in: log.allowance(of: author))
    guard lack == nil,
      let entry = log.record(
        operation.encoded(), as: part.genesis, for: operation.action.purpose, at: time,
        lasted: operation.action.handTime)
    else { throw UserError("the board is full.") }
    return try part.localAuthor.sign(entry)
  }
}

extension Operation.Action {
  /// The time that a hand takes for the action, in milliseconds. A script draws at once, but its film
  /// shows how the picture grows.
  var handTime: UInt32 {
    switch self {
    case .make(.stroke(let stroke)):
      stroke.kind.isFreehand ? UInt32(clamping: min(200 + 20 * stroke.points.count, 2_000)) : 400
    case .make(.label(let label)):
      UInt32(clamping: min(60 * label.text.string.count, 2_000))
    case .make(.image), .make(.imagePiece): 200
    case .change(_, .move), .change(_, .resize): 400
    case .change, .cancel, .restore, .takeBack, .setPaper: 200
    }
  }
}
