import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import CellFrame
import EaselBase
import GroupTesting

@testable import WhiteboardUI

/// Something that happens to a desk.
enum Deed: Sendable {
  case event(Event)
  /// Entries of others come.
  case received([Entry], in: SessionUUID)
  case rebuilt(in: SessionUUID)
  case filed(path: String, name: SafeText)
  case keepingFailed(SafeText)
  case opened(LoadedBoard)
  case entered(SessionUUID, as: ParticipantUUID, on: LoadedBoard?, mayDraw: Bool)
}

extension Desk {
  /// - Returns: the entries of others that came into the board.
  @discardableResult
  mutating func perform(_ deed: Deed) -> [Entry] {
    switch deed {
    case .event(let event): handle(event)
    case .received(let entries, let session): return receive(entries, in: session).entries
    case .rebuilt(let session): rebuilt(in: session)
    case .filed(let path, let name): filed(path: path, name: name)
    case .keepingFailed(let reason): keepingFailed(reason)
    case .opened(let board): open(board)
    case .entered(let session, let me, let board, let mayDraw):
      enter(session, as: me, on: board, mayDraw: mayDraw)
    }
    return []
  }
}

/// Events as no hand would make them, from a seed.
struct Chaos {
  var random: SplitMix64
  /// The last wet ink of others, since more may be added to it.
  var heard: [GuestItem] = []

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func deed(columns: Int, rows: Int) -> Deed {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<40: .event(.input(.mouse(mouse(columns: columns, rows: rows))))
    case 40..<76: .event(.input(.key(key(), modifiers())))
    case 76..<78: .event(.input(.paste(text())))
    case 78..<80:
      .event(.input(.resize(columns: number(-1...120), rows: number(-1...50))))
    case 80..<81: .event(.input(.answer(answer())))
    case 81..<84: .event(.board(.woke))
    case 84..<85: .event(.board(.pausing))
    case 85..<88: report()
    default: gossip()
    }
  }

  /// Milliseconds to the next event: mostly the pace of a hand, now and then so long that notices
  /// go and what was moved by keys settles.
  mutating func pause() -> Int64 {
    Int64(number(0...9) == 0 ? number(0...6_000) : number(0...40))
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func mouse(columns: Int, rows: Int) -> MouseEvent {
    let actions: [MouseEvent.Action] = [
      .press(.left), .drag(.left), .drag(.left), .drag(.left), .release(.left), .press(.right),
      .drag(.right), .release(.right), .press(.middle), .drag(.middle), .release(.middle), .move,
      .wheelUp, .wheelDown, .wheelLeft, .wheelRight,
    ]
    let action = actions.randomElement(using: &random) ?? .move
    let point = CellPoint(
      column: number(-2...max(columns, 1) + 1), row: number(-2...max(rows, 1) + 1))
    let pointer = Pointer(
      point, fractionX: UInt8(number(0...255)), fractionY: UInt8(number(0...255)), isFine: true)
    return MouseEvent(action, at: pointer, modifiers: modifiers())
  }

  private mutating func modifiers() -> Modifiers {
    number(0...4) == 0 ? Modifiers(rawValue: UInt8(number(0...7))) : []
  }

  private mutating func key() -> Key {
    let keys: [Key] = [
      .enter, .escape, .tab, .backTab, .backspace, .delete, .insert, .up, .down, .left, .right,
      .home, .end, .pageUp, .pageDown, .function(1), .function(-7), .character("é"),
      .character("界"), .character("👩‍👩‍👧"), .character("\u{1B}"), .character("\u{301}"),
    ]
    if number(0...2) == 0 { return keys.randomElement(using: &random) ?? .enter }
    return .character(Character(Unicode.Scalar(UInt8(number(32...126)))))
  }

  private mutating func text() -> String {
    let scraps = ["one", "界面", "\n", "\u{1B}[31m", "\u{202E}", "👍🏽", "a\u{301}", "\t", "\r\n", " "]
    return (0..<number(0...30)).map { _ in scraps.randomElement(using: &random) ?? "" }.joined()
  }

  private mutating func answer() -> TerminalAnswer {
    [
      .pixelMouse, .background(UInt32(number(0...0xFFFF_FFFF))),
      .cellPixels(width: number(-3...30), height: number(-3...60)),
    ].randomElement(using: &random) ?? .pixelMouse
  }

  private mutating func report() -> Deed {
    let sentences = ["disk full", "", "it's \u{1B}[2J done"]
    let sentence = SafeText(sentences.randomElement(using: &random) ?? "")
    let boards = (0..<number(0...30)).map {
      BoardSummary(
        path: "/\($0)", name: SafeText("board \($0)"), changed: Int64(number(0...Int.max)),
        entries: $0, isTrashed: $0 % 3 == 0)
    }
    let reports: [Deed] = [
      .keepingFailed(sentence), .event(.done(sentence)), .event(.board(.failed(sentence))),
      .event(.boards(boards)), .event(.board(.openingFailed(reason: sentence))),
      .filed(path: "/1", name: sentence), .opened(Desk.fresh),
      .event(.themes([.terminal], complaints: [sentence, sentence])),
    ]
    return reports.randomElement(using: &random) ?? .event(.board(.woke))
  }
}
