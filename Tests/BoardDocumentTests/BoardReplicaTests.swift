import BoardCodec
import BoardDocument
import BoardLog
import BoardModel
import EaselBase
import GroupTesting
import Testing

/// A replica without a screen: the entries it records and merges, and those to store and send.
@Suite struct BoardReplicaTests {
  private static let coding = EntryCoding(
    encode: { $0.encoded() }, decode: { OperationReading($0) },
    verify: { digest, signature, _ in signature == digest.bytes })

  private static func replica(_ author: UInt8, on genesis: BoardGenesis = .unowned) -> BoardReplica
  {
    let replicaGenesis = ReplicaGenesis(
      publicKey: Array(repeating: author, count: 32), nonce: Array(repeating: 1, count: 16))
    let opened = LoadedBoard(
      path: nil, name: SafeText("plan"), log: Log(genesis), replicaGenesis: replicaGenesis,
      picture: Picture())
    return BoardReplica(opened, author: replicaGenesis.author, coding: coding)
  }

  private func label(_ text: String, x: Int32 = 0) -> Operation.Action {
    .make(
      .label(
        Label(
          origin: BoardPoint(x: x, y: 0), columnWidth: 500, rowHeight: 1_000,
          color: PaletteColor.red.color, text: SafeText(text))))
  }

  /// As the keeper signs them.
  private func signed(_ entries: [Entry]) -> [Entry] {
    entries.map { entry in
      var entry = entry
      entry.signature = entry.digest.bytes
      return entry
    }
  }

  // MARK: Recording

  @Test("The entries of a gesture have the next numbers, and the picture shows them at once")
  func recording() {
    var ann = Self.replica(1)
    let first = ann.record([label("a"), label("b")], at: 1, lasted: 9)
    let second = ann.record([label("c")], at: 2)
    #expect((first.entries + second.entries).map(\.id.sequence.raw) == [1, 2, 3])
    #expect(first.entries.map(\.stamp.lasted) == [9, 9] && first.lack == nil)
    #expect(first.change.damage.each == first.entries.map { .added($0.id) })
    #expect(ann.picture.things.map(\.id) == (first.entries + second.entries).map(\.id))
    #expect(ann.saving == .saving && ann.unkept == first.entries + second.entries)
  }

  @Test("The id of the next action is known before it, also of the first one and after held ones")
  func nextID() {
    var ann = Self.replica(1)
    for _ in 1...3 {
      let id = ann.nextID()
      let made = ann.record(
        [label("a"), .change(.items([id].compactMap { $0 }), .reorder(.back))], at: 1)
      #expect(made.change.operations.first?.0.id == id)
      #expect(ann.picture.things.first?.id == id)
      _ = ann.hold([label("paper")], at: 1)
    }
  }

  @Test("Held entries go to the disk with the first gesture, before it")
  func holding() {
    var ann = Self.replica(1)
    let held = ann.hold([label("paper")], at: 1)
    #expect(held.entries.isEmpty)
    #expect(ann.saving == .untouched && ann.unkept.isEmpty)
    let recorded = ann.record([label("ink")], at: 2)
    #expect(recorded.entries.map(\.id.sequence.raw) == [1, 2])
    let rest = ann.markHeldUnsaved()
    #expect(rest.isEmpty)
  }

  @Test("On a board that cannot be written nothing is to be stored, and leaving loses it")
  func readOnly() {
    let replicaGenesis = ReplicaGenesis(
      publicKey: Array(repeating: 1, count: 32), nonce: Array(repeating: 1, count: 16))
    let opened = LoadedBoard(
      path: "/plan", name: SafeText("plan"), log: Log(), replicaGenesis: replicaGenesis,
      picture: Picture(),
      readOnly: SafeText("it is so"))
    var ann = BoardReplica(opened, author: replicaGenesis.author, coding: Self.coding)
    #expect(ann.isReadOnly && !ann.wouldLose)
    let recorded = ann.record([label("a")], at: 1)
    #expect(recorded.entries.isEmpty)
    #expect(ann.wouldLose && ann.unkept.count == 1 && ann.picture.things.count == 1)
  }

  @Test("A gesture that the allowance has no room for is recorded as far as it fits")
  func allowance() {
    let allowance = Allowance(drawing: 400, tidying: 400)
    let replicaGenesis = ReplicaGenesis(
      publicKey: Array(repeating: 1, count: 32), nonce: Array(repeating: 1, count: 16))
    let log = Log(.unowned, allowances: Log.Allowances(guest: allowance, owner: allowance))
    let opened = LoadedBoard(
      path: nil, name: SafeText("plan"), log: log, replicaGenesis: replicaGenesis,
      picture: Picture())
    var ann = BoardReplica(opened, author: replicaGenesis.author, coding: Self.coding)
    #expect(ann.lack(for: [label("a"), label("b"), label("c")], wasBegun: true) == .drawing)
    let recorded = ann.record([label("a"), label("b"), label("c")], at: 1)
    #expect(recorded.lack == .drawing && (1...2).contains(recorded.entries.count))
    #expect(ann.picture.things.count == recorded.entries.count)
  }

  // MARK: Saving

  @Test("A failure lasts until the last entry is on the disk, and is new once for each reason")
  func failing() {
    var ann = Self.replica(1)
    let ids = (0..<2).flatMap { ann.record([label("\($0)")], at: 1).entries.map(\.id) }
    let news = ["full", "full", "gone"].map { ann.keepingFailed(SafeText($0)) }
    #expect(news == [true, false, true] && ann.wouldLose)
    let first = ann.kept(ids[0])
    #expect(first && ann.saving == .saving)
    let second = ann.kept(ids[1])
    #expect(!second && ann.saving == .saved && ann.unkept.isEmpty)
    let recovered = ann.keepingRecovered()
    #expect(!recovered)
  }

  // MARK: Merging

  @Test("Entries are stored once, in any order and any number of times; forged ones never")
  func merging() throws {
    for seed in Seeds.range(5) {
      var random = SplitMix64(seed: seed)
      var (ann, ben) = (Self.replica(1), Self.replica(2))
      let entries = signed((0..<20).flatMap { ann.record([label("\($0)")], at: 1).entries })
      var stored: [Entry] = []
      for entry in (entries + entries.prefix(9)).shuffled(using: &random) {
        let received = ben.merge([entry], from: .file)
        #expect(received.advanced == (received.entries.isEmpty ? [] : [ann.replica]))
        #expect(received.change.operations.map(\.stamp.id) == received.entries.map(\.id))
        stored += received.entries
      }
      #expect(stored == entries, "seed \(seed)")
      #expect(ben.picture.stableHash == ann.picture.stableHash && ben.log.hash == ann.log.hash)
      #expect(ben.saving == .saved)

      let hash = ben.log.hash
      var forged = signed(ann.record([label("forged")], at: 1).entries)
      forged[0].signature = [1]
      let received = ben.merge(forged, from: .file)
      #expect(received.entries.isEmpty && ben.log.hash == hash)
    }
  }

  @Test("Entries that are not in the file yet stay when log and picture are rebuilt")
  func rebuilding() {
    var (ann, ben) = (Self.replica(1), Self.replica(2))
    let others = signed((0..<3).flatMap { ann.record([label("\($0)")], at: 1).entries })
    _ = ben.merge(Array(others.prefix(2)), from: .file)
    let own = ben.record([label("own")], at: 2).entries
    // The file held the first entry when it was read.
    var (log, picture) = (Log(), Picture())
    let read = log.merge([others[0]], verify: Self.coding.verify)
    for entry in read.applied {
      guard let operation = try? Operation(decoding: entry.payload) else { continue }
      _ = picture.apply(operation, entry.stamp)
    }
    let before = (ben.picture.stableHash, ben.log.hash)
    let (waiting, mustReread) = ben.rebuild(
      log, picture, hasUnreadable: false, since: [others[1]] + own)
    #expect(waiting.isEmpty && !mustReread)
    #expect(ben.picture.stableHash == before.0 && ben.log.hash == before.1)
    #expect(ben.unkept == own)
    // It goes on with the next number.
    let next = ben.record([label("next")], at: 3)
    #expect(next.entries.map(\.id.sequence.raw) == [2])
  }

  @Test("Only the owner of a board revokes, and never themselves")
  func revoking() {
    let owner = [UInt8](repeating: 1, count: 32)
    let genesis = BoardGenesis(nonce: Array(repeating: 3, count: 16), owner: owner)
    var (ann, ben, eve) = (
      Self.replica(1, on: genesis), Self.replica(2, on: genesis), Self.replica(3, on: genesis)
    )
    let byBen = ben.revoke([eve.author], at: 1)
    let ofAnn = ann.revoke([ann.author], at: 1)
    #expect(byBen.entries.isEmpty && ofAnn.entries.isEmpty)
    let ruling = signed(ann.revoke([ann.author, eve.author], at: 1).entries)
    #expect(ruling.count == 1 && ann.log.isRevoked(eve.author) && !ann.isRevoked)
    _ = eve.merge(ruling, from: .file)
    #expect(eve.isRevoked)
    let again = signed(ann.allowAgain([eve.author], at: 2).entries)
    _ = eve.merge(again, from: .file)
    #expect(again.count == 1 && !eve.isRevoked)
  }
}
