import BoardModel
import CellFrame
import PictureFormats
import Testing

@testable import BoardSessions
@testable import easel
@testable import WhiteboardUI

/// The demo's landscape, drawn by three people without a terminal and without pauses.
@MainActor final class DemoPlay {
  let call: WhiteboardCall
  private let layout: DemoLayout
  private let columns: Int
  private let rows: Int
  private let script: DemoScript
  private var chapter = 0

  init(columns: Int, rows: Int) throws {
    script = try DemoScript.number(0, robots: 3)
    (self.columns, self.rows) = (columns, rows)
    layout = DemoLayout(columns: columns, rows: rows, wanted: 4)
    call = WhiteboardCall(
      [], Panes(columns: layout.columns, rows: layout.rows, people: 1), theme: "dusk")
    for (name, color) in zip(DemoScript.names, [PaletteColor.green, .orange, .cyan]) {
      call.arrive(name, color: color)
    }
  }

  /// Plays all chapters up to this one. Nothing is cleared, and words are said only in the last
  /// chapter, since they fade.
  func perform(upTo last: Int) async {
    #expect(await call.reach { call.areAll(\.isEligible) })
    for beat in script.beats where beat.chapter <= last {
      chapter = beat.chapter
      for (robot, actions) in beat.parts.sorted(by: { $0.key < $1.key }) {
        for action in actions { await perform(action, by: robot, isLast: chapter == last) }
        // The next strokes lie above these for all people only if these have arrived.
        await call.awaitQuiet()
      }
    }
  }

  private func perform(_ action: DemoAction, by robot: Int, isLast: Bool) async {
    switch action {
    case .share:
      call.press(RobotKeys.share, of: robot)
      #expect(await call.reach { call.controllers[1].whiteboard.isInvited })
    case .join:
      #expect(await call.reach { call.controllers[robot].whiteboard.isInvited })
      call.join(robot)
      let present = Array(0...robot)
      #expect(await call.reach { call.areAcquainted(present) })
      call.pass(milliseconds: 60_000)
    case .clear, .restore, .rest, .point: break
    case .say where !isLast: break
    case .draw, .say, .move, .width:
      let whiteboard = call.controllers[robot].whiteboard
      var hand = RobotHand(
        at: 0,
        DemoRobot.Sight(
          session: whiteboard.session, isInvited: false, isEligible: true,
          viewport: whiteboard.shownViewport, columns: layout.columns, rows: layout.rows - 2))
      hand.perform(action)
      for input in hand.inputs { call.controllers[robot].handle(.input(input.input)) }
    }
  }

  /// The screen as SVG.
  var picture: String {
    let theme = call.controllers[0].whiteboard.shownTheme
    let people = zip(DemoScript.names, call.controllers).map { name, controller in
      DemoScreen.Pane(name: name, content: .whiteboard(controller.frame))
    }
    let list = DemoChapterList(chapters: script.chapters, current: chapter, isASCII: false)
    let frame = DemoScreen(layout: layout, theme: theme, isASCII: false).frame(
      columns: columns, rows: rows, people + [list.pane], caption: list.caption,
      hint: DemoChapterList.hint)
    return SVGExporter.svg(frame, theme: theme)
  }
}
