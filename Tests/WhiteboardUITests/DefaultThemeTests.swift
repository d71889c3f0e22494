import CellFrame
import EaselBase
import ScreenContract
import Testing
import ThemeFiles

@testable import WhiteboardUI

/// The theme of a user who has chosen none.
@Suite struct DefaultThemeTests {
  private func desk(
    hasManyColors: Bool, _ change: (inout Whiteboard.Setup) -> Void = { _ in }
  ) throws -> Desk {
    let themes = try ["terminal", "dusk", "light", "dark"].map { try #require(Theme.builtIn($0)) }
    var desk = Desk {
      $0.surface.depth = hasManyColors ? .direct : .ansi16
      $0.surface.themesForBackground = (dark: "dusk", light: "light")
      change(&$0)
    }
    desk.handle(.themes(themes, complaints: []))
    return desk
  }

  private func name(_ desk: Desk) -> String { desk.board.shownTheme.name }

  @Test("An unknown background gets Dusk where there are 256 colours or more")
  func unknown() throws {
    #expect(try name(desk(hasManyColors: true)) == "dusk")
    #expect(try name(desk(hasManyColors: false)) == "terminal")
  }

  @Test("A background that the terminal tells decides between Dusk and Light, before or after")
  func knownBackground() throws {
    let backgrounds = [
      (0x1E1E2E, "dusk"), (0, "dusk"), (0xFFFFFF, "light"), (0xFDF6E3, "light"),
    ]
    for (color, expected) in backgrounds {
      var desk = try desk(hasManyColors: true)
      desk.handle(.input(.answer(.background(UInt32(color)))))
      #expect(name(desk) == expected)
      var late = try self.desk(hasManyColors: false)
      late.handle(.input(.answer(.background(UInt32(color)))))
      #expect(name(late) == "terminal")
      late.handle(.input(.answer(.directColor)))
      #expect(name(late) == expected)
    }
  }

  @Test("A theme that the user has chosen stays, the terminal's own colours too")
  func chosen() throws {
    var desk = try desk(hasManyColors: true)
    let terminal = try #require(Theme.builtIn("terminal"))
    desk.within { $0.drawing.surface.choose(terminal) }
    desk.handle(.input(.answer(.background(0xFFFFFF))))
    desk.handle(.input(.answer(.directColor)))
    #expect(name(desk) == "terminal")
    var settled = try self.desk(hasManyColors: true) { $0.surface.themesForBackground = nil }
    settled.handle(.input(.answer(.background(0xFFFFFF))))
    #expect(name(settled) == "terminal")
  }

  @Test("The settings call a theme for the background the default, and a chosen one the file's")
  func source() throws {
    var desk = try self.desk(hasManyColors: true) {
      $0.settings = SettingsSummary(
        path: SafeText("/config.toml"), hasFile: false,
        values: [.init(name: "theme", text: SafeText("\"\""), source: nil)])
    }
    desk.handle(.input(.answer(.background(0))))
    for source in ["(default)", "(file)"] {
      desk.type(":settings")
      desk.key(.enter)
      #expect(desk.screen.contains("\"dusk\" \(source)"))
      #expect(desk.screen.contains("no such file yet") == (source == "(default)"))
      desk.key(.escape)
      let dusk = try #require(Theme.builtIn("dusk"))
      desk.within { $0.drawing.surface.choose(dusk) }
    }
  }
}

/// A terminal such as the VT100 cannot hide its cursor.
@Suite struct VisibleCursorTests {
  @Test("A cursor that cannot be hidden stands at the pen")
  func atPen() throws {
    var desk = Desk { $0.surface.canHideCursor = false }
    #expect(desk.frame.cursor == CellPoint(column: 40, row: 12))
    desk.key(.right)
    desk.key(.right)
    let pen = try #require(desk.board.drawing.keyPenOnScreen)
    #expect(desk.frame.cursor == pen)
    desk.key(.escape)
    #expect(desk.frame.cursor != nil)
  }

  @Test("A cursor that can be hidden is seen only where something is typed")
  func hidden() {
    #expect(Desk().frame.cursor == nil)
  }
}
