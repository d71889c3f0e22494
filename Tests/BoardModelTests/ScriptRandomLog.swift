import BoardModel
import BoardPaper
import EaselBase
import GroupTesting

/// Logs as several people could have written them: each knows only some of what the others did.
enum RandomLog {
  typealias Log = [(stamp: Stamp, operation: Operation)]

  private struct Member {
    var replica: ReplicaID
    var author: AuthorID
    var count: UInt64 = 0
    var seen = VersionVector()
    var lamport: UInt64 = 0
    var gesture: SequenceNumber?
  }

  static func make(operations: Int, chance: inout SplitMix64) -> Log {
    var members = (0..<4).map { number in
      // The first two are runs of one person.
      Member(
        replica: ReplicaID(Bytes16(high: chance.next(), low: UInt64(number))),
        author: AuthorID(Bytes16(high: 1, low: UInt64(max(number, 1)))))
    }
    var log: Log = []
    for _ in 0..<operations {
      let index = Int.random(in: 0..<members.count, using: &chance)
      if Bool.random(using: &chance), let other = members.randomElement(using: &chance) {
        members[index].seen.merge(other.seen)
        members[index].lamport = max(members[index].lamport, other.lamport)
      }
      log.append(step(&members[index], log, &chance))
    }
    return log
  }

  private static func step(
    _ member: inout Member, _ log: Log, _ chance: inout SplitMix64
  ) -> (stamp: Stamp, operation: Operation) {
    member.count += 1
    member.lamport += 1
    let sequence = SequenceNumber(member.count)
    let known = log.map(\.stamp).filter { member.seen.covers($0.id) }
    let action = action(known, member, &chance)
    let continues = Int.random(in: 0..<3, using: &chance) == 0
    let gesture = continues ? member.gesture : nil
    member.gesture = gesture ?? sequence
    let id = EntryID(member.replica, sequence)
    member.seen.include(id)
    let stamp = Stamp(
      id: id, author: member.author, lamport: Lamport(member.lamport), at: 0, lasted: 0)
    return (stamp, Operation(action, gesture: gesture))
  }

  private static func action(
    _ known: [Stamp], _ member: Member, _ chance: inout SplitMix64
  ) -> Operation.Action {
    let ids = known.map(\.id)
    let own = known.filter { $0.author == member.author }.map(\.id)
    switch Int.random(in: 0..<18, using: &chance) {
    case 15...17:
      guard let id = ids.randomElement(using: &chance),
        let target = ids.randomElement(using: &chance)
      else { return label(&chance) }
      return .attach(id, .any(to: target, using: &chance))
    case 0: return .change(.upTo(member.seen), .hide)
    case 1: return .change(.items(some(ids, &chance)), .hide)
    case 2:
      let offset = BoardOffset(
        dx: .random(in: -60_000...60_000, using: &chance),
        dy: .random(in: -60_000...60_000, using: &chance))
      return .change(.items(some(ids, &chance)), .move(offset))
    case 3: return .change(.items(some(ids, &chance)), .recolour(color(&chance)))
    case 4, 5: return own.last.map(Operation.Action.cancel) ?? stroke(&chance)
    case 6: return own.last.map(Operation.Action.restore) ?? stroke(&chance)
    case 7: return ids.randomElement(using: &chance).map(Operation.Action.cancel) ?? paper(&chance)
    case 8: return label(&chance)
    case 9: return paper(&chance)
    case 10: return .change(.items(some(ids, &chance)), .anyLook(using: &chance))
    case 11, 12:
      guard let id = ids.randomElement(using: &chance) else { return label(&chance) }
      let words = ["", "two\nlines", "a \"quote\" and \\"].randomElement(using: &chance) ?? ""
      return .change(.items([id]), .setText(TextEdit(RawText(words), replacing: id)))
    default: return stroke(&chance)
    }
  }

  private static func some(_ ids: [EntryID], _ chance: inout SplitMix64) -> [EntryID] {
    ids.filter { _ in Int.random(in: 0..<4, using: &chance) == 0 }
  }

  private static func color(_ chance: inout SplitMix64) -> InkColor {
    switch Int.random(in: 0..<3, using: &chance) {
    case 0: PaletteColor.allCases.randomElement(using: &chance)?.color ?? InkColor(rgb: 0)
    case 1: InkColor(rgba: UInt32.random(in: 0...UInt32.max, using: &chance))
    default: InkColor(rgb: .random(in: 0...0xFF_FFFF, using: &chance))
    }
  }

  private static func point(_ chance: inout SplitMix64) -> BoardPoint {
    BoardPoint(
      x: .random(in: -70_000...140_000, using: &chance),
      y: .random(in: -40_000...80_000, using: &chance))
  }

  private static func stroke(_ chance: inout SplitMix64) -> Operation.Action {
    let points = (0..<Int.random(in: 1...6, using: &chance)).map { _ in point(&chance) }
    guard
      let packed = PackedPoints(points, stepExponent: .random(in: 0...12, using: &chance))
    else { return .setPaper(PaperText(lines: [])) }
    let kind = Stroke.Kind.allCases.randomElement(using: &chance) ?? .pen
    let ink = Ink(color: color(&chance), width: .random(in: 1...8, using: &chance))
    return .make(
      .stroke(
        Stroke(
          kind: kind, ink: ink, filled: Bool.random(using: &chance), points: packed,
          continues: Int.random(in: 0..<4, using: &chance) == 0)))
  }

  private static func label(_ chance: inout SplitMix64) -> Operation.Action {
    let text = ["one", "two\nlines", "\"quoted\" \\ back", "wide 漢字", "ßé"]
    return .make(
      .label(
        Label(
          origin: point(&chance), columnWidth: .random(in: 100...2_000, using: &chance),
          rowHeight: .random(in: 100...2_000, using: &chance), color: color(&chance),
          text: SafeText(text.randomElement(using: &chance) ?? "", limit: .label))))
  }

  private static func paper(_ chance: inout SplitMix64) -> Operation.Action {
    let look = PaperText.Look(
      foreground: .rgb(0x12_34_56), background: .indexed(.random(in: 0...255, using: &chance)),
      attributes: [.bold, .reverse])
    let line = PaperText.Line(runs: [
      PaperText.Run(text: SafeText("plain")), PaperText.Run(text: SafeText("loud"), look: look),
    ])
    return .setPaper(PaperText(lines: [line, PaperText.Line(runs: [])]))
  }
}
