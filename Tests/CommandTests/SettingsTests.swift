import BoardDocument
import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import Foundation
import PictureFormats
import ScreenContract
import Testing
import ThemeFiles
import WhiteboardUI

@testable import BoardFiles
@testable import BoardSessions
@testable import easel

@Suite struct SettingsTests {
  @Test("64 KiB of settings are read; of a byte more nothing is, which is said")
  func large() throws {
    let home = try Home()
    let line = "name = \"Ada\"\n#"
    let padding = String(repeating: "x", count: 64 * 1_024 - line.utf8.count)
    let most = SettingsFile(path: try home.write(line + padding, to: "most")).read()
    #expect(most.complaints.isEmpty && most.0.name?.string == "Ada")
    let more = SettingsFile(path: try home.write(line + padding + "x", to: "more")).read()
    #expect(more.complaints.count == 1 && more.0.name == nil)
  }

  @Test("Every setting is read")
  func everySetting() {
    let (settings, complaints) = SettingsText.read(
      """
      name = "Ada"
      color = "#00aaff"
      theme = "chalkboard"
      ink = "half"
      width = 5
      knocks = false
      bell = false
      """)
    #expect(complaints.isEmpty && settings.knocks == false && settings.bell == false)
    #expect(settings.name == SafeText("Ada", limit: .name))
    #expect(settings.color == InkColor(rgb: 0x00AAFF))
    #expect(settings.theme == "chalkboard" && settings.ink == .fixed(.half))
    #expect(settings.width == 5)
  }

  @Test(
    "A mistake is told with its place and what was expected",
    arguments: [
      ("name = 7", "name: expected a text in quotes"),
      ("width = 9", "width: expected a whole number from 1 to 8"),
      ("width = \"5\"", "width: expected a whole number from 1 to 8"),
      ("knocks = \"no\"", "knocks: expected true or false"),
      ("bell = 1", "bell: expected true or false"),
      (
        "ink = \"dots\"",
        "ink: expected auto, pixels, mixed, mixed-sextants, mixed-octants, mixed-half, braille, "
          + "half, quadrants, sextants, octants or ascii"
      ),
      ("colour = \"red\"", "colour: no such setting; did you mean “color”?"),
      ("color = \"reddish\"", "color: expected \(ColorArgument.expected)"),
      ("name = \"\u{200B}\"", "name: expected a name that can be seen"),
      // At which the parser would end the process.
      ("width = 3\n [ é]\n", "line 2, column 4: expected a table's name after ["),
      ("[[[a]]]", "line 1, column 3: expected a table's name after ["),
      ("keys = 3", "keys: expected a table, [keys]"),
      (
        "name = \"x\"\n[keys]\nx = \"udno\"\n",
        "line 3, column 1: there is no command “udno”; did you mean “undo”?"
      ),
      (
        "[keys]\nctrl-z = \"undo\"\n  Ctrl-Z = \"suspend\"\n",
        "line 3, column 3: “Ctrl-Z” is the same key as in a line above"
      ),
      (
        "[keys]\nctrl-m = \"undo\"\n",
        "line 2, column 1: “ctrl-m” cannot be used: terminals send it as Enter"
      ),
      ("[keys]\nx = 3\n", "line 2, column 1: expected a command in quotes for x"),
    ])
  func mistakes(text: String, complaint: String) {
    #expect(SettingsText.read(text).complaints == [complaint])
  }

  @Test("Keys are read, and all other settings beside them")
  func keys() {
    let (settings, complaints) = SettingsText.read(
      "theme = \"dusk\"\n\n[keys]\nctrl-z = \"suspend\"\n\"?\" = \"commands\"\n")
    #expect(complaints.isEmpty && settings.theme == "dusk")
    #expect(settings.keymap != Keymap())
    #expect(
      SettingsText.changing("[keys]\nx = \"undo\"\n", "theme", to: "dusk")
        == "theme = \"dusk\"\n[keys]\nx = \"undo\"\n")
  }

  @Test("A key has its place in its own table, in each form that TOML allows") func positions() {
    let lines = SettingsLines("  'theme' = \"x\"\n[later]\ntheme = 1\n\t[ keys ]\n\"theme\" = 2\n")
    #expect(lines.position(of: "theme") ?? (0, 0) == (1, 3))
    #expect(lines.position(of: "theme", inTable: "later") ?? (0, 0) == (3, 1))
    #expect(lines.position(of: "theme", inTable: "keys") ?? (0, 0) == (5, 1))
    #expect(lines.position(of: "ink") == nil && lines.position(of: "theme", inTable: "no") == nil)
  }

  @Test("The tools of the last time are read again; a damaged file counts as none")
  func tools() throws {
    let home = try Home(isNew: true)
    let file = ToolsFile(path: home.path("data/tools.toml"))
    #expect(file.read() == nil)
    let tools = RememberedTools(
      tool: 5, width: 3, color: InkColor(rgb: 0x0A0B0C), palette: .icons, showsLineNumbers: true)
    try file.write(tools)
    #expect(file.read() == tools)
    let older = try home.write(
      "tool = 5\nwidth = 3\ncolor = \"red\"\npalette = \"icons\"", to: "tools.toml")
    #expect(ToolsFile(path: older).read()?.showsLineNumbers == false)
    for text in [
      "", "tool = 5", "tool = 900\nwidth = 3\ncolor = \"red\"\npalette = \"icons\"", "=",
    ] {
      let path = try home.write(text, to: "tools.toml")
      #expect(ToolsFile(path: path).read() == nil, "\(text)")
    }
  }

  @Test("On a board that knows the user already, the user has the colour from there")
  func knownColor() {
    let ann = LocalAuthor.temporary("Ann", PaletteColor.red.color)
    var board = LoadedBoard(
      named: SafeText("plan"), from: BoardBeginning(owner: []), replicaGenesis: ann.replicaGenesis()
    )
    #expect(ann.known(on: board).color == PaletteColor.red.color)
    var before = ann.person()
    before.color = PaletteColor.cyan.color
    board.people = [LocalAuthor.temporary("Bob").person(), before]
    #expect(ann.known(on: board).color == PaletteColor.cyan.color)
  }

  @Test("A file that is not TOML is told with line and column, and costs nothing else")
  func syntax() {
    let (settings, complaints) = SettingsText.read("name = \"Ada\"\nink = = 3\n")
    #expect(settings == Settings())
    #expect(complaints.count == 1 && complaints[0].hasPrefix("line 2, column 7: "))
  }

  @Test("The environment stands above the file, the command line above both")
  func order() {
    let file = Settings(name: SafeText("File"), color: nil, theme: "file", ink: .fixed(.half))
    let environment = ["EASEL_NAME": "Env", "EASEL_COLOR": "nonsense"]
    let (settings, complaints) = file.overridden { environment[$0] }
    #expect(settings.name?.string == "Env" && settings.theme == "file")
    #expect(complaints == ["EASEL_COLOR: expected \(ColorArgument.expected)"])
    let options = Settings(theme: "option")
    #expect(settings.overridden(by: options).theme == "option")
    #expect(settings.overridden(by: options).ink == .fixed(.half))
  }

  @Test(
    "A setting is written back, and nothing else changes",
    arguments: [
      ("", "theme = \"blueprint\"\n"),
      (
        "# mine\ntheme = \"paper\" # old\nname = \"Ada\"\n",
        "# mine\ntheme = \"blueprint\"\nname = \"Ada\"\n"
      ),
      (
        "name = \"Ada\"\n\n[later]\ntheme = \"x\"\n",
        "name = \"Ada\"\ntheme = \"blueprint\"\n\n[later]\ntheme = \"x\"\n"
      ),
    ])
  func writing(before: String, after: String) {
    #expect(SettingsText.changing(before, "theme", to: "blueprint") == after)
  }

  @Test(
    "A settings file that is not surely understood is left alone",
    arguments: ["theme = ", "text = \"\"\"\ntheme = 'inside'\n\"\"\"\n"])
  func untouched(text: String) {
    #expect(SettingsText.changing(text, "theme", to: "blueprint") == nil)
  }

  @Test(
    "A setting is written with the line ends of the file, also before a table",
    arguments: [
      (
        "theme = \"dusk\"\r\n\r\n[keys]\r\nf5 = \"fit\"\r\n",
        "theme = \"light\"\r\n\r\n[keys]\r\nf5 = \"fit\"\r\n"
      ),
      ("name = \"A\"\r\n[keys]\r\n", "name = \"A\"\r\ntheme = \"light\"\r\n[keys]\r\n"),
      ("name = \"A\"\r\n", "name = \"A\"\r\ntheme = \"light\"\r\n"),
      ("name = \"A\"\n[keys]\n", "name = \"A\"\ntheme = \"light\"\n[keys]\n"),
      ("# a\r\nname = \"A\"", "# a\r\nname = \"A\"\r\ntheme = \"light\"\r\n"),
      ("\u{FEFF}theme = \"dusk\"\r\n", "\u{FEFF}theme = \"light\"\r\n"),
      ("", "theme = \"light\"\n"),
    ])
  func lineEnds(before: String, after: String) throws {
    let home = try Home()
    let path = try home.write(before, to: "config.toml")
    try SettingsFile(path: path).remember(.theme("light"))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(
      String(decoding: bytes, as: UTF8.self).unicodeScalars.elementsEqual(after.unicodeScalars))
    #expect(SettingsFile(path: path).read().complaints.isEmpty)
  }

  @Test("Settings behind a link are written at the link's end, with the mode of the file")
  func link() throws {
    let home = try Home()
    let real = try home.write("name = \"Ada\"\n", to: "dotfiles.toml")
    chmod(real, 0o640)
    try FileManager.default.createSymbolicLink(
      atPath: home.path("config.toml"), withDestinationPath: real)
    try SettingsFile(path: home.path("config.toml")).remember(.theme("light"))
    let facts = try FileManager.default.attributesOfItem(atPath: real)
    #expect(facts[.posixPermissions] as? Int == 0o640)
    #expect(
      try String(contentsOfFile: real, encoding: .utf8) == "name = \"Ada\"\ntheme = \"light\"\n")
    let link = try FileManager.default.attributesOfItem(atPath: home.path("config.toml"))
    #expect(link[.type] as? FileAttributeType == .typeSymbolicLink)
  }

  @Test("Settings behind a link that leads to no file yet make the file at the link's end")
  func newFile() throws {
    let home = try Home()
    try FileManager.default.createSymbolicLink(
      atPath: home.path("config.toml"), withDestinationPath: home.path("dotfiles.toml"))
    let file = SettingsFile(path: home.path("config.toml"))
    #expect(file.read().complaints.isEmpty)
    try file.remember(.theme("light"))
    #expect(
      try String(contentsOfFile: home.path("dotfiles.toml"), encoding: .utf8)
        == "theme = \"light\"\n")
  }

  @Test("Settings that are no text are reported, and not written")
  func noText() throws {
    let home = try Home()
    let url = home.folder.appendingPathComponent("config.toml")
    let bytes = Data("name = \"".utf8) + Data([0xE9]) + Data("\"\n".utf8)
    try bytes.write(to: url)
    #expect(
      SettingsFile(path: url.path).read().complaints.first?.hasSuffix("this is no text in UTF-8")
        == true)
    #expect(throws: UserError.self) { try SettingsFile(path: url.path).remember(.theme("light")) }
    #expect(try Data(contentsOf: url) == bytes)
  }

  @Test(
    "A name of white space in the environment is none",
    arguments: ["", "   ", "\u{A0}\u{3000}", "\u{200B}"])
  func blankName(name: String) {
    let settings = Settings(name: SafeText("Ada", limit: .name))
    #expect(settings.overridden { $0 == "EASEL_NAME" ? name : nil }.0.name?.string == "Ada")
    #expect(settings.overridden { $0 == "EASEL_NAME" ? " Eve " : nil }.0.name?.string == "Eve")
  }
}
