import BoardModel
import CellFrame
import Testing

@testable import ScreenContract
@testable import WhiteboardUI

/// The keys, the user's own keys, and the command palette.
@Suite struct KeymapTests {
  @Test("The user's own keys replace the built-in ones, on the screen as well") func own() throws {
    var keymap = Keymap()
    try keymap.assign("ctrl-z", to: "suspend")
    try keymap.assign("x", to: "undo")
    try keymap.assign("q", to: "none")
    try keymap.assign("f5", to: "export-svg")
    var desk = Desk(columns: 120) { $0.keymap = keymap }
    desk.drag([(4, 4), (9, 9)])
    desk.key(.character("z"), .control)
    #expect(desk.effects.contains { if case .suspend = $0 { true } else { false } })
    #expect(desk.bottom.contains("x Undo"))
    desk.type("x")
    #expect(desk.things.isEmpty)
    desk.type("q")
    #expect(!desk.effects.contains { if case .quit = $0 { true } else { false } })
    desk.key(.function(5))
    #expect(desk.effects.contains { if case .export(.svg, _, _) = $0 { true } else { false } })
    #expect(keymap.name(of: .undo) == "x" && keymap.name(of: .selection(.cut)) == "^X")
    #expect(keymap.name(of: .suspend) == "^Z" && keymap.name(of: .quit) == "^C")
  }

  @Test("A fault of a key or a command is an error, and changes nothing") func faults() throws {
    var keymap = Keymap()
    try keymap.assign("ctrl-z", to: "suspend")
    let before = keymap
    let cases: [(String, String, Keymap.Fault)] = [
      ("Ctrl-Z", "undo", .clash), ("ctrl-i", "undo", .reserved("terminals send it as Tab")),
      ("ctrl-c", "undo", .reserved("it copies the selection, or quits")),
      ("h", "undo", .reserved("it moves or sets down the keyboard's pen")),
      ("ctrl-ä", "undo", .noSuchKey), ("super-x", "undo", .noSuchKey), ("f25", "undo", .noSuchKey),
      ("x", "udno", .noSuchCommand(nearest: "undo")),
      ("x", "rotate", .noSuchCommand(nearest: nil)),
    ]
    for (key, command, fault) in cases {
      #expect(throws: fault) { try keymap.assign(key, to: command) }
    }
    #expect(keymap == before)
  }

  @Test("Every command has a name of its own, and every built-in key a command with a name")
  func names() {
    #expect(Set(Keymap.commandNames).count == Keymap.commandNames.count)
    let named = Set(CommandList.all.map(\.command))
    for (stroke, command) in Keymap.table { #expect(named.contains(command), "\(stroke)") }
  }

  @Test("The search finds commands by any of their words, the best first") func search() {
    func found(_ query: String) -> [String] {
      CommandList.matches(query, among: CommandList.all).map(\.name)
    }
    #expect(found("undo") == ["undo"])
    #expect(found("export sv").prefix(1) == ["export-svg"])
    #expect(found("as svg") == ["export-svg"])
    #expect(found("zoom").first == "zoom-in")
    #expect(found("no such words") == [])
    #expect(found("") == CommandList.all.map(\.name))
  }

  @Test("The command palette runs the chosen command, and skips the titles of groups")
  func palette() {
    var desk = Desk(columns: 100, rows: 30)
    desk.key(.character("k"), .control)
    #expect(desk.screen.contains("Tools") && desk.screen.contains("Pen: draw freehand"))
    desk.type("colour: gr")
    #expect(desk.frame.cursor != nil)
    desk.key(.down)
    desk.key(.enter)
    #expect(desk.board.drawing.editor.tools.color == PaletteColor.graphite.color)
    #expect(desk.board.sheets.open == nil)
    desk.type(":")
    desk.key(.up)
    desk.key(.enter)
    #expect(desk.board.drawing.editor.tools.tool == .pen)
    desk.type(":zzz")
    #expect(desk.screen.contains("Nothing found for “zzz”."))
    desk.key(.enter)
    desk.key(.backspace)
    desk.handle(.input(.paste("undo\nq")))
    #expect(desk.board.sheets.open != nil)
    desk.key(.escape)
    #expect(desk.board.sheets.open == nil)
    #expect(desk.frame == desk.frameFromScratch)
  }

  @Test("Enter draws nothing, unless the keyboard's pen taps with a tool for taps") func enter() {
    var desk = Desk()
    desk.key(.enter)
    #expect(desk.board.drawing.editor.keyPen == nil && desk.things.isEmpty)
    desk.key(.right)
    desk.key(.enter)
    #expect(desk.things.isEmpty)
    desk.type(" ")
    desk.key(.right)
    desk.key(.enter)
    #expect(desk.strokes.count == 1)
  }

  @Test("Ctrl-Z undoes, Ctrl-R redoes") func undo() {
    var desk = Desk()
    desk.drag([(4, 4), (9, 9)])
    desk.key(.character("z"), .control)
    #expect(desk.things.isEmpty)
    desk.key(.character("r"), .control)
    #expect(desk.things.count == 1)
  }
}
