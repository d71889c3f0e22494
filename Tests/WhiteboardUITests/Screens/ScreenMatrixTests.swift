import CellFrame
import FrameTesting
import Testing
import ThemeFiles

@testable import WhiteboardUI

/// One screen of a session in all sizes, colour depths and themes.
@Suite struct ScreenMatrixTests {
  @Test(
    "A session of three", arguments: [(40, 12), (60, 20), (80, 24), (140, 44), (220, 60)],
    ["terminal", "dusk", "light"])
  func session(size: (columns: Int, rows: Int), theme name: String) throws {
    let theme = try #require(name == "terminal" ? .terminal : Theme.builtIn(name))
    let scene = ScreenScene(columns: size.columns, rows: size.rows, theme: theme)
    let frame = scene.session().desks[0].frame
    try assertFrames(
      [ColorDepth.direct, .indexed256, .ansi16, .ansi8].map { depth in
        ("\(name).\(size.columns).\(depth)", frame.reduced(to: depth, background: theme.background))
      })
  }
}
