import EaselBase
import GroupTesting
import Testing

@testable import BoardModel

/// L11: work and memory follow weight. The tests count steps and bytes, and read no clock.
struct WorkLawTests {
  /// The steps for each unit of weight, each named target and each thing.
  private static let workFactor = 4
  /// The bytes for each byte of weight, and for each entry.
  private static let (memoryFactor, memoryOfEntry) = (8, 768)

  /// Operations of one author, with the least weight that their entries can have.
  private struct Load {
    var entries: [(stamp: Stamp, operation: Operation)] = []
    var weight = 0
    var targets = 0
    private let replica: ReplicaID
    private let author: AuthorID

    init(_ person: Int) {
      (replica, author) = (Named.replica(person), Named.author(person))
    }

    /// The id of the entry with this number.
    func id(_ number: Int) -> EntryID { EntryID(replica, SequenceNumber(UInt64(number))) }

    mutating func add(
      _ action: Operation.Action, at lamport: Int? = nil, gesture: Int? = nil
    ) {
      let number = entries.count + 1
      let stamp = Stamp(
        id: id(number), author: author, lamport: Lamport(UInt64(lamport ?? 10_000 + number)), at: 0,
        lasted: 0)
      let operation = Operation(action, gesture: gesture.map { SequenceNumber(UInt64($0)) })
      entries.append((stamp, operation))
      weight += 128 + Self.payload(of: action)
      targets += action.targetCount
    }

    /// Adds many actions, each of them as a gesture of its own, or all of them as one gesture.
    mutating func add(
      _ count: Int, asOneGesture isOne: Bool = false, _ action: (Int) -> Operation.Action
    ) {
      let first = entries.count + 1
      for number in 0..<count {
        add(action(number), gesture: isOne && number > 0 ? first : nil)
      }
    }

    private static func payload(of action: Operation.Action) -> Int {
      switch action {
      case .change(.items(let ids), _):
        let groups = Dictionary(grouping: ids, by: \.replica)
        return groups.count * 22 + ids.reduce(0) { $0 + bytes($1.sequence.raw) }
      case .change(.upTo(let vector), _):
        return vector.known.values.reduce(0) { $0 + 21 + bytes($1.raw) }
      default: return 20
      }
    }

    private static func bytes(_ number: UInt64) -> Int {
      max((70 - number.leadingZeroBitCount) / 7, 1)
    }
  }

  private static let move = Operation.Effect.move(BoardOffset(dx: 1, dy: 1))

  private func board(_ count: Int) -> Load {
    var board = Load(1)
    for number in 0..<count { board.add(.rectangle(at: Int32(number) * 20), at: number + 1) }
    return board
  }

  /// Returns a board of boxes, and a load that is about all of them.
  private func board(
    _ count: Int, _ make: (_ ids: [EntryID], _ load: inout Load) -> Void
  ) -> (board: Load, ids: [EntryID], load: Load) {
    let board = board(count)
    let ids = (1...count).map(board.id)
    var load = Load(2)
    make(ids, &load)
    return (board, ids, load)
  }

  /// Applies a load to a board in one batch, and returns the steps and the bytes.
  private func cost(of load: Load, on board: Load) -> (work: Int, memory: Int, picture: Picture) {
    var picture = Picture()
    _ = picture.apply(board.entries)
    let (work, memory) = (picture.work, picture.storedBytes)
    _ = picture.apply(load.entries)
    return (picture.work - work, picture.storedBytes - memory, picture)
  }

  private func expectLaw(_ load: Load, on board: Load, _ name: Comment) {
    let (work, memory, picture) = cost(of: load, on: board)
    #expect(
      work <= Self.workFactor * (load.weight + load.targets + board.entries.count),
      "\(name): \(work)")
    // The memory of a thing counts for the entry that made it.
    let entries = load.entries.count + board.entries.count
    #expect(
      memory <= Self.memoryFactor * load.weight + Self.memoryOfEntry * entries,
      "\(name): \(memory) bytes for \(load.weight)")
    #expect(picture.operationCount == entries)
  }

  @Test("L11 · a batch turns a gesture once, however many toggles name it")
  func toggles() {
    let (board, ids, load) = board(512) { ids, load in
      load.add(8, asOneGesture: true) { _ in .change(.items(ids), Self.move) }
      let first = load.id(1)
      load.add(1_000) { $0 % 2 == 0 ? .cancel(first) : .restore(first) }
    }
    expectLaw(load, on: board, "toggles")
    let (_, _, picture) = cost(of: load, on: board)
    #expect(picture.thing(ids[0])?.offset.dx == 8)
    // One more toggle costs the gesture once.
    var more = picture
    var last = Load(3)
    last.add(.cancel(load.id(1)), at: 90_000)
    _ = more.apply(last.entries)
    #expect(more.work - picture.work <= 2 * Limits.targets && more.thing(ids[0])?.offset == .zero)
  }

  @Test("L11 · many moves of all things, toggled thousands of times, cost their targets")
  func manyMoves() {
    let (board, _, load) = board(1_024) { ids, load in
      load.add(40, asOneGesture: true) { _ in .change(.items(ids), Self.move) }
      let moves = load.entries.map(\.stamp.id)
      load.add(2_500) { $0 % 3 == 0 ? .restore(moves[$0 % 40]) : .cancel(moves[$0 % 40]) }
    }
    expectLaw(load, on: board, "moves")
  }

  @Test("L11 · clears of replicas that were made up cost what they name")
  func unknownReplicas() {
    var load = Load(2)
    for number in 0..<8 {
      let vector = (0..<4_000).map { index in
        (
          ReplicaID(Bytes16(high: UInt64(number * 4_000 + index), low: 77)),
          SequenceNumber(UInt64(index % 100 + 1))
        )
      }
      load.add(
        .change(.upTo(VersionVector(Dictionary(uniqueKeysWithValues: vector))), .hide),
        gesture: number == 0 ? nil : 1)
    }
    for number in 0..<400 {
      load.add(number % 2 == 0 ? .cancel(load.id(1)) : .restore(load.id(2)))
    }
    expectLaw(load, on: board(1), "vectors")
  }

  @Test("L11 · targets that never come are stored once for each change")
  func unknownTargets() {
    var (inOneReplica, ofKnown, oneByOne) = (Load(2), Load(2), Load(2))
    for number in 0..<20 {
      let replica = ReplicaID(Bytes16(high: UInt64(number), low: 78))
      inOneReplica.add(
        .change(
          .items((1...Limits.targets).map { EntryID(replica, SequenceNumber(UInt64($0))) }), .hide))
      ofKnown.add(
        .change(
          .items(
            (1...Limits.targets).map {
              EntryID(Named.replica(1), SequenceNumber(UInt64($0 + 600)))
            }), Self.move))
      oneByOne.add(
        .change(
          .items(
            (1...Limits.targets).map {
              EntryID(
                ReplicaID(Bytes16(high: UInt64(number * 5_000 + $0), low: 79)), SequenceNumber(1))
            }), .setWidth(3)))
    }
    let board = board(500)
    for (load, name) in [(inOneReplica, "replica"), (ofKnown, "known"), (oneByOne, "single")] {
      expectLaw(load, on: board, "\(name)")
    }
  }

  @Test("L11 · changes of one property are stored once for each thing they name")
  func registers() {
    let (board, _, load) = board(2_000) { ids, load in
      load.add(60) { .change(.items(ids), .setWidth(UInt8($0 % 8 + 1))) }
    }
    expectLaw(load, on: board, "registers")
  }

  @Test("L11 · takings back, undone and redone, cost what they reach")
  func takingsBack() {
    let (board, _, load) = board(256) { ids, load in
      load.add(16) { _ in .change(.items(ids), Self.move) }
      let moves = load.entries.map(\.stamp.id)
      load.add(500) { .takeBack(from: SequenceNumber(1), upTo: moves[$0 % 16]) }
      let takingsBack = load.entries.dropFirst(16).map(\.stamp.id)
      load.add(500) { .cancel(takingsBack[$0]) }
    }
    expectLaw(load, on: board, "takings back")
  }

  @Test("L11 · things that arrive after the changes that name them cost no more")
  func lateThings() {
    let (board, _, load) = board(2_048) { ids, load in
      load.add(4) { _ in .change(.items(ids), Self.move) }
    }
    var picture = Picture()
    _ = picture.apply(load.entries)
    let (work, memory) = (picture.work, picture.storedBytes)
    _ = picture.apply(board.entries)
    #expect(picture.work - work <= Self.workFactor * (board.weight + load.targets))
    #expect(
      picture.storedBytes - memory
        <= Self.memoryFactor * (board.weight + load.weight)
        + Self.memoryOfEntry * board.entries.count)
    #expect(picture.things.allSatisfy { $0.offset.dx == 4 })
  }

  // MARK: Gestures

  @Test("L11 · a gesture names at most 4,096 targets, and the next operation begins another one")
  func bound() {
    let (board, ids, load) = board(2_049) { ids, load in
      let most = Operation.Action.change(.items(Array(ids.prefix(2_048))), Self.move)
      let last = Operation.Action.change(.items([ids[2_048]]), Self.move)
      load.add(2, asOneGesture: true) { _ in most }
      load.add(last, gesture: 1)
      load.add(last, gesture: 2)
      load.add(.cancel(load.id(2)))
    }
    let (_, _, picture) = cost(of: load, on: board)
    #expect(picture.thing(ids[0])?.offset == .zero)
    #expect(picture.thing(ids[2_048])?.offset.dx == 2)
    let entries = (board.entries + load.entries).map { Entry(operation: $1, stamp: $0) }
    #expect(Oracle(entries.suffix(6)).things.count == 1)
  }

  @Test("L11 · an undo takes back one action of a user, however many things it is about")
  func oneUndo() {
    var desk = Desk()
    let count = 9_000
    desk.do((0..<count).map { .rectangle(at: Int32($0) * 20) }, as: 1)
    let ids = desk.visible
    for effect in [Operation.Effect.hide, Self.move] {
      let before = desk.picture.canonicalBytes()
      let actions = Operation.Action.change(ids, effect)
      #expect(actions.count == 3)
      let first = desk.do(actions[0], as: 1)
      desk.do(Array(actions.dropFirst()), as: 1, gesture: first)
      let after = desk.picture.canonicalBytes()
      #expect(desk.picture.undoActions(for: Named.author(1)).count == 3)
      desk.undo()
      #expect(desk.picture.canonicalBytes() == before)
      desk.redo()
      #expect(desk.picture.canonicalBytes() == after)
      desk.undo()
    }
  }

  @Test("L11 · an erasing of very many things comes back in one go")
  func restoreAll() {
    var desk = Desk()
    desk.do((0..<9_000).map { .rectangle(at: Int32($0) * 20) }, as: 1)
    let actions = Operation.Action.change(desk.visible, .hide)
    let first = desk.do(actions[0], as: 2)
    desk.do(Array(actions.dropFirst()), as: 2, gesture: first)
    #expect(desk.visible.isEmpty)
    #expect(desk.picture.latestHides.count == 3)
    desk.do(desk.picture.latestHides.map(Operation.Action.cancel), as: 1)
    #expect(desk.visible.count == 9_000)
    desk.undo(as: 1)
    #expect(desk.visible.isEmpty)
  }
}
