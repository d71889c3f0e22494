import BoardEditor
import BoardModel
import BoardRendering
import BoardView
import ScreenContract

/// The facts about the rest of the screen that the session uses when it handles an event.
package struct SessionContext {
  let setup: WhiteboardSetup
  let view: View
  package let chrome: Chrome
  let uptime: Int64
  /// Whether the user neither makes a gesture nor types a text nor watches the film of the board.
  let isIdle: Bool
  /// Whether a sheet that the user did not ask for disturbs nothing: the user is idle, and no sheet is
  /// open.
  let mayOpenSheet: Bool
  /// Whether the user is idle, has selected nothing and has opened no sheet.
  let isUntouched: Bool
  /// The name of the colour in which the user draws.
  let penColor: String
  /// The command of a click on the notice that is shown; nil if there is none.
  let noticeCommand: Command?

  package init(
    _ setup: WhiteboardSetup, _ drawing: borrowing DrawingController, hasSheet: Bool,
    replays: Bool,
    _ notices: Notices
  ) {
    self.setup = setup
    (view, chrome, uptime) = (drawing.surface.view, drawing.surface.chrome, drawing.uptime)
    isIdle = drawing.editor.isIdle && !replays
    mayOpenSheet = isIdle && !hasSheet
    isUntouched = mayOpenSheet && drawing.editor.selection.isEmpty
    penColor = drawing.editor.tools.colorName
    noticeCommand = notices.shown?.command
  }
}
