import BoardModel
import BoardPaper
import EaselBase
import GroupTesting

/// An operation with its stamp, as the log hands it over.
struct Entry: Hashable {
  let operation: Operation
  let stamp: Stamp
  var id: EntryID { stamp.id }
}

/// Names of replicas and people that tests can tell apart.
enum Named {
  static func replica(_ number: Int) -> ReplicaID {
    ReplicaID(Bytes16(high: UInt64(number) &* 0x9E37_79B9_7F4A_7C15, low: UInt64(number)))
  }

  static func author(_ number: Int) -> AuthorID {
    AuthorID(Bytes16(high: 7, low: UInt64(number)))
  }
}

/// A history of several people, some in two runs, who hear of each other now and then.
struct CrowdLog {
  private(set) var entries: [Entry] = []
  private var chance: SplitMix64
  private var drawers: [Drawer]

  private struct Drawer {
    let replica: ReplicaID
    let author: AuthorID
    var known: [Entry] = []
    var vector = VersionVector()
    var lamport: UInt64 = 0
    var next: UInt64 = 1
  }

  private let hasGestures: Bool

  private let hasManyClears: Bool

  /// Without gestures, every operation stands alone. With many clears, most operations are clears,
  /// cancels and restores.
  init(seed: UInt64, count: Int, hasGestures: Bool = true, hasManyClears: Bool = false) {
    chance = SplitMix64(seed: seed)
    (self.hasGestures, self.hasManyClears) = (hasGestures, hasManyClears)
    let people = Int.random(in: 2...3, using: &chance)
    drawers = (1...Int.random(in: 3...5, using: &chance)).map {
      Drawer(replica: Named.replica($0), author: Named.author($0 % people))
    }
    for _ in 0..<count {
      let drawer = Int.random(in: drawers.indices, using: &chance)
      if Int.random(in: 0..<3, using: &chance) == 0 { hear(drawer) }
      record(operation(by: drawer), by: drawer)
    }
  }

  /// All entries, those of each replica in their order, some of them twice.
  func shuffled(using chance: inout SplitMix64) -> [Entry] {
    entries.shuffledByReplica(repeatingSome: true, using: &chance)
  }

  /// A seat learns what another one made, all of it or a beginning.
  private mutating func hear(_ drawer: Int) {
    let other = drawers[Int.random(in: drawers.indices, using: &chance)].replica
    let fresh = entries.filter { $0.id.replica == other && !drawers[drawer].vector.covers($0.id) }
    for entry in fresh.prefix(Int.random(in: 0...max(fresh.count, 1), using: &chance)) {
      learn(entry, at: drawer)
    }
  }

  private mutating func learn(_ entry: Entry, at drawer: Int) {
    drawers[drawer].known.append(entry)
    drawers[drawer].vector.include(entry.id)
    drawers[drawer].lamport = max(drawers[drawer].lamport, entry.stamp.lamport.raw)
  }

  private mutating func record(_ operation: Operation, by drawer: Int) {
    let from = drawers[drawer]
    let stamp = Stamp(
      id: EntryID(from.replica, SequenceNumber(from.next)), author: from.author,
      lamport: Lamport(from.lamport + 1), at: Int64(entries.count), lasted: 1)
    drawers[drawer].next += 1
    let entry = Entry(operation: operation, stamp: stamp)
    entries.append(entry)
    learn(entry, at: drawer)
  }

  private mutating func operation(by drawer: Int) -> Operation {
    var gesture: SequenceNumber?
    if drawers[drawer].next > 1, Int.random(in: 0..<4, using: &chance) == 0 {
      gesture = SequenceNumber(UInt64.random(in: 1...drawers[drawer].next + 1, using: &chance))
    } else if drawers[drawer].next > 1, Int.random(in: 0..<3, using: &chance) == 0 {
      gesture = SequenceNumber(drawers[drawer].next - 1)
    }
    return Operation(action(by: drawer), gesture: hasGestures ? gesture : nil)
  }

  private mutating func action(by drawer: Int) -> Operation.Action {
    if hasManyClears, Int.random(in: 0..<3, using: &chance) == 0 {
      let known = drawers[drawer].vector
      guard Bool.random(using: &chance) else { return .change(.upTo(known), .hide) }
      let part = known.known.mapValues { SequenceNumber(($0.raw + 1) / 2) }
      return .change(.upTo(VersionVector(part)), .hide)
    }
    return usualAction(by: drawer)
  }

  private mutating func usualAction(by drawer: Int) -> Operation.Action {
    switch Int.random(in: 0..<26, using: &chance) {
    case 22...25: .attach(name(for: drawer), .any(to: name(for: drawer), using: &chance))
    case 0..<8: .make(item())
    case 20...21: takeBack(for: drawer)
    case 8..<11: .change(targets(for: drawer), effect())
    case 11 where Bool.random(using: &chance): .setPaper(PaperText(lines: [line(), line()]))
    case 11:
      .change(
        .items([label(for: drawer)]),
        .setText(TextEdit(RawText("word \(number())"), replacing: name(for: drawer))))
    case 12..<17: .cancel(name(for: drawer))
    default: .restore(name(for: drawer))
    }
  }

  /// Mostly something the seat knows; sometimes what it cannot know yet.
  private mutating func name(for drawer: Int) -> EntryID {
    if Int.random(in: 0..<8, using: &chance) > 0,
      let known = drawers[drawer].known.suffix(12).randomElement(using: &chance)
    {
      return known.id
    }
    let other = drawers[Int.random(in: drawers.indices, using: &chance)]
    return EntryID(
      other.replica, SequenceNumber(UInt64.random(in: 1...other.next + 3, using: &chance)))
  }

  /// Mostly a range of known entries.
  private mutating func takeBack(for drawer: Int) -> Operation.Action {
    let last = name(for: drawer)
    let first = UInt64.random(in: 1...last.sequence.raw, using: &chance)
    return .takeBack(from: SequenceNumber(first), upTo: last)
  }

  /// Mostly a label that the seat knows.
  private mutating func label(for drawer: Int) -> EntryID {
    let labels = drawers[drawer].known.filter {
      if case .make(.label) = $0.operation.action { true } else { false }
    }
    return labels.randomElement(using: &chance)?.id ?? name(for: drawer)
  }

  private mutating func targets(for drawer: Int) -> Operation.Targets {
    switch Int.random(in: 0..<5, using: &chance) {
    case 4:
      // So many that a gesture, or a taking back, cannot hold three of them.
      let named = [name(for: drawer), name(for: drawer)]
      let count = Int.random(in: 1_000...Limits.targets - 2, using: &chance)
      return .items(named + Array(repeating: named[0], count: count))
    case 0: return .upTo(drawers[drawer].vector)
    case 1:
      // Some of the known entries, or more than these.
      let other = drawers[Int.random(in: drawers.indices, using: &chance)]
      return .upTo(VersionVector([other.replica: name(for: drawer).sequence]))
    default:
      let count = Int.random(in: 1...4, using: &chance)
      return .items((0..<count).map { _ in name(for: drawer) })
    }
  }

  private mutating func effect() -> Operation.Effect {
    switch Int.random(in: 0..<9, using: &chance) {
    case 0...1: .hide
    case 2...3: .move(BoardOffset(dx: number(), dy: number()))
    case 4: .recolour(InkColor(rgba: UInt32.random(in: 0...UInt32.max, using: &chance)))
    default: BoardModel.Operation.Effect.anyLook(using: &chance)
    }
  }

  private mutating func item() -> Item {
    guard Int.random(in: 0..<4, using: &chance) > 0 else {
      return .label(
        Label(
          origin: point(), columnWidth: 400, rowHeight: 800, color: InkColor(rgb: 0x12_34_56),
          text: SafeText("word \(number())", limit: .label)))
    }
    let kind = Stroke.Kind.allCases.randomElement(using: &chance) ?? .pen
    let points = (0..<Int.random(in: 1...5, using: &chance)).map { _ in point() }
    return .stroke(
      .through(points, kind: kind, continues: Int.random(in: 0..<3, using: &chance) == 0))
  }

  private mutating func line() -> PaperText.Line {
    PaperText.Line(runs: [PaperText.Run(text: SafeText("line \(number())"))])
  }

  private mutating func point() -> BoardPoint { BoardPoint(x: number(), y: number()) }

  private mutating func number() -> Int32 {
    // At times at the very edge, where sums are held within limits.
    Int.random(in: 0..<30, using: &chance) == 0
      ? [BoardPoint.limit, -BoardPoint.limit].randomElement(using: &chance) ?? 0
      : Int32.random(in: -2_000...70_000, using: &chance)
  }
}

extension Stroke {
  /// A stroke of a test: at least one point.
  static func through(
    _ points: [BoardPoint], kind: Kind = .pen, filled: Bool = false, width: UInt8 = 2,
    continues: Bool = false
  ) -> Stroke {
    guard let packed = PackedPoints(points, stepExponent: 0) else {
      return through([BoardPoint(x: 0, y: 0)], kind: kind)
    }
    return Stroke(
      kind: kind, ink: Ink(color: InkColor(rgba: 0xFF00_0080), width: width), filled: filled,
      points: packed, continues: continues)
  }
}

extension [Entry] {
  /// Entries of a replica stay in their order, entries of different replicas come in any.
  func shuffledByReplica(
    repeatingSome: Bool = false, using chance: inout SplitMix64
  ) -> [Element] {
    var queues = Dictionary(grouping: self, by: \.id.replica).values.map { $0[...] }
      .sorted { $0[0].id < $1[0].id }
    var result: [Element] = []
    while !queues.isEmpty {
      let queue = Int.random(in: queues.indices, using: &chance)
      if let entry = queues[queue].popFirst() { result.append(entry) }
      if queues[queue].isEmpty { queues.remove(at: queue) }
      if repeatingSome, Int.random(in: 0..<5, using: &chance) == 0,
        let again = result.randomElement(using: &chance)
      {
        result.append(again)
      }
    }
    return result
  }
}
