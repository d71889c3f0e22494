import BoardCodec
import BoardDocument
import BoardLog
import BoardModel
import EaselBase
import Testing

@testable import BoardEditor
@testable import SessionUI
@testable import WhiteboardUI

/// Clears of boards with the ink of many runs, and R, which brings back many clears at once.
@Suite struct ClearingTests {
  /// A board on which each of many runs of one person has drawn a dot.
  private func desk(runs: Int) throws -> Desk {
    var board = Desk.fresh
    // The log does not hold the dots. Its next entry has a later logical time than all of them.
    let time = Lamport(UInt64(runs))
    board.log = Log(BoardGenesis(nonce: BoardGenesis.unowned.nonce, time: time))
    let point = try #require(PackedPoints([BoardPoint(x: 500, y: 500)], stepExponent: 0))
    let dot = Stroke(kind: .pen, ink: Ink(color: InkColor(rgba: 255), width: 1), points: point)
    for number in 1...UInt64(runs) {
      let id = EntryID(ReplicaID(Bytes16(high: 5, low: number)), SequenceNumber(1))
      let stamp = Stamp(id: id, author: Self.author, lamport: Lamport(number), at: 0, lasted: 0)
      _ = board.picture.apply(Operation(.make(.stroke(dot))), stamp)
    }
    return Desk(columns: 20, rows: 6, board: board, coding: Desk.reading)
  }

  private static let author = AuthorID(Bytes16(high: 5, low: 0))

  @Test(
    "W4 · Clear hides the ink of any number of runs in one gesture, whose entries are within the limits",
    arguments: [(4_096, 1), (4_097, 2)])
  func manyRuns(runs: Int, parts: Int) throws {
    var desk = try desk(runs: runs)
    desk.type("C")
    #expect(desk.things.isEmpty && desk.kept.count == parts)
    let operations = desk.kept.compactMap { try? Operation(decoding: $0.payload) }
    #expect(operations.count == parts)
    let first = desk.kept.first?.stamp.id.sequence
    #expect(operations.map(\.gesture) == Array([nil, first].prefix(parts)))
    desk.type("u")
    #expect(desk.things.count == runs)
  }

  @Test("All ink of one author in any number of runs is hidden and shown again", arguments: [4_097])
  func hideAll(runs: Int) throws {
    var desk = try desk(runs: runs)
    desk.within {
      $0.sessions.panel.members.hideAll(
        by: .author(Self.author), $0.sessions.presence, on: &$0.drawing.recorder,
        $0.drawing.surface.chrome)
    }
    #expect(desk.things.isEmpty && desk.replica.unkept.count == 2)
    #expect(desk.replica.unkept.allSatisfy { (try? Operation(decoding: $0.payload)) != nil })
    desk.within {
      $0.sessions.panel.members.showAll(
        by: .author(Self.author), $0.sessions.presence, on: &$0.drawing.recorder,
        $0.drawing.surface.chrome)
    }
    #expect(desk.things.count == runs)
  }

  @Test("A part of a clear is not mistaken for a hide of all ink of one author")
  func partOfClear() throws {
    var desk = try desk(runs: 4_097)
    desk.drag([(3, 2), (9, 3)])
    desk.type("C")
    #expect(desk.things.isEmpty)
    #expect(desk.replica.picture.hidesOfAll(by: Self.author).isEmpty)
  }

  /// Two people in a session, in which the first has drawn. The log is a copy of theirs, to which a
  /// third person adds entries.
  private func world() throws -> (WhiteboardWorld, Log) {
    var world = WhiteboardWorld(2).inSession()
    world.at(0) { $0.drag([(10, 5), (30, 9)]) }
    #expect(world.desks.allSatisfy { $0.things.count == 1 })
    return (world, world.desks[0].replica.log)
  }

  private func entry(
    _ operation: Operation, by person: Int = 4, in log: inout Log, at desk: Desk
  ) throws -> Entry {
    let replicaGenesis = WhiteboardWorld.replicaGenesis(of: person, board: 9)
    let recorded = log.record(
      operation.encoded(), as: replicaGenesis, for: operation.action.purpose, at: desk.now.wall,
      lasted: 0)
    var entry = try #require(recorded)
    entry.signature = entry.digest.bytes
    return entry
  }

  @Test("D2 · a single R brings back what one person cleared a hundred times, in one gesture")
  func manyClears() throws {
    var (world, log) = try world()
    let clear = Operation(.change(.upTo(world.desks[0].replica.picture.vector), .hide))
    let clears = try (0..<100).map { _ in try entry(clear, in: &log, at: world.desks[0]) }
    for index in 0...1 { world.receive(clears, at: index, in: world.session) }
    #expect(world.desks.allSatisfy { $0.things.isEmpty })
    let before = world.desks[0].kept.count
    world.at(0) { $0.type("R") }
    #expect(world.desks.allSatisfy { $0.things.count == 1 })
    #expect(world.desks[0].notice.contains("Restored."))
    let cancels = world.desks[0].kept.dropFirst(before).compactMap {
      try? Operation(decoding: $0.payload)
    }
    let first = world.desks[0].kept.dropFirst(before).first?.stamp.id.sequence
    #expect(cancels.count == 100 && cancels.dropFirst().allSatisfy { $0.gesture == first })
    #expect(world.desks[1].notice.contains("Ann brought back what was hidden."))
    world.at(0) { $0.type("u") }
    #expect(world.desks.allSatisfy { $0.things.isEmpty })
    world.at(1) { $0.type("R") }
    #expect(world.desks.allSatisfy { $0.things.count == 1 })
  }

  @Test("D2 · R takes back only the clears after the last one of another person")
  func belowAnother() throws {
    var (world, log) = try world()
    let clear = Operation(.change(.upTo(world.desks[0].replica.picture.vector), .hide))
    let early = try (0..<3).map { _ in try entry(clear, in: &log, at: world.desks[0]) }
    let other = try entry(clear, by: 3, in: &log, at: world.desks[0])
    let late = try (0..<3).map { _ in try entry(clear, in: &log, at: world.desks[0]) }
    for index in 0...1 {
      world.receive(early + [other] + late, at: index, in: world.session)
    }
    let before = world.desks[0].kept.count
    world.at(0) { $0.type("R") }
    #expect(world.desks[0].kept.count == before + 3)
    #expect(world.desks[0].things.isEmpty && world.desks[0].notice.contains("R again"))
    for _ in 0..<2 { world.at(0) { $0.type("R") } }
    #expect(world.desks.allSatisfy { $0.things.count == 1 })
  }

  @Test("The notice about a clear in several parts comes once, and names the whole clear")
  func saidOnce() throws {
    var (world, log) = try world()
    world.at(1) { $0.drag([(10, 12), (30, 14)]) }
    _ = log.merge(world.entries[world.session] ?? []) { _, _, _ in true }
    let vectors = world.desks[0].replica.picture.vector.sorted.map {
      VersionVector([$0.replica: $0.sequence])
    }
    #expect(vectors.count == 2)
    var parts: [Entry] = []
    for vector in vectors + vectors {
      let operation = Operation(
        .change(.upTo(vector), .hide), gesture: parts.first?.stamp.id.sequence)
      parts.append(try entry(operation, in: &log, at: world.desks[0]))
    }
    world.receive(Array(parts.prefix(2)), at: 0, in: world.session)
    #expect(world.desks[0].things.isEmpty)
    #expect(world.desks[0].notice.contains("cleared the board. R brings it back."))
    world.at(0) { $0.wait(60_000) }
    #expect(!world.desks[0].notice.contains("cleared"))
    world.receive(Array(parts.suffix(2)), at: 0, in: world.session)
    #expect(!world.desks[0].notice.contains("cleared") && !world.desks[0].notice.contains("hid"))
  }

  @Test("A board of others' ink has nothing to undo, and an own stroke can be undone and redone")
  func undoability() throws {
    var desk = try desk(runs: 1)
    #expect(desk.board.drawing.recorder.undoability == Undoability(canUndo: false, canRedo: false))
    desk.drag([(3, 2), (9, 3)])
    #expect(desk.board.drawing.recorder.undoability == Undoability(canUndo: true, canRedo: false))
    desk.type("u")
    #expect(desk.board.drawing.recorder.undoability == Undoability(canUndo: false, canRedo: true))
  }
}
