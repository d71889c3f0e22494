import BoardPaper
import BoardScript
import EaselBase
import GroupTesting
import Testing

import BoardModel

/// Law: a recording can be played, over any log that members accept, also a log that no honest
/// program makes.
@Suite struct ScriptHostileLogTests {
  private typealias Log = [(stamp: Stamp, operation: Operation)]

  @Test("`play` reads every log that `record` writes", arguments: 0..<60)
  func anyLog(seed: UInt64) throws {
    var chance = SplitMix64(seed: seed)
    let log = Self.log(&chance)
    let names = Dictionary(
      log.map { ($0.stamp.author, Self.texts.randomElement(using: &chance) ?? "") },
      uniquingKeysWith: { $1 })
    try expectPlayable(ScriptRecorder.record(log, names: names).text)
  }

  @Test("A label in which nothing can be seen, and paper of the largest size, are played")
  func extremes() throws {
    let runs = (0..<20_000).map { number in
      PaperText.Run(
        content: RawText(number.isMultiple(of: 3) ? "" : "x"),
        look: PaperText.Look(
          foreground: .rgb(UInt32(number)), background: .rgb(7), attributes: [.bold, .reverse]))
    }
    let hidden = PaperText.Run(
      content: RawText(String(repeating: "\u{200B}", count: Limits.paperBytesPerOperation / 3)))
    let full = PaperText.Run(
      content: RawText(String(repeating: "x", count: Limits.paperBytesPerOperation)))
    let marks = PaperText.Run(
      content: RawText(String(repeating: "a\u{301}\u{302}\u{303}", count: 7_000)))
    for run in [[hidden], [full], [marks], runs] {
      let lines = Array(repeating: PaperText.Line(runs: run), count: run.count == 1 ? 1 : 3)
      try expectPlayable(record([.setPaper(PaperText(lines: lines))]))
    }
    let many = Array(
      repeating: PaperText.Line(runs: [PaperText.Run(content: RawText("x"))]), count: 20_000)
    let script = record([.setPaper(PaperText(lines: many))])
    try expectPlayable(script)
    #expect(script.split(separator: "\n").count { $0 == "| \"x\"" } == 20_000)
    #expect(record([.make(.label(Self.label("\u{200B}")))]).hasSuffix("\"\"\n"))
  }

  @Test("Names as long as names may be stay different")
  func names() throws {
    let log = (0..<3).map { number -> (stamp: Stamp, operation: Operation) in
      let id = EntryID(ReplicaID(Bytes16(high: 1, low: UInt64(number))), SequenceNumber(1))
      let author = AuthorID(Bytes16(high: 2, low: UInt64(number)))
      let stamp = Stamp(
        id: id, author: author, lamport: Lamport(UInt64(number + 1)), at: 0, lasted: 0)
      return (stamp, Operation(.make(.label(Self.label("x")))))
    }
    let long = String(repeating: "n", count: 32)
    let names = Dictionary(uniqueKeysWithValues: log.map { ($0.stamp.author, long) })
    let script = try Script(parsing: ScriptRecorder.record(log, names: names).text)
    #expect(Set(script.cast.map(\.name)).count == 3)
  }

  private func record(_ actions: [Operation.Action]) -> String {
    let log = actions.enumerated().map { number, action -> (stamp: Stamp, operation: Operation) in
      let id = EntryID(ReplicaID(Bytes16(high: 1, low: 1)), SequenceNumber(UInt64(number + 1)))
      let stamp = Stamp(
        id: id, author: AuthorID(Bytes16(high: 2, low: 1)), lamport: Lamport(UInt64(number + 1)),
        at: 0, lasted: 0)
      return (stamp, Operation(action))
    }
    return ScriptRecorder.record(log).text
  }

  private func expectPlayable(_ text: String) throws {
    let script = try Script(parsing: text)
    var replicas: [Script.Person: ReplicaID] = [:]
    for (index, person) in script.cast.enumerated() {
      replicas[person] = ReplicaID(Bytes16(high: 9, low: UInt64(index)))
    }
    var player = try ScriptPlayer(script, replicas: replicas)
    while try player.next() != nil {}
    #expect(script.text == text)
  }

  private static let texts = [
    "", "\u{200B}", " ", "\u{A0}", "\"", "\\", "\\n", "run", "#1", "|", "as", "\n\n", "\r\n",
    "\t\t",
    "\u{301}", "\u{FEFF}a", "a\u{202E}b", "e\u{301}\u{301}\u{301}\u{301}\u{301}", "👩‍🚀\u{200D}",
    "日本語", "می\u{200C}",
    String(repeating: "x", count: 1_000), String(repeating: "\t", count: 1_000),
    "\u{0}\u{7}\u{85}\u{2028}",
    String(repeating: "漢", count: 999) + "👩‍🚀",
  ]

  private static func label(_ text: String, _ origin: BoardPoint = BoardPoint(x: 0, y: 0)) -> Label
  {
    Label(
      origin: origin, columnWidth: 1, rowHeight: BoardPoint.limit, color: InkColor(rgba: 0),
      letterSize: .large, content: RawText(text))
  }

  private static func log(_ chance: inout SplitMix64) -> Log {
    let replicas = (0..<3).map { ReplicaID(Bytes16(high: chance.next(), low: UInt64($0))) }
    var counts: [Int: UInt64] = [:]
    return (0..<40).map { number in
      let index = Int.random(in: 0..<3, using: &chance)
      counts[index, default: 0] += 1
      let sequence = SequenceNumber(counts[index] ?? 1)
      let stamp = Stamp(
        id: EntryID(replicas[index], sequence),
        author: AuthorID(Bytes16(high: 1, low: UInt64(min(index, 1)))),
        lamport: Lamport(UInt64(number / 4 + 1)), at: 0, lasted: 0)
      // A gesture may name any number, also of an entry that comes later or never.
      let gesture =
        Bool.random(using: &chance) ? nil : SequenceNumber(.random(in: 1...30, using: &chance))
      return (stamp, Operation(action(replicas, &chance), gesture: gesture))
    }
  }

  private static func action(
    _ replicas: [ReplicaID], _ chance: inout SplitMix64
  ) -> Operation.Action {
    func id() -> EntryID {
      let unknown = ReplicaID(Bytes16(high: 77, low: 7))
      return EntryID(
        (replicas + [unknown]).randomElement(using: &chance) ?? unknown,
        SequenceNumber(.random(in: 1...30, using: &chance)))
    }
    let far: [Int32] = [0, 1, -1, BoardPoint.limit, -BoardPoint.limit, 12_345]
    func point() -> BoardPoint {
      BoardPoint(
        x: far.randomElement(using: &chance) ?? 0, y: far.randomElement(using: &chance) ?? 0)
    }
    let text = texts.randomElement(using: &chance) ?? ""
    switch Int.random(in: 0..<9, using: &chance) {
    case 0: return .make(.label(label(text, point())))
    case 1:
      let runs = (0..<3).map { _ in
        PaperText.Run(content: RawText(texts.randomElement(using: &chance) ?? ""))
      }
      return .setPaper(PaperText(lines: [PaperText.Line(runs: runs), PaperText.Line(runs: [])]))
    case 2: return .cancel(id())
    case 3: return .restore(id())
    case 4: return .change(.items((0..<3).map { _ in id() }), .anyLook(using: &chance))
    case 5:
      var vector = VersionVector()
      for _ in 0..<2 { vector.include(id()) }
      return .change(.upTo(vector), .hide)
    case 6:
      let offset = BoardOffset(dx: 2 * BoardPoint.limit, dy: -2 * BoardPoint.limit)
      return .change(.items([id()]), .move(offset))
    case 7: return .takeBack(from: SequenceNumber(.random(in: 1...30, using: &chance)), upTo: id())
    default:
      let points = (0..<3).map { _ in point() }
      guard let packed = PackedPoints(points, stepExponent: .random(in: 0...12, using: &chance))
      else { return .cancel(id()) }
      let kind = Stroke.Kind.allCases.randomElement(using: &chance) ?? .pen
      let ink = Ink(
        color: InkColor(rgba: UInt32.random(in: 0...UInt32.max, using: &chance)), width: 8)
      return .make(
        .stroke(Stroke(kind: kind, ink: ink, filled: true, points: packed, continues: true)))
    }
  }
}
