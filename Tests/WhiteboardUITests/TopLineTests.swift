import BoardDocument
import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import FrameTesting
import Testing

@testable import ScreenContract
@testable import WhiteboardUI

@Suite struct TopLineTests {
  private func line(_ change: (inout TopLine) -> Void) -> TopLine {
    var line = TopLine(
      title: "plan", saving: .saved, tools: ToolSettings(color: PaletteColor.orange.color),
      location: "100%", chrome: Chrome(.braille))
    line.hidesTools = true
    change(&line)
    return line
  }

  private func text(_ line: TopLine, _ columns: Int) -> String {
    let cells = line.layout(columns: columns).cells(.terminal)
    return cells.map { $0.glyph == .shadow ? "" : $0.glyph.string }.joined()
  }

  private static let names = ["you", "bob", "Grace Brewster Hopper", "田中さん田中さん", "Ada"]

  private static func people(_ count: Int, state: String = "") -> [TopLine.PersonLabel] {
    names.prefix(count).enumerated().map { index, name in
      TopLine.PersonLabel(
        sign: Chrome(.braille).sign(index), color: PaletteColor.orange.color, name: name,
        state: index == 1 ? state : "")
    }
  }

  @Test("The title and the saved state stand left, the people, the zoom and the help right")
  func calm() {
    let line = line { $0.people = Self.people(2) }
    #expect(
      text(line, 60) == " plan  ✓" + String(repeating: " ", count: 30) + "◆ you  ● bob  100%  ? ")
  }

  @Test("Each item is shown as a whole or not at all, at each width")
  func wholeItems() {
    let states: [SaveState] = [
      .untouched, .saving, .saved, .failed(SafeText("the disk is full, which is a long reason")),
      .readOnly(SafeText("the folder is read-only")),
    ]
    for count in [0, 1, 2, 5] {
      for state in states {
        let line = line {
          $0.people = Self.people(count, state: "drawing")
          $0.saving = state
          $0.link = count > 1 ? .outOfReach : nil
        }
        for columns in 20...140 {
          let shown = text(line, columns)
          let words = shown.split(separator: " ").map(String.init)
          #expect(shown.displayWidth == columns)
          #expect(!shown.contains("·") && words.first == "plan", "\(shown)")
          // A part of a word would be a rest of an item.
          let known = Set(
            "plan ✓ … empty not saved: saved read only ! ? 100% out of reach drawing"
              .split(separator: " ").map(String.init))
          let reasons = (state.sentence + Self.names.joined(separator: " ")).split(separator: " ")
          for word in words where word.allSatisfy(\.isASCII) && !word.hasPrefix("+") {
            #expect(
              known.contains(word) || reasons.contains { $0.contains(word) }, "\(columns): \(shown)"
            )
          }
        }
      }
    }
  }

  @Test("A warning stays in the line until its cause ends, at each width")
  func warnings() {
    for columns in 20...140 {
      var desk = Desk(columns: columns, rows: 24) { $0.palette = .names }
      desk.drag([(30, 12), (40, 12)])
      desk.keepingFailed(SafeText("the disk is full, which is a rather long reason"))
      desk.wait(3_600_000)
      #expect(desk.notice.isEmpty)
      let word = columns < 24 ? "!" : "not saved"
      #expect(desk.top.contains(word), "\(columns): \(desk.top)")
      if let last = desk.kept.last { desk.kept(last.id) }
      #expect(!desk.top.contains(word) && desk.top.contains("✓"), "\(columns): \(desk.top)")
    }
  }

  @Test("A board without a name is called untitled, and not by its date")
  func untitled() {
    var board = Desk.fresh
    board.name = SafeText("2026-11-26 16.01")
    #expect(Desk(board: board).top.hasPrefix(" Untitled  empty "))
    for date in ["2026-11-26 16.01", "2026-11-26 16.01 2", "1999-01-02 03.04 17"] {
      #expect(BoardTitle.isDate(date))
    }
    for name in ["2026-11-26", "2026-11-26 16.01 x", "2026-11-26 16.01 ", "2026-11-26 sketch", ""] {
      #expect(!BoardTitle.isDate(name))
    }
  }

  @Test("While words are hidden, the way to them stands beside the zoom, before other items")
  func hiddenWords() {
    let line = line {
      $0.hidesWords = true
      $0.people = Self.people(5)
    }
    #expect(text(line, 120).hasSuffix("words hidden · + shows them  100%  ? "))
    #expect(text(line, 60).contains("words hidden  100%"))
    #expect(text(line, 40).contains("words hidden"))
  }

  @Test("In ASCII the saved state is a word") func ascii() {
    let line = line { $0.chrome = Chrome(.ascii) }
    #expect(text(line, 40).hasPrefix(" plan  saved "))
  }

  @Test(
    "The line alone, with two and with five people, with a warning, at two sizes",
    arguments: [(80, 24), (60, 20)])
  func screens(columns: Int, rows: Int) throws {
    func desk(_ change: (inout Desk) -> Void) -> Frame {
      var desk = Desk(columns: columns, rows: rows) { $0.palette = .names }
      change(&desk)
      return desk.frame
    }
    let alone = desk { _ in }
    let message = desk { $0.handle(.done(SafeText("Exported to ~/plan.svg."))) }
    let long = desk {
      $0.handle(
        .done(
          SafeText(
            "The tickets are in /home/ada/.local/state/easel/tickets, which only you can read. "
              + "Each of them lets one person in, until you close Easel.")))
    }
    let warning = desk {
      $0.drag([(30, 12), (40, 12)])
      $0.keepingFailed(SafeText("No space left on device"))
    }
    let after = desk {
      $0.drag([(30, 12), (40, 12)])
      $0.keepingFailed(SafeText("No space left on device"))
      $0.wait(20_000)
    }
    var world = WhiteboardWorld(5, columns: columns, rows: rows) { setup, index in
      setup.palette = .names
      setup.person.name = SafeText(Self.names[index], limit: .name)
    }
    world.meet()
    world.wait(10_000)
    try assertFrames(
      [
        ("alone", alone), ("message", message), ("long message", long), ("warning", warning),
        ("later", after), ("five people", world.desks[0].frame),
      ].map { ("\($0.0)-\(columns)", $0.1) })
  }
}
