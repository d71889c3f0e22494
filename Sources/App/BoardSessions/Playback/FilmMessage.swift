import BoardContract
import BoardSync
import EaselBase
import Foundation
import OpenGroupActivities

/// The messages of a session about the films that people watch in step. The coordinator's own messages
/// carry times and rates; these say which film is meant, and who watches it.
enum FilmMessage: Codable, CustomMessageIdentifiable, Sendable {
  /// The sender watches this film, which the message holds.
  case shows(FilmContents)
  /// The sender watches this film, in step or not.
  case watches(FilmPart)
  /// The sender watches no film any more.
  case leaves
  /// The sender asks the receiver for the film that the receiver watches.
  case asks(FilmName)

  static let messageIdentifier = "playback.item"

  /// The keys of the encoded format. They stay the same when a case is renamed.
  private enum CodingKeys: String, CodingKey {
    case shows = "shows"
    case watches = "watches"
    case leaves = "leaves"
    case asks = "asks"
  }

  private enum ShowsCodingKeys: String, CodingKey {
    case _0 = "_0"
  }

  private enum WatchesCodingKeys: String, CodingKey {
    case _0 = "_0"
  }

  private enum AsksCodingKeys: String, CodingKey {
    case _0 = "_0"
  }
}

/// The name of a film in messages.
struct FilmName: Codable, Hashable, Sendable {
  private let participant: Data
  private let number: UInt64

  private enum CodingKeys: String, CodingKey {
    case participant = "participant"
    case number = "number"
  }

  init(_ id: FilmItem.ID) {
    (participant, number) = (Data(id.participant.raw.bytes), id.number)
  }

  /// The film; nil if another member has sent bytes that name no participant.
  var id: FilmItem.ID? {
    Bytes16(participant).map { FilmItem.ID(participant: ParticipantUUID($0), number: number) }
  }
}

/// The part of a participant in a film, in messages.
struct FilmPart: Codable, Hashable, Sendable {
  private let film: FilmName
  /// The name of the reason why the participant is not in step; nil for one in step.
  private let absence: String?

  private enum CodingKeys: String, CodingKey {
    case film = "film"
    case absence = "absence"
  }

  init(_ id: FilmItem.ID, _ absence: FilmAbsence?) {
    (film, self.absence) = (FilmName(id), absence?.reason.rawValue)
  }

  /// The part; nil if another member has sent bytes that name no participant. A reason of a later
  /// version is unknown here.
  var value: FilmAudience.Part? {
    film.id.map { FilmAudience.Part(film: $0, absence: absence.flatMap(FilmAbsence.init(name:))) }
  }
}

/// A film in messages: at most `VersionVector.sentReplicasMax` replicas with 24 bytes each.
struct FilmContents: Codable, Hashable, Sendable {
  private let name: FilmName
  /// The replicas of the version vector, 16 bytes each, in ascending order.
  private let replicas: Data
  /// The number of the last entry of each replica.
  private let sequences: [UInt64]
  private let showsUndone: Bool

  private enum CodingKeys: String, CodingKey {
    case name = "name"
    case replicas = "replicas"
    case sequences = "sequences"
    case showsUndone = "undone"
  }

  /// Nil for a film with too many replicas.
  init?(_ item: FilmItem) {
    let sorted = item.vector.sorted
    guard sorted.count <= VersionVector.sentReplicasMax else { return nil }
    name = FilmName(item.id)
    replicas = Data(sorted.flatMap(\.replica.raw.bytes))
    sequences = sorted.map(\.sequence.raw)
    showsUndone = item.showsUndone
  }

  /// The film. Another member has sent it, so it may be anything; nil if it is not valid.
  var item: FilmItem? {
    let count = sequences.count
    guard let id = name.id, count <= VersionVector.sentReplicasMax, replicas.count == count * 16
    else { return nil }
    let bytes = Array(replicas)
    let ids = (0..<count).compactMap { Bytes16(bytes[$0 * 16..<$0 * 16 + 16]) }
    guard zip(ids, ids.dropFirst()).allSatisfy({ $0 < $1 }),
      sequences.allSatisfy({ (1...SequenceNumber.max.raw).contains($0) })
    else { return nil }
    let known = zip(ids, sequences).map { (ReplicaID($0), SequenceNumber($1)) }
    return FilmItem(
      id: id, vector: VersionVector(Dictionary(known) { first, _ in first }),
      showsUndone: showsUndone)
  }
}
