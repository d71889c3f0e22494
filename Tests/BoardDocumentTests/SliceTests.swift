import BoardCodec
import BoardDocument
import BoardLog
import BoardModel
import EaselBase
import GroupTesting
import Testing

/// A merge shows its entries slice by slice.
@Suite struct SliceTests {
  private static let coding = EntryCoding(
    encode: { $0.encoded() }, decode: { OperationReading($0) },
    verify: { digest, signature, _ in signature == digest.bytes })

  private static func replica(
    _ author: UInt8, _ limit: PictureBacklog.SliceLimit = .init()
  ) -> BoardReplica {
    let replicaGenesis = ReplicaGenesis(
      publicKey: Array(repeating: author, count: 32), nonce: Array(repeating: 1, count: 16))
    let opened = LoadedBoard(
      path: nil, name: SafeText("plan"), log: Log(), replicaGenesis: replicaGenesis,
      picture: Picture())
    return BoardReplica(
      opened, author: replicaGenesis.author, coding: coding, sliceLimit: limit)
  }

  /// Texts, changes, clears, and cancels and restores of them, of one author.
  private func entries(
    _ count: Int, by ann: inout BoardReplica, using chance: inout SplitMix64
  ) -> [Entry] {
    var ids: [EntryID] = []
    return (0..<count).flatMap { number -> [Entry] in
      let some = ids.suffix(8).randomElement(using: &chance)
      let action: Operation.Action =
        switch (Int.random(in: 0..<9, using: &chance), some) {
        case (0, let id?): .cancel(id)
        case (1, let id?): .restore(id)
        case (2, let id?): .change(.items([id]), .move(BoardOffset(dx: 9, dy: 9)))
        case (3, let id?): .change(.items([id]), .hide)
        case (4, let id?):
          .change(.items([id]), .setText(TextEdit(RawText("\(number)"), replacing: id)))
        case (5, .some): .change(.upTo(ann.picture.vector), .hide)
        default:
          .make(
            .label(
              Label(
                origin: BoardPoint(x: Int32(number), y: 0), columnWidth: 500, rowHeight: 1_000,
                color: PaletteColor.red.color, text: SafeText("text \(number)"))))
        }
      let recorded = ann.record([action], at: 1).entries
      ids += recorded.map(\.id)
      return recorded.map { entry in
        var entry = entry
        entry.signature = entry.digest.bytes
        return entry
      }
    }
  }

  @Test(
    "L1 · A merge gives the same picture, whatever its slices are",
    arguments: [(1, 1), (1, 100), (2_000, 2), (1_000, 100), (32 * 1_024, 128), (.max, .max)])
  func slices(weight: Int, toggles: Int) {
    for seed in 0..<Seeds.count(10) {
      var chance = SplitMix64(seed: seed)
      var ann = Self.replica(1)
      let entries = entries(150, by: &ann, using: &chance)
      var ben = Self.replica(2, .init(weight: weight, toggles: toggles))
      var changes = [ben.merge(entries, from: .file).change]
      #expect(ben.log.vector == ann.log.vector, "the log has all at once")
      while ben.hasBacklog {
        // The user draws between the slices.
        if changes.count == 3 { _ = ben.record([.change(.items([]), .hide)], at: 1) }
        changes.append(ben.showMore())
      }
      #expect(ben.picture.stableHash == ann.picture.stableHash, "seed \(seed)")
      #expect(changes.map(\.operations.count).reduce(0, +) == entries.count)
      for change in changes where change.operations.count > 1 {
        let toggled = change.operations.compactMap { operation -> EntryID? in
          switch operation.operation.action {
          case .cancel(let id), .restore(let id): id
          default: nil
          }
        }
        #expect(Set(toggled).count <= toggles)
      }
      if weight == 1 { #expect(changes.count == entries.count) }
    }
  }

  @Test("A single entry is shown in the merge itself")
  func single() {
    var chance = SplitMix64(seed: 1)
    var (ann, ben) = (Self.replica(1), Self.replica(2))
    for entry in entries(20, by: &ann, using: &chance) {
      #expect(ben.merge([entry], from: .file).change.operations.count == 1 && !ben.hasBacklog)
    }
    #expect(ben.picture.stableHash == ann.picture.stableHash)
  }

  @Test("A board that is rebuilt or replaced shows nothing of the board before")
  func rebuilt() {
    var chance = SplitMix64(seed: 1)
    var ann = Self.replica(1)
    let entries = entries(50, by: &ann, using: &chance)
    var ben = Self.replica(2, .init(weight: 1, toggles: 1))
    _ = ben.merge(entries, from: .file)
    #expect(ben.hasBacklog)
    _ = ben.rebuild(ann.log, ann.picture, hasUnreadable: false, since: [])
    #expect(!ben.hasBacklog && ben.picture.stableHash == ann.picture.stableHash)
  }
}
