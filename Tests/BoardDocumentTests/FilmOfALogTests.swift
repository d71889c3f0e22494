import BoardCodec
import BoardDocument
import BoardFilm
import BoardLog
import BoardModel
import EaselBase
import GroupTesting
import Testing

/// The film of a log with a revocation and a fork.
@Suite struct FilmOfALogTests {
  private static let coding = EntryCoding(
    encode: { $0.encoded() }, decode: { OperationReading($0) },
    verify: { digest, signature, _ in signature == digest.bytes })

  private static let genesis = BoardGenesis(
    nonce: Array(repeating: 3, count: 16), owner: Array(repeating: 1, count: 32))

  private static func replica(_ author: UInt8) -> BoardReplica {
    let replicaGenesis = ReplicaGenesis(
      publicKey: Array(repeating: author, count: 32), nonce: Array(repeating: 1, count: 16))
    let opened = LoadedBoard(
      path: nil, name: SafeText("plan"), log: Log(genesis), replicaGenesis: replicaGenesis,
      picture: Picture())
    return BoardReplica(opened, author: replicaGenesis.author, coding: coding)
  }

  private static func label(_ number: Int) -> Operation.Action {
    .make(
      .label(
        Label(
          origin: BoardPoint(x: Int32(number) * 1_000, y: 0), columnWidth: 500, rowHeight: 1_000,
          color: PaletteColor.red.color, text: SafeText("\(number)"))))
  }

  private static func signed(_ entries: [Entry]) -> [Entry] {
    entries.map { entry in
      var entry = entry
      entry.signature = entry.digest.bytes
      return entry
    }
  }

  /// Returns the film of entries that arrive in an order, as a member reads them from a file.
  private static func read(_ entries: [Entry]) -> (film: Film, counted: [EntryID]) {
    let reading = Log.reading(
      genesis, entries, verify: { digest, signature, _ in signature == digest.bytes })
    var picture = Picture()
    _ = picture.apply(
      reading.applied.compactMap { entry in
        guard case .operation(let operation) = OperationReading(entry.payload) else { return nil }
        return (entry.stamp, operation)
      })
    return (Film(picture), reading.applied.filter { $0.purpose != .revoke }.map(\.id))
  }

  @Test(
    "Entries that a revocation or a fork takes away are in no film, in any order of arrival",
    arguments: Seeds.range(60))
  func takenAway(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    var people = (1...3).map { Self.replica(UInt8($0)) }
    var entries: [Entry] = []
    for number in 0..<24 {
      let index = Int.random(in: 0..<3, using: &chance)
      // A second copy of a replica goes on from the same state: a fork.
      let isFork = number > 6 && index == 2 && Int.random(in: 0..<4, using: &chance) == 0
      var hand = people[index]
      let recorded =
        number == 14
        ? people[0].revoke([people[1].author], upTo: people[0].log.vector, at: 1)
        : hand.record([Self.label(number)], at: Int64(number) * 500, lasted: 200)
      let new = Self.signed(recorded.entries)
      entries += new
      if number != 14, !isFork { people[index] = hand }
      for other in 0..<3 where other != index && Bool.random(using: &chance) {
        _ = people[other].merge(new, from: .file)
      }
    }
    let (film, counted) = Self.read(entries)
    #expect(Set(film.steps.map(\.last)) == Set(counted), "seed \(seed)")
    for _ in 0..<3 {
      let other = Self.read(entries.shuffled(using: &chance)).film
      #expect(other.steps == film.steps && other.timeline == film.timeline, "seed \(seed)")
    }
  }
}
