import BoardContract
import BoardLog
import BoardModel
import BoardPaper
import EaselBase
import Testing

@testable import BoardDocument

@Suite struct BoardGlanceTests {
  private static let replicaGenesis = ReplicaGenesis(
    publicKey: Array(repeating: 7, count: 32), nonce: Array(repeating: 9, count: 16))
  private static let coding = EntryCoding(encode: { Array("\($0.action)".utf8.prefix(64)) })
  private static let ink = Miniature(dots: [255], colors: [0xFF_00_00])

  private func picture(_ actions: [Operation.Action]) -> Picture {
    var board = BoardReplica(
      LoadedBoard(
        path: nil, name: SafeText("plan"), log: Log(), replicaGenesis: Self.replicaGenesis,
        picture: Picture()),
      author: Self.replicaGenesis.author, coding: Self.coding, quota: BoardQuota())
    for action in actions { _ = board.record([action], at: 0, lasted: 0) }
    return board.picture
  }

  private func text(_ text: String, _ x: Int32, _ y: Int32) -> Operation.Action {
    .make(
      .label(
        Label(
          origin: BoardPoint(x: x, y: y), columnWidth: 1_000, rowHeight: 2_000,
          color: PaletteColor.red.color, text: SafeText(text, limit: .label))))
  }

  private func glance(_ actions: [Operation.Action], _ miniature: Miniature = ink) -> BoardGlance {
    BoardGlance(of: picture(actions)) { _ in miniature }
  }

  @Test("The first words are the texts in reading order, row by row, without signs alone")
  func readingOrder() {
    let glance = glance([
      text("below", 0, 9_000), text("right", 9_000, 1_500), text("left\nmore", 0, 1_000),
      text("---", 0, 0), text("\n\n second", 3_000, 5_000),
    ])
    #expect(glance.lines.map(\.string) == ["left", "right", "second", "below"])
  }

  @Test("The first words of text paper are its first lines") func paper() {
    let lines = ["", "diff --git a/one b/one", "---", "+++ b/one"].map {
      PaperText.Line(runs: [PaperText.Run(text: SafeText($0))])
    }
    let glance = glance([text("note", 0, 0), .setPaper(PaperText(lines: lines))])
    #expect(glance.lines.map(\.string) == ["diff --git a/one b/one", "+++ b/one"])
    #expect(glance.picture.isBlank)
  }

  @Test("A board without a name has its first words as its title, or is a sketch")
  func titles() {
    let dated = SafeText("2026-11-26 16.01")
    let words = glance([text("Parser", 0, 0), text("Lexer", 9_000, 0)])
    #expect(BoardTitle.shown(dated, words) == "Parser, Lexer")
    #expect(BoardTitle.shown(dated, glance([])) == "sketch")
    #expect(BoardTitle.shown(dated, nil) == "Untitled")
    #expect(BoardTitle.shown(dated, BoardGlance(trouble: SafeText("damaged"))) == "Untitled")
    #expect(BoardTitle.shown(SafeText("plan"), words) == "plan")
    let note = glance([text("buy milk", 0, 0), text("call Ada", 0, 9_000)], Miniature())
    #expect(BoardTitle.shown(dated, note) == "buy milk")
  }
}
